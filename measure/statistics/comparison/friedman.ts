import { chiSquareUpper, fUpper } from "../basics/distributions.ts";
import { midranks } from "../basics/ranks.ts";

/** Mean ranks of the treatments and two tests of their being equal: chi-square, and F. */
export interface Friedman {
  /** Of each treatment, 1 the lowest value; over blocks. */
  meanRanks: readonly number[];
  blocks: number;
  chiSquare: number;
  degreesOfFreedom: number;
  p: number;
  /** Iman & Davenport (1980): the chi-square is too careful. Null where blocks agree fully. */
  f: number | null;
  fP: number | null;
}

/**
 * Friedman's test (1937) of k treatments on the same blocks (systems on scenarios), `blocks[block][treatment]`,
 * corrected for ties. Null below two blocks or treatments, or where every block is all ties.
 */
export function friedmanTest(blocks: readonly (readonly number[])[]): Friedman | null {
  const n = blocks.length;
  const k = blocks[0]?.length ?? 0;
  if (n < 2 || k < 2) return null;
  const ranks = blocks.map((block) => midranks(block));
  const meanRanks = Array.from({ length: k }, (_, j) => ranks.reduce((sum, row) => sum + row[j]!, 0) / n);
  // With ties squares of midranks sum to less than k (k + 1) (2 k + 1) / 6: this is the correction.
  const spread = ranks.reduce((sum, row) => sum + row.reduce((s, rank) => s + (rank - (k + 1) / 2) ** 2, 0), 0);
  if (spread === 0) return null;
  const between = n * meanRanks.reduce((sum, rank) => sum + (rank - (k + 1) / 2) ** 2, 0);
  const chiSquare = (n * (k - 1) * between) / spread;
  const rest = n * (k - 1) - chiSquare;
  const f = rest > 1e-12 * n ? ((n - 1) * chiSquare) / rest : null;
  return {
    meanRanks,
    blocks: n,
    chiSquare,
    degreesOfFreedom: k - 1,
    p: chiSquareUpper(chiSquare, k - 1),
    f,
    fP: f === null ? null : fUpper(f, k - 1, (k - 1) * (n - 1)),
  };
}
