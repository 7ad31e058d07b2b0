import { normalCdf } from "../basics/distributions.ts";
import { midranks } from "../basics/ranks.ts";
import { showTies, TIE_TOLERANCE } from "./hidden-ties.ts";

/** Up to this many pairs that differ, p is exact: the distribution of the rank sum has at most 2,551 values. */
const EXACT_UP_TO = 50;

/** How p is computed, and which differences count as ties. */
export interface WilcoxonOptions {
  /** Default: exact up to 50 pairs that differ, the normal approximation beyond. */
  method?: "exact" | "normal";
  /** Of the normal approximation; default true, as in R. */
  continuity?: boolean;
  /** See `showTies`; 0 ranks the raw doubles as R and scipy do. */
  tieTolerance?: number;
}

/** The signed-rank statistic, pairs that differ, p two-sided and for differences above 0; `exact` where counted, not approximated. */
export interface Wilcoxon {
  /** Sum of the ranks of positive differences. */
  v: number;
  /** Pairs that differ. */
  n: number;
  p: number;
  pGreater: number;
  exact: boolean;
}

/**
 * Wilcoxon's signed-rank test (Biometrics Bulletin 1, 1945): are differences symmetric about 0? Zeros drop out, ties
 * share midranks. Exact p counts all sign patterns of these very ranks, so it is exact with ties as well (R and scipy
 * fall back to the normal approximation there). Null when no pair differs.
 */
export function wilcoxonSignedRank(differences: readonly number[], options: WilcoxonOptions = {}): Wilcoxon | null {
  const kept = showTies(differences, options.tieTolerance ?? TIE_TOLERANCE).filter((value) => value !== 0);
  const n = kept.length;
  if (n === 0) return null;
  const ranks = midranks(kept.map(Math.abs));
  const v = kept.reduce((sum, value, i) => sum + (value > 0 ? ranks[i]! : 0), 0);
  const exact = options.method ? options.method === "exact" : n <= EXACT_UP_TO;
  const tails = exact ? exactTails(ranks, v) : normalTails(ranks, v, options.continuity ?? true);
  return { v, n, p: Math.min(1, 2 * Math.min(tails.atLeast, tails.atMost)), pGreater: tails.atLeast, exact };
}

function exactTails(ranks: Float64Array, v: number): { atLeast: number; atMost: number } {
  const shares = rankSumShares(ranks);
  let [atLeast, atMost] = [0, 0];
  shares.forEach((share, doubled) => {
    if (doubled >= 2 * v) atLeast += share;
    if (doubled <= 2 * v) atMost += share;
  });
  return { atLeast, atMost };
}

/** Probability of each possible rank sum, doubled so that midranks are whole, when every sign is a coin toss. */
export function rankSumShares(ranks: ArrayLike<number>): Float64Array {
  const doubled = Array.from(ranks, (rank) => Math.round(2 * rank));
  const shares = new Float64Array(doubled.reduce((sum, rank) => sum + rank, 0) + 1);
  shares[0] = 1;
  let top = 0;
  for (const rank of doubled) {
    top += rank;
    for (let sum = top; sum >= 0; sum--) shares[sum] = (shares[sum]! + (sum >= rank ? shares[sum - rank]! : 0)) / 2;
  }
  return shares;
}

function normalTails(ranks: Float64Array, v: number, continuity: boolean): { atLeast: number; atMost: number } {
  const expected = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  // Half the sum of squared midranks holds the correction for ties.
  const sd = Math.sqrt(ranks.reduce((sum, rank) => sum + rank ** 2, 0) / 4);
  const half = continuity ? 0.5 : 0;
  return { atLeast: normalCdf(-(v - expected - half) / sd), atMost: normalCdf((v - expected + half) / sd) };
}
