import parseDiff from "parse-diff";
import { type ChangedFile, type ChangeText, oneLine, type Rewording } from "./change-text.ts";
import { readMail } from "./read-mail.ts";

const FILE_START = /^(?=diff --git |Index: \S)/m;
const DIFF = /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|--- \S.*\n\+\+\+ )/m;

export function isDiff(text: string): boolean {
  return DIFF.test(text);
}

/** Unified diffs of git and others, with the commit's message before them where there is one. */
export function readDiff(text: string): ChangeText {
  const begins = text.search(DIFF);
  // Part by part: a diff that was cut when it was pasted has fewer lines than it says, and would take the next file for its own.
  const files = text
    .slice(begins)
    .split(FILE_START)
    .flatMap((part) => parseDiff(part));
  const prose = messageOf(text.slice(0, begins));
  const changed = files
    .flatMap(({ chunks }) => chunks)
    .flatMap(({ changes }) => changes.filter(({ type }) => type !== "normal"));
  const lines = changed.map(({ content }) => content.slice(1));
  const paths = files.flatMap(({ from, to }) => [from ?? "", to ?? ""]);
  return {
    kind: "diff",
    files: files.flatMap((file) => fileOf(file) ?? []),
    names: [...new Set(lines.flatMap(namesIn))],
    rewordings: files.filter(({ from, to }) => isText(to ?? from ?? "")).flatMap(rewordingsOf),
    ...{ prose, searchable: [prose, ...paths, ...lines].join("\n") },
  };
}

function fileOf(file: parseDiff.File): ChangedFile | null {
  const { from = "/dev/null", to = "/dev/null" } = file;
  const path = to === "/dev/null" ? from : to;
  if (path === "/dev/null") return null;
  const renamed = from !== to && from !== "/dev/null" && to !== "/dev/null";
  const done = file.new ? "added" : file.deleted ? "removed" : renamed ? "renamed" : "changed";
  return { path, before: renamed ? from : null, done, inside: [...new Set(file.chunks.flatMap(insideOf))] };
}

/** Functions and classes by the hunk's heading, which names the one that it lies in, and by lines that begin one. */
function insideOf({ content, changes }: parseDiff.Chunk): string[] {
  const heading = content.replace(/^@@[^@]*@@/, "");
  const begun = changes.filter(({ type }) => type !== "normal").map((change) => change.content.slice(1));
  return [definedIn(heading), ...begun.map(definedIn)].filter((name) => name !== null);
}

const DEFINITIONS = [
  // Not within parentheses: there it is the type of a parameter.
  /^[^(]*?\b(?:def|func|function|fn|sub|class|struct|interface|enum|trait)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)/,
  // Of C and what is like it: a type before the name, no statement behind it.
  /^\s*(?!(?:return|if|while|for|switch|else|case|throw|new|await|delete)\b)(?:[A-Za-z_][\w:<>,*&[\]]*\s+[*&]*)+([A-Za-z_~][\w:~]*)\s*\([^;]*$/,
];

function definedIn(line: string): string | null {
  return DEFINITIONS.map((pattern) => pattern.exec(line)?.[1] ?? null).find((name) => name !== null) ?? null;
}

/** A capital within, a digit or an underscore: what no word has. */
function namesIn(line: string): string[] {
  return (line.match(/[A-Za-z_][\w]{3,}/g) ?? []).filter(
    (name) => /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[A-Z]{2}[a-z]|[A-Za-z]\d/.test(name) && !/^0x/i.test(name),
  );
}

/** Files that people read: what changes in them are sentences. */
function isText(path: string): boolean {
  return /\.(?:md|rst|adoc|txt|feature|ya?ml|csv|sdoc|reqif|tex|html?)$|(?:^|\/)(?:README|CHANGELOG)[^/]*$/i.test(path);
}

/** Lines taken out, with those that stand in their place. */
function rewordingsOf({ chunks }: parseDiff.File): Rewording[] {
  const found: { before: string[]; after: string[] }[] = [];
  for (const { changes } of chunks)
    for (const [index, { type, content }] of changes.entries()) {
      if (type === "normal") continue;
      const previous = changes[index - 1]?.type ?? "normal";
      if (previous === "normal" || (type === "del" && previous === "add")) found.push({ before: [], after: [] });
      found.at(-1)![type === "del" ? "before" : "after"].push(content.slice(1));
    }
  return found
    .map(({ before, after }) => ({ before: oneLine(before.join(" ")), after: oneLine(after.join(" ")) }))
    .filter(({ before, after }) => before !== after);
}

/** What stands before the first file: of `git show` and `git format-patch` the message, without the counts of changed lines. */
function messageOf(text: string): string {
  const said = text
    .replace(
      /^ .*\|\s+(?:\d+ [+-]*|Bin .*)$|^ \d+ files? changed.*$|^ (?:create|delete|rename) mode? .*$|^From [0-9a-f]{40} .*$/gm,
      "",
    )
    .replace(/^---$/m, "");
  return readMail(said.trimStart()) ?? said.trim();
}
