import type { JudgedRanking } from "../ranking.ts";

/**
 * Binary preference: for each returned relevant document 1 - min(n, R) / min(N, R), where n judged non-relevant documents
 * rank above it, R are relevant and N judged non-relevant; the sum divided by R. Unjudged documents do not matter.
 * Buckley & Voorhees, SIGIR 2004, in trec_eval's later form with min(N, R).
 * Edge cases: 0 without relevant documents; 1 for a document with nothing judged above it, also when N = 0.
 * Example: grades [0, 1, 1] with R = 2, N = 1: both have n = 1 of min(1, 2) = 1, so 0.
 */
export function bpref(ranking: JudgedRanking): number {
  const { grades, relevant, nonrelevant, threshold } = ranking;
  if (relevant === 0) return 0;
  const most = Math.min(nonrelevant, relevant);
  let above = 0;
  let sum = 0;
  for (const grade of grades) {
    if (grade < 0) continue;
    if (grade < threshold) above++;
    else sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / most;
  }
  return sum / relevant;
}
