import type { PairTestName } from "./compare-two.ts";

export type FamilyCorrection = "holm" | "bh" | "max-t" | "tukey" | "none";

export interface StatsOptions {
  tests: readonly PairTestName[];
  correct: FamilyCorrection;
  /** The system that all others are compared with; default: all pairs. */
  control?: string | undefined;
  level: number;
  bounds?: readonly [number, number];
  /** Smallest and largest value that there can be, for the test of a mean; default 0 and 1 where all values lie there. */
  range?: readonly [number, number];
}
