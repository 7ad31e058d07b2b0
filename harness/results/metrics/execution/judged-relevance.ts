import { median } from "../../../../measure/statistics/basics/describe.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";

/** Relevant documents of half of the questions, above which nobody expects an answer to name them all. */
const MANY = 3;

/** Why there is no pass rate, in one sentence. */
export const NO_PASS_RATE =
  "No pass rate: relevance here is a judgement of each document, in grades or of many to a question, and no answer is expected to name them all.";

/**
 * True for a set whose truths are relevance judgements, as collections for information retrieval have them: of several grades, or of
 * many documents to a question. "Names every one of them" would be a verdict about the pool of judged documents. A truth
 * without grades is a fact, however long: it says what belongs to an item.
 */
export function isJudgedRelevance(scenarios: readonly Scenario[]): boolean {
  const judged = scenarios.flatMap(({ grades }) => (grades ? [Object.values(grades)] : []));
  const isGraded = new Set(judged.flat()).size > 1;
  return isGraded || (median(judged.map((grades) => grades.length)) ?? 0) > MANY;
}
