import { type Random, shuffle } from "../../../base/random.ts";
import { mean } from "../basics/describe.ts";
import { bootstrapMeanInterval, type Interval } from "../intervals/bootstrap.ts";

export interface PairedScores {
  /** What is to be corrected. */
  score: readonly number[];
  reference: readonly number[];
  /** Pairs of one cluster (scenario) are held out together. */
  clusters: readonly string[];
}

export interface HeldOutShift {
  /** Mean of reference - score over all pairs; null without any. */
  shift: number | null;
  /** Root mean squared error against the reference, as it is and with a shift that was fitted without the pair's fold. */
  errorBefore: number | null;
  errorAfter: number | null;
  /** Mean squared error that the correction takes away on pairs that it was not fitted on; below 0 it adds some. */
  gain: number | null;
  gainInterval: Interval;
  /** The whole interval of the gain lies above 0. */
  helps: boolean;
}

const FOLDS = 5;

/**
 * Fits a constant correction and asks pairs that it was not fitted on whether it helps: five folds of whole clusters; 95 %
 * interval of the gain over clusters. Only a constant: a line through noisy scores also shrinks them to their mean, which
 * lowers squared error too, by blurring the differences that scores are there to show.
 */
export function heldOutShift(
  { score, reference, clusters }: PairedScores,
  { random, resamples }: { random: Random; resamples?: number },
): HeldOutShift {
  const names = shuffle(random, [...new Set(clusters)].sort());
  const foldOf = new Map(names.map((name, index) => [name, index % FOLDS]));
  const folds = clusters.map((name) => foldOf.get(name)!);
  const differences = score.map((value, i) => reference[i]! - value);
  const shifts = Array.from(
    { length: FOLDS },
    (_, fold) => mean(differences.filter((_d, i) => folds[i] !== fold)) ?? 0,
  );
  const before = differences.map((difference) => difference ** 2);
  const after = differences.map((difference, i) => (difference - shifts[folds[i]!]!) ** 2);
  const gains = before.map((error, i) => error - after[i]!);
  const gainInterval = bootstrapMeanInterval(gains, { clusters, random, ...(resamples && { resamples }) });
  return {
    shift: mean(differences),
    errorBefore: root(mean(before)),
    errorAfter: root(mean(after)),
    gain: mean(gains),
    gainInterval,
    helps: gainInterval.low !== null && gainInterval.low > 0,
  };
}

function root(value: number | null): number | null {
  return value === null ? null : Math.sqrt(value);
}
