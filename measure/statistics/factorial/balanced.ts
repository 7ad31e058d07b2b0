import type { Random } from "../../../base/random.ts";
import { fUpper, tQuantile } from "../basics/distributions.ts";
import { type EffectFactors, effectComponents, effectsOf, type Factor } from "./cells.ts";
import { chiSquareInterval, noncentralInterval } from "./variance-interval.ts";

export interface FactorialOptions {
  factors: readonly Factor[];
  /** `values[block][cell][repeat]`; cells with the last factor fastest; a cell has as many repeats in every block. */
  values: readonly (readonly (readonly number[])[])[];
  random: Random;
  permutations?: number;
  level?: number;
}

interface FactorialEffect {
  /** "model x workflow". */
  name: string;
  factors: EffectFactors;
  f: number;
  degreesOfFreedom: readonly [number, number];
  /** Of F with the effect's interaction with blocks as error: blocks are a sample, so results hold for others. */
  p: number;
  /** The same by sign flips of whole blocks: no normal distribution, no equal variances. */
  permutationP: number;
  /** Mean squared effect over cells, unbiased (so it can fall below 0), and its interval. */
  variance: number;
  low: number;
  high: number;
  /** Mean deviation at each combination of levels, with t intervals over blocks. */
  deviations: readonly { value: number; low: number; high: number }[];
}

export interface Factorial {
  effects: readonly FactorialEffect[];
  /** Variance of a single value that comes from which block it is, from how effects change with blocks, from run to run. */
  blocks: VarianceComponent;
  byBlock: readonly (VarianceComponent & { name: string })[];
  /** Null without repeats: then it is part of the last interaction with blocks. */
  noise: VarianceComponent | null;
}

interface VarianceComponent {
  variance: number;
  low: number;
  high: number;
}

/**
 * Decomposes scores of a complete design of fixed factors, every block (scenario) run in every cell: where the variance
 * comes from, and which effects are more than luck with these blocks (mixed-model analysis of variance; Kirk,
 * Experimental Design, 2013, chapter 10). With other numbers of repeats in other cells it is the analysis of the cells' means, whose
 * error is that of a single value over the harmonic mean of the repeats (unweighted means; Winer, Brown, Michels, Statistical Principles in Experimental Design, 1991). Null below two blocks. Throws a RangeError for an incomplete design.
 */
export function balancedFactorial(options: FactorialOptions): Factorial | null {
  const { factors, values, level = 0.95 } = options;
  const cells = factors.reduce((product, factor) => product * factor.levels, 1);
  const repeats = (values[0] ?? []).map((cell) => cell.length);
  if (values.some((block) => block.length !== cells || block.some((cell, at) => cell.length !== repeats[at])))
    throw new RangeError(`every block needs ${cells} cells of ${repeats.join(", ")} repeats`);
  if (values.length < 2 || repeats.includes(0)) return null;
  const means = values.map((block) => block.map(average));
  const strata = effectsOf(factors).map((effect) => stratumOf(means, factors, effect));
  const last = strata.at(-1)!;
  const noiseSquares = values.flat().reduce((sum, cell) => sum + squares(cell, average(cell)), 0);
  const noiseFreedom = values.length * repeats.reduce((sum, n) => sum + n - 1, 0);
  // Of a cell's mean. Without repeats the last interaction with blocks stands for it.
  const isRepeated = noiseFreedom > 0;
  const error = isRepeated
    ? { mean: noiseSquares / noiseFreedom / harmonicMean(repeats), freedom: noiseFreedom }
    : { mean: last.errorMean, freedom: last.degreesOfFreedom[1] };
  const component = (mean: number, freedom: number, share: number): VarianceComponent =>
    chiSquareInterval({ mean, freedom, error, share, level });
  const blockMeans = means.map(average);
  const blockFreedom = values.length - 1;
  const blockSquares = cells * squares(blockMeans, average(blockMeans));
  return {
    effects: strata.map((stratum) => effectOf(stratum, { ...options, level, cells })),
    blocks: component(blockSquares / blockFreedom, blockFreedom, 1 / cells),
    byBlock: strata
      .filter((stratum) => isRepeated || stratum !== last)
      .map(({ name, errorMean, degreesOfFreedom }) => ({
        name: `${name} x block`,
        ...component(errorMean, degreesOfFreedom[1], degreesOfFreedom[0] / cells),
      })),
    noise: isRepeated
      ? chiSquareInterval({ mean: noiseSquares / noiseFreedom, freedom: noiseFreedom, error: null, share: 1, level })
      : null,
  };
}

function harmonicMean(counts: readonly number[]): number {
  return counts.length / counts.reduce((sum, n) => sum + 1 / n, 0);
}

interface Stratum {
  name: string;
  effect: EffectFactors;
  /** Effect of each block, and their mean. */
  components: readonly (readonly number[])[];
  mean: readonly number[];
  /** Cells behind one number of a component. */
  weight: number;
  effectMean: number;
  errorMean: number;
  degreesOfFreedom: readonly [number, number];
}

function stratumOf(means: readonly (readonly number[])[], factors: readonly Factor[], effect: EffectFactors): Stratum {
  const components = means.map((cells) => effectComponents(cells, factors, effect));
  const mean = components[0]!.map((_, place) => average(components.map((component) => component[place]!)));
  const weight = means[0]!.length / mean.length;
  const freedom = effect.reduce((product, i) => product * (factors[i]!.levels - 1), 1);
  const degreesOfFreedom: readonly [number, number] = [freedom, freedom * (means.length - 1)];
  const own = weight * means.length * mean.reduce((sum, value) => sum + value ** 2, 0);
  const rest = components.reduce((sum, row) => sum + row.reduce((s, value, i) => s + (value - mean[i]!) ** 2, 0), 0);
  return {
    name: effect.map((i) => factors[i]!.name).join(" x "),
    effect,
    components,
    mean,
    weight,
    effectMean: own / degreesOfFreedom[0],
    errorMean: (weight * rest) / degreesOfFreedom[1],
    degreesOfFreedom,
  };
}

function effectOf(stratum: Stratum, options: FactorialOptions & { level: number; cells: number }): FactorialEffect {
  const { name, effect, components, mean, effectMean, errorMean, degreesOfFreedom } = stratum;
  const { level, cells } = options;
  const n = components.length;
  // An effect that is the same in every block has no error: F is without bound, or 0 where there is no effect either.
  const f = errorMean > 0 ? effectMean / errorMean : effectMean > 0 ? Number.POSITIVE_INFINITY : 0;
  const variance = (degreesOfFreedom[0] * (effectMean - errorMean)) / (n * cells);
  // Noncentrality to mean squared effect: n cells of it per unit of error.
  const scale = errorMean / (n * cells);
  const half = tQuantile((1 + level) / 2, n - 1);
  return {
    name,
    factors: effect,
    f,
    degreesOfFreedom,
    p: Number.isFinite(f) ? fUpper(f, ...degreesOfFreedom) : 0,
    permutationP: flipP(components, mean, options),
    variance,
    ...(errorMean > 0 ? noncentralInterval({ f, degreesOfFreedom, scale, level }) : { low: variance, high: variance }),
    deviations: mean.map((value, place) => {
      const spread = squares(
        components.map((component) => component[place]!),
        value,
      );
      const reach = half * Math.sqrt(spread / (n - 1) / n);
      return { value, low: value - reach, high: value + reach };
    }),
  };
}

/** Share of sign patterns over blocks whose summed squares reach those observed; p = (b + 1) / (k + 1). */
function flipP(components: Stratum["components"], mean: Stratum["mean"], options: FactorialOptions): number {
  const { random, permutations = 2000 } = options;
  const n = components.length;
  const observed = n ** 2 * mean.reduce((sum, value) => sum + value ** 2, 0) * (1 - 1e-10);
  let extreme = 0;
  for (let k = 0; k < permutations; k++) {
    const sums = new Float64Array(mean.length);
    for (const component of components) {
      const sign = random() < 0.5 ? 1 : -1;
      for (let i = 0; i < sums.length; i++) sums[i]! += sign * component[i]!;
    }
    if (sums.reduce((total, value) => total + value ** 2, 0) >= observed) extreme++;
  }
  return (extreme + 1) / (permutations + 1);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function squares(values: readonly number[], centre: number): number {
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}
