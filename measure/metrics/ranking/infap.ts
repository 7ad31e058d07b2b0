import { type JudgedRanking, POOLED_UNJUDGED } from "../ranking.ts";

/** Keeps a share defined where nothing was judged above; trec_eval's constant. */
const EPSILON = 0.00001;

/**
 * Inferred average precision (Yilmaz & Aslam, CIKM 2006), for pools of which only a sample was judged: expected precision
 * above each relevant document is estimated from the judged ones there. Documents with a negative grade are "pooled, not
 * judged"; those without a grade lie outside the pool and count as not relevant. Equal to average precision, up to the
 * constant, when the whole pool is judged. 0 without relevant documents.
 */
export function inferredAveragePrecision(ranking: JudgedRanking): number {
  if (ranking.relevant === 0) return 0;
  let found = 0;
  let nonrelevant = 0;
  let pooled = 0;
  let sum = 0;
  ranking.grades.forEach((grade, above) => {
    if (grade === POOLED_UNJUDGED) pooled++;
    else if (grade >= 0 && grade < ranking.threshold) nonrelevant++;
    else if (grade >= ranking.threshold) {
      sum += above === 0 ? 1 : precisionAt({ above, found, nonrelevant, pooled });
      found++;
    }
  });
  return sum / ranking.relevant;
}

/** Expected precision at rank above + 1: the document itself, and an estimate for those above it. */
function precisionAt(seen: { above: number; found: number; nonrelevant: number; pooled: number }): number {
  const { above, found, nonrelevant, pooled } = seen;
  const inPool = (found + nonrelevant + pooled) / above;
  const relevantShare = (found + EPSILON) / (found + nonrelevant + 2 * EPSILON);
  return 1 / (above + 1) + (above / (above + 1)) * inPool * relevantShare;
}
