import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { grouped } from "../../../base/grouped.ts";
import { normalQuantile, tQuantile } from "../basics/distributions.ts";

/** One choice among alternatives that are described by numbers. */
export interface DescribedChoice {
  /** A row of as many numbers an alternative. */
  alternatives: readonly (readonly number[])[];
  chosen: number;
  /** What makes choices dependent: a name for each kind, two different ones at least of each. */
  clusters: readonly string[];
}

export interface FittedChoices {
  estimate: readonly number[];
  /** 95 % interval of a weighted sum of the estimates. */
  intervalOf(weights: readonly number[]): { value: number; low: number; high: number };
}

/** Newton's method ends when no estimate moves further; where there is a maximum, after some ten steps. */
const [STEPS, STILL] = [30, 1e-10];
/** Of the information's singular values, the largest by the smallest: beyond this some numbers cannot be told apart. */
const MOST_APART = 1e10;

/**
 * Conditional logit (McFadden 1974) by maximum likelihood: alternatives are chosen by the exponential of a weighted sum of their numbers. Intervals are by the sandwich of clusters crossed
 * (Cameron, Gelbach & Miller, Journal of Business & Economic Statistics 29, 2011), never narrower than by one kind alone, with Student's t of the fewest clusters less one; without
 * clusters every choice is one, and the distribution normal.
 * @returns null where the likelihood has no maximum, or more than one
 */
export function fitChoices(choices: readonly DescribedChoice[]): FittedChoices | null {
  const maximum = findMaximum(choices);
  if (maximum === null) return null;
  const { estimate, inverse } = maximum;
  const { scores } = derivatives(choices, estimate);
  const kinds = choices[0]!.clusters.map((_, kind) => choices.map(({ clusters }) => clusters[kind]!));
  const byKind = kinds.map((names) => clusterSums(scores, names));
  const all =
    kinds.length > 1
      ? [
          ...byKind,
          clusterSums(
            scores,
            choices.map(({ clusters }) => JSON.stringify(clusters)),
          ),
        ]
      : byKind;
  const each = clusterSums(scores, [...choices.keys()].map(String));
  const quantile =
    kinds.length > 0 ? tQuantile(0.975, Math.min(...byKind.map(({ length }) => length)) - 1) : normalQuantile(0.975);
  return {
    estimate,
    intervalOf(weights) {
      const through = inverse.map((row) => dot(row, weights));
      const spread = (sums: readonly number[][]) =>
        (sums.length / (sums.length - 1)) * total(sums, (one) => dot(one, through) ** 2);
      const own = byKind.map(spread);
      const crossed = all.length > 2 ? total(own, (one) => one) - spread(all[2]!) : 0;
      const half = quantile * Math.sqrt(Math.max(crossed, ...(own.length > 0 ? own : [spread(each)])));
      const value = dot(weights, estimate);
      return { value, low: value - half, high: value + half };
    },
  };
}

/** By Newton's method; `inverse` of the information there. */
function findMaximum(choices: readonly DescribedChoice[]): { estimate: number[]; inverse: number[][] } | null {
  let estimate = new Array<number>(choices[0]!.alternatives[0]!.length).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const { scores, information } = derivatives(choices, estimate);
    const inverse = inverted(information);
    if (inverse === null) return null;
    const score = estimate.map((_, k) => total(scores, (one) => one[k]!));
    const moves = inverse.map((row) => dot(row, score));
    if (moves.every((move) => Math.abs(move) < STILL)) return { estimate, inverse };
    estimate = estimate.map((value, k) => value + moves[k]!);
  }
  return null;
}

/** Of the log-likelihood: its slope by choice, and what is to be inverted for a step. */
function derivatives(choices: readonly DescribedChoice[], estimate: readonly number[]) {
  const information = estimate.map(() => new Array<number>(estimate.length).fill(0));
  const scores = choices.map(({ alternatives, chosen }) => {
    const powers = alternatives.map((row) => Math.exp(dot(row, estimate)));
    const shares = powers.map((power) => power / total(powers, (one) => one));
    const means = estimate.map((_, k) => total(shares, (share, at) => share * alternatives[at]![k]!));
    for (const [at, row] of alternatives.entries())
      for (const [i, line] of information.entries())
        for (const j of line.keys()) line[j]! += shares[at]! * (row[i]! - means[i]!) * (row[j]! - means[j]!);
    return means.map((mean, k) => alternatives[chosen]![k]! - mean);
  });
  return { scores, information };
}

function clusterSums(scores: readonly number[][], names: readonly string[]): number[][] {
  return [...grouped(names.keys(), (at) => names[at]!).values()].map((rows) =>
    scores[0]!.map((_, k) => total(rows, (row) => scores[row]![k]!)),
  );
}

/** Null of a matrix that has no inverse, or next to none. */
function inverted(matrix: readonly number[][]): number[][] | null {
  if (!matrix.flat().every(Number.isFinite)) return null;
  const parts = new SingularValueDecomposition(new Matrix([...matrix]));
  return parts.condition < MOST_APART ? parts.inverse().to2DArray() : null;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return total(a, (value, at) => value * b[at]!);
}

function total<T>(values: readonly T[], of: (value: T, at: number) => number): number {
  return values.reduce((sum, value, at) => sum + of(value, at), 0);
}
