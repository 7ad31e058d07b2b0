import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";

/** Grade of a returned document that nobody judged. */
const UNJUDGED = -1;
/** Grade of a document that was in the judging pool but got no judgement (a negative grade in a qrels file). */
export const POOLED_UNJUDGED = -2;

/** One query's ranked list against its judgements: all that a ranking metric may look at. */
export interface JudgedRanking {
  /** Grade of each returned document in rank order; below 0 where there is no judgement. */
  readonly grades: readonly number[];
  /** Judged documents with a grade of at least `threshold`, returned or not. */
  readonly relevant: number;
  /** Judged documents with a lower grade, returned or not. */
  readonly nonrelevant: number;
  /** All positive grades of the judgements, highest first: the ideal ranking. */
  readonly ideal: readonly number[];
  /** Grade from which a document counts as relevant; 1 unless said otherwise. */
  readonly threshold: number;
}

/** Judgements of one query, prepared once and used for every list. */
export interface Judgements {
  readonly grades: ReadonlyMap<string, number>;
  readonly relevant: number;
  readonly nonrelevant: number;
  readonly ideal: readonly number[];
  readonly threshold: number;
}

/**
 * Counts what metrics need from a query's grades, by document id. A negative grade is kept as "pooled, not judged".
 * @throws UserError `input` for a grade that is not finite, and for a threshold below 1: every unjudged document would be relevant.
 */
export function makeJudgements(grades: ReadonlyMap<string, number>, threshold = 1): Judgements {
  if (!(threshold > 0 && threshold < Number.POSITIVE_INFINITY))
    throw unfit(`a threshold of ${threshold}`, "a grade above 0, from which a document is relevant");
  let relevant = 0;
  let nonrelevant = 0;
  const ideal: number[] = [];
  for (const [id, grade] of grades) {
    if (!Number.isFinite(grade)) throw unfit(`grade ${grade} of ${JSON.stringify(id)}`, "finite numbers as grades");
    if (grade >= threshold) relevant++;
    else if (grade >= 0) nonrelevant++;
    if (grade > 0) ideal.push(grade);
  }
  return { grades, relevant, nonrelevant, ideal: ideal.sort((a, b) => b - a), threshold };
}

/**
 * A ranked list of ids against judgements. The order of `ranked` is taken as it is: no scores, no ties.
 * @throws UserError `input` for an id that comes twice, as trec_eval does: it would be found twice, and a score above 1.
 */
export function judgeRanking(ranked: readonly string[], judgements: Judgements): JudgedRanking {
  const twice = firstRepeated(ranked);
  if (twice !== undefined) throw unfit(`${JSON.stringify(twice)} twice in a ranked list`, "each id once, best first");
  const { grades, relevant, nonrelevant, ideal, threshold } = judgements;
  return { grades: ranked.map((id) => gradeOf(grades, id)), relevant, nonrelevant, ideal, threshold };
}

/** Binary relevance: the expected ids, a set, have grade 1, nothing else is judged. @throws as `judgeRanking` */
export function judgeAgainstIds(ranked: readonly string[], expectedIds: readonly string[]): JudgedRanking {
  return judgeRanking(ranked, makeJudgements(new Map(expectedIds.map((id) => [id, 1]))));
}

/** Condensed list: documents without judgement are taken out before ranks are counted (Sakai, SIGIR 2007). */
export function condensed(ranking: JudgedRanking): JudgedRanking {
  return { ...ranking, grades: ranking.grades.filter((grade) => grade >= 0) };
}

/**
 * trec_eval's order: score descending, ties by document id descending. Gives positions into the two lists, whole numbers from 0, best first.
 * @throws UserError `input` where the lists are not of one length, or a score is NaN: nothing is above or below it.
 */
export function rankByScore(ids: readonly string[], scores: ArrayLike<number>): number[] {
  if (ids.length !== scores.length) throw unfit(`${ids.length} ids and ${scores.length} scores`, "a score for each id");
  for (let i = 0; i < scores.length; i++)
    if (Number.isNaN(scores[i]!)) throw unfit(`the score NaN of ${JSON.stringify(ids[i])}`, "numbers as scores");
  const order = ids.map((_, index) => index);
  if (isStrictlyDescending(scores, ids.length)) return order;
  return order.sort((a, b) => scores[b]! - scores[a]! || compareText(ids[b]!, ids[a]!));
}

export function gradeOf(grades: ReadonlyMap<string, number>, id: string): number {
  const grade = grades.get(id);
  return grade === undefined ? UNJUDGED : grade < 0 ? POOLED_UNJUDGED : grade;
}

function firstRepeated(ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return ids.find((id) => seen.size === seen.add(id).size);
}

function unfit(found: string, expected: string): UserError {
  return new UserError("input", `a ranking can't be judged: found ${found}`, { hint: `expected ${expected}` });
}

function isStrictlyDescending(scores: ArrayLike<number>, length: number): boolean {
  for (let i = 1; i < length; i++) if (!(scores[i]! < scores[i - 1]!)) return false;
  return true;
}
