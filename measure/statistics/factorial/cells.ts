import { compareText } from "../../../base/text-order.ts";

export interface Factor {
  name: string;
  /** Number of levels. */
  levels: number;
}

/** Places of factors: [0, 2] is the interaction of the first and the third. */
export type EffectFactors = readonly number[];

/** Every effect of a full factorial, main effects first, then two-way interactions and so on. */
export function effectsOf(factors: readonly Factor[]): EffectFactors[] {
  const subsets = Array.from({ length: 2 ** factors.length - 1 }, (_, code) =>
    factors.map((_factor, i) => i).filter((i) => ((code + 1) >> i) & 1),
  );
  return subsets.sort((a, b) => a.length - b.length || compareText(a.join(), b.join()));
}

/**
 * What an effect adds to each combination of its levels, given one value per cell (last factor fastest): means over the
 * other factors, less everything that smaller effects explain. Sums to 0 over every factor of the effect.
 */
export function effectComponents(
  cells: readonly number[],
  factors: readonly Factor[],
  effect: EffectFactors,
): number[] {
  let table = marginalMeans(cells, factors, effect);
  const own = effect.map((i) => factors[i]!);
  own.forEach((_, axis) => {
    table = centred(table, own, axis);
  });
  return table;
}

/** Mean of the cells at each combination of levels of the named factors, in their order. */
function marginalMeans(cells: readonly number[], factors: readonly Factor[], kept: EffectFactors): number[] {
  const size = kept.reduce((product, i) => product * factors[i]!.levels, 1);
  const sums = new Array<number>(size).fill(0);
  cells.forEach((value, cell) => {
    const levels = levelsOf(cell, factors);
    const place = kept.reduce((index, i) => index * factors[i]!.levels + levels[i]!, 0);
    sums[place]! += value;
  });
  return sums.map((sum) => (sum * size) / cells.length);
}

/** Level of each factor at a cell. */
export function levelsOf(cell: number, factors: readonly Factor[]): number[] {
  const levels = new Array<number>(factors.length).fill(0);
  let rest = cell;
  for (let i = factors.length - 1; i >= 0; i--) {
    levels[i] = rest % factors[i]!.levels;
    rest = Math.floor(rest / factors[i]!.levels);
  }
  return levels;
}

/** Takes out the mean along one axis. */
function centred(table: readonly number[], factors: readonly Factor[], axis: number): number[] {
  const others = factors.map((_, i) => i).filter((i) => i !== axis);
  const means = marginalMeans(table, factors, others);
  return table.map((value, cell) => {
    const levels = levelsOf(cell, factors);
    return value - means[others.reduce((index, i) => index * factors[i]!.levels + levels[i]!, 0)]!;
  });
}
