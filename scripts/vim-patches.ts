/**
 * Writes the last patches of Vim as a corpus of fault reports: each says which problem it mends. Two that name the same issue of Vim's tracker
 * are linked as duplicates, one that mends what an earlier patch left or broke as its follow-up.
 *
 *   node --import tsx scripts/vim-patches.ts FILE FOLDER      version9.txt of Vim 9.0's documentation (Debian: vim-runtime); a new folder
 *
 * A problem becomes title and text, with its solution; names and numbers of issues, which stand in brackets, are left out of both. The file
 * has no dates, but numbers rise with time: each patch is said to be filed an hour after the one before it, so that their order is known.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { grouped } from "../base/grouped.ts";
import { argumentsOf } from "./arguments.ts";

const { positionals } = argumentsOf(import.meta.filename, {});
const [file = "", folder = ""] = positionals;
/** As many as the public reports of Hadoop. */
const LAST = 2500;

interface Patch {
  id: string;
  after: readonly string[];
  issues: readonly string[];
  problem: string;
  solution: string;
}

const patches = readFileSync(file, "latin1")
  .split(/\n(?=Patch \d+\.\d+\.\d+)/)
  .slice(1)
  .map(readPatch)
  .filter(({ problem }) => problem !== "")
  .slice(-LAST);
const known = new Set(patches.map(({ id }) => id));
const byIssue = grouped(
  patches.flatMap(({ id, issues }) => issues.map((issue) => ({ id, issue }))),
  ({ issue }) => issue,
);
const duplicates = [...byIssue.values()].flatMap((named) =>
  named.flatMap(({ id }, at) => named.slice(at + 1).map((other) => `${id},${other.id},duplicate`)),
);
const followUps = patches.flatMap(({ id, after }) =>
  after.flatMap((earlier) => (known.has(earlier) ? [`${id},${earlier},follow-up`] : [])),
);

mkdirSync(folder);
writeFileSync(
  join(folder, "artifacts.jsonl"),
  patches.map((patch, at) => `${JSON.stringify(reportOf(patch, at))}\n`).join(""),
);
writeFileSync(
  join(folder, "links.csv"),
  `${["source_id,target_id,kind", ...new Set(duplicates), ...followUps].join("\n")}\n`,
);

function readPatch(entry: string): Patch {
  const [, id = "", after = ""] = /^Patch (\S+)(?: \(after ([^)]*)\))?/.exec(entry) ?? [];
  const part = (name: string) => {
    const [, text = ""] = new RegExp(`^${name}:(.*(?:\\n[ \\t]+.*)*)`, "m").exec(entry) ?? [];
    return text.replace(/\s+/g, " ").trim();
  };
  return {
    id,
    after: after.match(/\d+\.\d+\.\d+/g) ?? [],
    issues: [...new Set(`${part("Problem")} ${part("Solution")}`.match(/#\d{3,5}/g))],
    problem: withoutCredits(part("Problem")),
    solution: withoutCredits(part("Solution")),
  };
}

/** `(Bram Moolenaar, closes #1234)` */
function withoutCredits(text: string): string {
  return text.replace(/\s*\([^()]*(?:#\d+|\p{Lu}\p{L}+ \p{Lu})[^()]*\)/gu, "").replace(/\s*#\d{3,5}/g, "");
}

function reportOf({ id, problem, solution }: Patch, at: number) {
  const [title = problem] = problem.match(/^.*?[.!?](?=\s|$)/) ?? [];
  return {
    id,
    type: "fault_report",
    title,
    text: `${problem}\n${solution}`,
    meta: { release: id, created: filedAt(at) },
  };
}

function filedAt(place: number): string {
  return new Date(Date.UTC(2000, 0, 1, place)).toISOString();
}
