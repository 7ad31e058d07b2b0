import { chiSquareUpper } from "../basics/distributions.ts";

/** The statistic, its degrees of freedom and p of the chi-square distribution. */
export interface CochranQ {
  q: number;
  degreesOfFreedom: number;
  p: number;
  /** Blocks that are not all 0 or all 1: the others say nothing. */
  informative: number;
}

/**
 * Cochran's Q (Biometrika 37, 1950): do k treatments of the same blocks succeed equally often, `blocks[block][treatment]` of 0 and 1
 * complete? McNemar's test without correction for k = 2. Its chi-square distribution needs some 24 informative cells (Tate & Brown
 * 1970). Null below two treatments, where no block is informative, or for other values.
 */
export function cochranQ(blocks: readonly (readonly number[])[]): CochranQ | null {
  const k = blocks[0]?.length ?? 0;
  if (k < 2 || blocks.some((block) => block.some((value) => value !== 0 && value !== 1))) return null;
  const rows = blocks.map((block) => block.reduce((sum, value) => sum + value, 0));
  const columns = Array.from({ length: k }, (_, j) => blocks.reduce((sum, block) => sum + block[j]!, 0));
  const total = rows.reduce((sum, value) => sum + value, 0);
  const within = k * total - rows.reduce((sum, value) => sum + value ** 2, 0);
  if (within === 0) return null;
  const q = ((k - 1) * (k * columns.reduce((sum, value) => sum + value ** 2, 0) - total ** 2)) / within;
  return {
    q,
    degreesOfFreedom: k - 1,
    p: chiSquareUpper(q, k - 1),
    informative: rows.filter((sum) => sum > 0 && sum < k).length,
  };
}
