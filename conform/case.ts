/**
 * Vocabulary. *case* a small set of judgements and results with metrics to compute; *subject* a command that computes them, run by an
 * *adapter*; *answer* what trec_eval gives for a case; *class* what a case is about, such as ties; *not offered* what a
 * subject has no metric or no data type for, which is neither agreement nor difference.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseClass } from "./rules.ts";

/** What a subject is given of judgements and results. Scores are numbers, or `"NaN"`, which JSON has no number for. */
export interface RankingQuestion {
  id: string;
  /** Query, document, grade. */
  qrels: readonly (readonly [query: string, document: string, grade: number])[];
  /** Query, document, score, in the order of the run's lines. */
  run: readonly (readonly [query: string, document: string, score: number | "NaN"])[];
  metrics: readonly string[];
}

/** What a subject is given of a judge: what it wrote, one text an item, and the grade that people gave the item, where they did. */
export interface JudgeQuestion {
  id: string;
  outputs: readonly string[];
  people: readonly (string | null)[];
  metrics: readonly string[];
}

export type CaseQuestion = RankingQuestion | JudgeQuestion;

export type ConformCase = CaseQuestion & {
  about: CaseClass;
  /** By metric: of rankings the mean over queries. A value of null is none; null for all where the input must be refused. */
  answer: Readonly<Record<string, number | null>> | null;
  /** A refusal is right, too. */
  mayRefuse: boolean;
  /** Program and version that gave the answer, or the rule that was read. */
  source: string;
};

/** Each kept in a file of its own. */
export type CaseKind = "ranking" | "judge";

/** The cases as they are kept, in the order of their classes. */
export function readCases(kind: CaseKind = "ranking"): ConformCase[] {
  const text = readFileSync(join(import.meta.dirname, `cases/${kind}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ConformCase);
}
