import { visibleText } from "./visible-text.ts";

/**
 * The answer contract in machine form. An answer ends with the ranked list and the sources:
 *
 *     ## Recommended
 *     1. `TC-1` - why [S1]
 *     2. `TC-2` - why [S2]
 *     ## Not covered
 *     - `F-9.2` - no test case is linked to it [S1]
 *     ## Sources
 *     - S1: [trace links of F-9](artifact://thread-1?path=/results/003-trace_links.json)
 *
 * or, where nothing in the records supports one, with one line `No supported recommendation: <reason>`. The section on what is
 * not covered may stand behind either, with `None.` where everything has a test case; without it nothing was told.
 */
export interface ParsedAnswer {
  /** Ids in recommended order, first mention kept. Never guessed from prose. */
  ranked: string[];
  abstained: boolean;
  abstentionReason: string | undefined;
  /** What it asks back in place of an answer: `Clarifying question: <question>`. */
  question: string | undefined;
  sources: { label: string; title: string; target: string }[];
  /** Coverage gaps: items of the change without any test case. [] where the answer says that there are none, null where it does not tell. */
  gaps: string[] | null;
  /** Text of the section on gaps, as it stands. */
  gapList: string;
  /** Text of the Recommended section, as it stands. */
  list: string;
  /** The answer without its three sections. */
  prose: string;
}

const ITEM = /^\s*\d+[.)]\s+(?:\*\*)?(`+)/;
const GAP = /^\s*(?:[-*]|\d+[.)])\s+(?:\*\*)?(`+)/;
/** "None of them has a test" says the opposite. */
const NO_GAPS = /^\s*(?:[-*]\s+)?(?:\*\*)?none(?:\*\*)?(?:\s+(?:found|known))?\s*(?:[.:;,!(–—-]|$)/i;
const SOURCE = /^\s*[-*]\s+(S\d+):?\s+\[([^\]]*)\]\(([^)\s]+)\)/;
/** Also as a heading, as an item, quoted or emphasised. */
const ABSTENTION = /^[ \t>#*_+-]*No supported recommendation\b:?[*_]*:?[ \t]*(.*)$/im;

const QUESTION = /^[ \t]*(?:\*\*)?Clarifying question:(?:\*\*)?[ \t]*(\S.*)$/im;

/** Reads an answer by the contract; what does not follow it is prose. What no reader sees neither recommends nor abstains. Never throws. */
export function parseAnswer(text: string): ParsedAnswer {
  const { ranked, abstained, abstentionReason, question, gaps } = readAnswer(visibleText(text).text);
  return { ...readAnswer(text), ranked, abstained, abstentionReason, question, gaps };
}

function readAnswer(text: string): ParsedAnswer {
  const ranked = new Set<string>();
  const sources: ParsedAnswer["sources"] = [];
  const list: string[] = [];
  const gapList: string[] = [];
  const prose: string[] = [];
  let section: Section = "prose";
  for (const line of text.split(/\r?\n/)) {
    const heading = headingOf(line);
    if (heading !== undefined) {
      section = sectionOf(heading);
      if (section === "prose") prose.push(line);
      continue;
    }
    if (section === "recommended") {
      list.push(line);
      const id = itemOf(line, ITEM);
      if (id) ranked.add(id);
    } else if (section === "sources") {
      const [, label, title, target] = SOURCE.exec(line) ?? [];
      if (label && target) sources.push({ label, title: title ?? "", target });
    } else (section === "gaps" ? gapList : prose).push(line);
  }
  const abstention = ABSTENTION.exec(text);
  return {
    ranked: [...ranked],
    abstained: abstention !== null && ranked.size === 0,
    abstentionReason: abstention?.[1]?.trim() || undefined,
    question: QUESTION.exec(text)?.[1],
    sources,
    gaps: gapsIn(gapList),
    gapList: gapList.join("\n"),
    list: list.join("\n"),
    prose: prose.join("\n").trim(),
  };
}

type Section = "prose" | "recommended" | "gaps" | "sources";

/**
 * "Recommended by nobody" is no list, nor is "Recommended for deletion". Known by what is said of the list: what is recommended may be of a change
 * that deletes or rejects something, and may be called by any words.
 */
const AGAINST = new RegExp(
  [
    "\\b(?:against|not|nobody|none|never|no longer)\\b",
    "\\bto (?:be )?(?:avoid|bin|cancel|defer|delete|discard|drop|exclude|ignore|omit|postpone|reject|remove|retire|skip|withdraw)\\w*",
    "(?:^recommended|\\bfor(?: the)?) (?:bin|cancellation|deletion|deferral|exclusion|omission|rejection|removal|retirement|withdrawal)s?$",
  ].join("|"),
);

function sectionOf(heading: string): Section {
  if (/^recommended\b/.test(heading) && !AGAINST.test(heading)) return "recommended";
  if (heading === "not covered") return "gaps";
  return heading === "sources" ? "sources" : "prose";
}

/** True of a line, or of a text one of whose lines says so. */
export function saysNothingSupported(text: string): boolean {
  return ABSTENTION.test(text);
}

/** A section that neither names an item nor denies any counts as silent. */
function gapsIn(lines: readonly string[]): string[] | null {
  const ids = [...new Set(lines.flatMap((line) => itemOf(line, GAP) || []))];
  return ids.length > 0 || lines.some((line) => NO_GAPS.test(line)) ? ids : null;
}

/** The id of a list item: a code span, which ends with as many backticks as it begins with. */
function itemOf(line: string, item: RegExp): string | undefined {
  const start = item.exec(line);
  const fence = start?.[1] ?? "";
  const rest = line.slice(start?.[0].length);
  const end = [...rest.matchAll(/`+/g)].find(([run]) => run.length === fence.length)?.index;
  return start && end !== undefined ? rest.slice(0, end).trim() : undefined;
}

/** What the code spans of a line hold, in order. */
export function codeSpansIn(line: string): string[] {
  const runs = [...line.matchAll(/`+/g)];
  const spans: string[] = [];
  for (let open = 0; open < runs.length; open++) {
    const { 0: fence, index: at } = runs[open]!;
    let close = open + 1;
    while (close < runs.length && runs[close]![0].length !== fence.length) close++;
    if (close === runs.length) continue;
    spans.push(line.slice(at + fence.length, runs[close]!.index).trim());
    open = close;
  }
  return spans;
}

/** An id as a code span of Markdown, whatever backticks it holds. */
export function codeSpan(id: string): string {
  const longest = Math.max(0, ...[...id.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${id} ${fence}` : `${fence}${id}${fence}`;
}

/** The words of a Markdown heading, lower case, without a colon at the end. Linear in the line's length: the text is hostile. */
function headingOf(line: string): string | undefined {
  const words = /^#{1,6}\s+(\S.*)$/.exec(line)?.[1]?.trimEnd().toLowerCase();
  return words?.endsWith(":") ? words.slice(0, -1).trimEnd() : words;
}
