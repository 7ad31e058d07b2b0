import { mean } from "../basics/describe.ts";
import { fQuantile, tUpper } from "../basics/distributions.ts";

/** How much whole runs of one system differ, and how much their scenarios do beside that. */
export interface BetweenRuns {
  runs: number;
  /** Observations in each run: scenarios, or clusters of them. */
  observations: number;
  /** Mean squares of an analysis of variance: of runs, and of runs by scenarios. Equal where nothing moves a whole run. */
  runSquare: number;
  leftSquare: number;
}

/**
 * Analysis of variance of runs (rows) by scenarios (columns), in the square of the scores' unit. Null with fewer than two runs or two scenarios, or
 * where every run gave the same: then nothing is known of what moves one.
 */
export function betweenRuns(scores: readonly (readonly number[])[]): BetweenRuns | null {
  const [runs, observations] = [scores.length, scores[0]?.length ?? 0];
  if (runs < 2 || observations < 2) return null;
  const ofRuns = scores.map((row) => mean(row)!);
  const ofScenarios = Array.from({ length: observations }, (_, at) => mean(scores.map((row) => row[at]!))!);
  const whole = mean(ofRuns)!;
  const left = scores.flatMap((row, run) => row.map((score, at) => score - ofRuns[run]! - ofScenarios[at]! + whole));
  const runSquare = (observations * squares(ofRuns.map((own) => own - whole))) / (runs - 1);
  const leftSquare = squares(left) / ((runs - 1) * (observations - 1));
  return Math.max(runSquare, leftSquare) < 1e-12 ? null : { runs, observations, runSquare, leftSquare };
}

function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value ** 2, 0);
}

/** Standard deviation of one observation's difference between two runs, apart from what moves a whole run. */
export function spreadOfDifference({ leftSquare }: BetweenRuns): number {
  return Math.sqrt(2 * leftSquare);
}

/**
 * Standard deviation of the mean difference of two runs; never below what the scenarios alone make it. With a confidence its upper bound: the
 * mean square of runs over that quantile of F with k - 1 and (k - 1)(n - 1) degrees of freedom, exact where what moves a run is normal.
 */
export function differenceDeviation(
  { runs, observations, runSquare, leftSquare }: BetweenRuns,
  confidence?: number,
): number {
  const least = confidence === undefined ? 1 : fQuantile(1 - confidence, runs - 1, (runs - 1) * (observations - 1));
  return Math.sqrt((2 * Math.max(leftSquare, runSquare / least)) / observations);
}

/** How often two runs of one system differ by at least `threshold` in one direction, by Student's t with n - 1 degrees of freedom. */
export function falseAlarmRate(threshold: number, deviation: number, observations: number): number {
  return threshold === Infinity ? 0 : tUpper(threshold / deviation, observations - 1);
}
