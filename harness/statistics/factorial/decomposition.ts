import { type Random, randomInteger } from "../../../db/base/random.ts";
import { quantile } from "../basics/describe.ts";
import { cellsOf, type Design, type EffectOf, effectsOf, effectValues, freedomOf } from "./effects.ts";

export interface Component {
  /** Factors of the effect, as places in the design; [] for the block itself or for noise. */
  effect: EffectOf;
  /** `fixed`: the same in every block. `block`: how it differs from block to block. `noise`: between repeats of a cell. */
  kind: "fixed" | "block" | "noise";
  /** Variance that it adds to a cell's value, in squared units of the metric; estimates below 0 are 0. */
  variance: number;
  /** Of the sum of all components, in [0, 1]. */
  share: number;
  /** 95 % interval of the share: blocks resampled, percentiles. Null below five blocks. */
  low: number | null;
  high: number | null;
  /** Of a fixed effect: sign-flip permutation over blocks. Null for the others. */
  p: number | null;
}

export interface DecompositionOptions {
  design: Design;
  /** Mean of each cell's repeats, `blocks[block][cell]`, cells in the design's order. Complete: no block with a hole. */
  blocks: readonly (readonly number[])[];
  /** Variance between the repeats of one cell (pooled), and how many a cell has. Without repeats noise is part of the widest block effect. */
  noise?: { variance: number; repeats: number };
  random: Random;
  permutations?: number;
  resamples?: number;
}

/**
 * What the variance of a metric is made of: a full factorial of fixed factors (model, workflow, knowledge) crossed with random
 * blocks (scenarios). Components by the expected mean squares of the balanced mixed design (Searle, Casella & McCulloch,
 * Variance Components, 1992): each fixed effect is measured against its own interaction with the blocks. p: all effect values
 * of a block change sign together, so no normality is assumed, only that without an effect they are symmetric about 0.
 * Null below two blocks.
 */
export function decomposeVariance(options: DecompositionOptions): Component[] | null {
  const { design, blocks, random, permutations = 10_000, resamples = 1_000 } = options;
  if (blocks.length < 2) return null;
  const effects = effectsOf(design);
  const perBlock = effects.map((effect) => blocks.map((cells) => effectValues(cells, design, effect)));
  const means = blocks.map((cells) => cells.reduce((sum, value) => sum + value, 0) / cells.length);
  const all = { options, effects, perBlock, means };
  const everyBlock = blocks.map((_, at) => at);
  const estimates = estimate(all, everyBlock);
  const shares = sharesOf(estimates);
  const intervals = shareIntervals(all, { random, resamples });
  return estimates.map(({ effect, kind, variance }, at) => ({
    effect,
    kind,
    variance,
    share: shares[at]!,
    ...intervals[at]!,
    p: kind === "fixed" ? signFlipP(perBlock[at]!, { random, permutations }) : null,
  }));
}

interface Prepared {
  options: DecompositionOptions;
  effects: readonly EffectOf[];
  /** `perBlock[effect][block]`: the effect's value in each cell. */
  perBlock: readonly (readonly Float64Array[])[];
  /** Grand mean of each block. */
  means: readonly number[];
}

/** All components for the given blocks (a resample names some twice): fixed effects first, then blocks, their interactions, noise. */
function estimate({ options, effects, perBlock, means }: Prepared, chosen: readonly number[]) {
  const { design, noise } = options;
  const n = chosen.length;
  const cells = cellsOf(design);
  const error = noise ? noise.variance / noise.repeats : 0;
  const parts = effects.map((effect, at) => {
    const values = chosen.map((block) => perBlock[at]![block]!);
    const centre = meanVector(values);
    const fixed = centre.reduce((sum, value) => sum + value ** 2, 0) / cells;
    const spread = values.reduce((sum, one) => sum + squaredDistance(one, centre), 0) / ((n - 1) * cells);
    const own = (freedomOf(design, effect) / cells) * error;
    return { effect, fixed: Math.max(0, fixed - spread / n), block: Math.max(0, spread - own) };
  });
  const between = varianceOf(chosen.map((block) => means[block]!));
  return [
    ...parts.map(({ effect, fixed }) => ({ effect, kind: "fixed" as const, variance: fixed })),
    { effect: [], kind: "block" as const, variance: Math.max(0, between - error / cells) },
    ...parts.map(({ effect, block }) => ({ effect, kind: "block" as const, variance: block })),
    ...(noise ? [{ effect: [], kind: "noise" as const, variance: noise.variance }] : []),
  ];
}

function sharesOf(estimates: readonly { variance: number }[]): number[] {
  const total = estimates.reduce((sum, { variance }) => sum + variance, 0);
  return estimates.map(({ variance }) => (total === 0 ? 0 : variance / total));
}

/** Fewer blocks than this say nothing about their own spread. */
const LEAST_BLOCKS = 5;

function shareIntervals(all: Prepared, { random, resamples }: { random: Random; resamples: number }) {
  const blocks = all.means.length;
  const components = estimate(all, [0, 1]).length;
  if (blocks < LEAST_BLOCKS) return Array.from({ length: components }, () => ({ low: null, high: null }));
  const draws = Array.from({ length: resamples }, () =>
    sharesOf(
      estimate(
        all,
        all.means.map(() => randomInteger(random, blocks)),
      ),
    ),
  );
  return Array.from({ length: components }, (_, at) => {
    const shares = draws.map((draw) => draw[at]!);
    return { low: quantile(shares, 0.025), high: quantile(shares, 0.975) };
  });
}

/** Share of sign patterns whose mean effect is at least as large as the one seen; p = (b + 1) / (k + 1). */
function signFlipP(
  values: readonly Float64Array[],
  { random, permutations }: { random: Random; permutations: number },
): number {
  const size = (signs: (block: number) => number) => {
    const sum = new Float64Array(values[0]!.length);
    values.forEach((one, block) => {
      const sign = signs(block);
      for (let cell = 0; cell < sum.length; cell++) sum[cell]! += sign * one[cell]!;
    });
    return sum.reduce((total, value) => total + value ** 2, 0);
  };
  // Patterns that tie with what was seen up to rounding count as extreme.
  const seen = size(() => 1) * (1 - 1e-12);
  let extreme = 0;
  for (let k = 0; k < permutations; k++) if (size(() => (random() < 0.5 ? -1 : 1)) >= seen) extreme++;
  return (extreme + 1) / (permutations + 1);
}

function meanVector(values: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(values[0]!.length);
  for (const one of values) for (let cell = 0; cell < mean.length; cell++) mean[cell]! += one[cell]! / values.length;
  return mean;
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let cell = 0; cell < a.length; cell++) sum += (a[cell]! - b[cell]!) ** 2;
  return sum;
}

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
