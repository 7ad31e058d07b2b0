import type { Artifact } from "../../db/ports/corpus.ts";
import type { FaultQuery } from "../set/suite-names.ts";

/** Characters of a symptom: what a person wrote before the logs begin; of what a program said. */
const MOST_TEXT = 500;
/** Words of a search by keywords, and characters of a text that they are taken from. */
const [KEYWORDS, READ] = [5, 1500];

/** What a program says of a fault: a log's level, an exception, a stack frame, a signal, an error's number. */
const SAID_BY_PROGRAM =
  /\b(?:ERROR|FATAL|SEVERE|WARN(?:ING)?|Traceback|SIG[A-Z]{3,4}|core dumped|errno)\b|\b[\w$.]*(?:Exception|Error)\b|^\s*at\s+[\w$.<>]+\(|\bE\d{2,4}:/;

/** The texts of these queries. */
export interface FaultQueries {
  /** Null where the report has no text for it. */
  of(report: Artifact, query: FaultQuery): string | null;
}

/** @param reports of the tracker: words that one report alone has are no keywords, since they find nothing */
export function faultQueries(reports: readonly Artifact[]): FaultQueries {
  const having = new Map<string, number>();
  for (const report of reports)
    for (const word of new Set(wordsOf(report))) having.set(word, (having.get(word) ?? 0) + 1);
  const texts: Record<FaultQuery, (report: Artifact) => string | null> = {
    summary: ({ title }) => title,
    keyword: (report) => keywordsOf(report, { having, reports: reports.length }),
    symptom: ({ title, text }) => (text.trim() === "" ? null : `${title}\n${beginningOf(text)}`.toWellFormed()),
    diagnostic: ({ text }) => {
      const said = text.split("\n").filter((line) => SAID_BY_PROGRAM.test(line));
      return said.length === 0 ? null : beginningOf(said.map((line) => line.trim()).join("\n"));
    },
  };
  return { of: (report, query) => texts[query](report) };
}

/** The heaviest words by frequency and rarity (tf-idf), in the order of the report; null where no other report has any of them. */
function keywordsOf(report: Artifact, all: { having: ReadonlyMap<string, number>; reports: number }): string | null {
  const counts = new Map<string, number>();
  for (const word of wordsOf(report)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weighed = [...counts].flatMap(([word, count], at) => {
    const having = all.having.get(word)!;
    return having < 2 ? [] : [{ word, at, weight: count * Math.log(all.reports / having) }];
  });
  const heaviest = weighed.sort((a, b) => b.weight - a.weight || a.at - b.at).slice(0, KEYWORDS);
  if (heaviest.length === 0) return null;
  return heaviest
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word)
    .join(" ");
}

function wordsOf({ title, text }: Artifact): string[] {
  return `${title}\n${text.slice(0, READ)}`.toLowerCase().match(/\p{L}[\p{L}\p{N}]+/gu) ?? [];
}

function beginningOf(text: string): string {
  const start = text.trim().slice(0, MOST_TEXT);
  return (start.length < MOST_TEXT ? start : start.replace(/\S+$/, "").trim()).toWellFormed();
}
