/** A full factorial design: how many levels each factor has. Cells are in row-major order, the last factor running fastest. */
export type Design = readonly number[];

/** Which factors an effect is about, as places in the design: [0] a main effect, [0, 2] an interaction of two. */
export type EffectOf = readonly number[];

/** All main effects and interactions of a design, main effects first. */
export function effectsOf(design: Design): EffectOf[] {
  const subsets = Array.from({ length: 2 ** design.length - 1 }, (_, at) =>
    design.flatMap((_levels, factor) => (((at + 1) >> factor) & 1 ? [factor] : [])),
  );
  // A factor with one level has no effect.
  return subsets
    .filter((factors) => factors.every((factor) => design[factor]! > 1))
    .sort((a, b) => a.length - b.length || compareLists(a, b));
}

/** Degrees of freedom: the product of levels - 1. */
export function freedomOf(design: Design, effect: EffectOf): number {
  return effect.reduce((product, factor) => product * (design[factor]! - 1), 1);
}

/** Number of cells. */
export function cellsOf(design: Design): number {
  return design.reduce((product, levels) => product * levels, 1);
}

/**
 * One effect of one block's cells, as a value for every cell: the mean over the cells that agree on the effect's factors, less
 * the effects it contains and the grand mean (inclusion and exclusion over its subsets). Sums to 0 along each of its factors.
 */
export function effectValues(cells: readonly number[], design: Design, effect: EffectOf): Float64Array {
  const values = new Float64Array(cells.length);
  for (let subset = 0; subset < 2 ** effect.length; subset++) {
    const kept = effect.filter((_, at) => (subset >> at) & 1);
    const sign = (effect.length - kept.length) % 2 === 0 ? 1 : -1;
    const means = meansOver(cells, design, kept);
    for (let cell = 0; cell < values.length; cell++) values[cell]! += sign * means[cell]!;
  }
  return values;
}

/** For every cell, the mean of all cells that have its levels of the kept factors. */
function meansOver(cells: readonly number[], design: Design, kept: EffectOf): Float64Array {
  const key = cells.map((_, cell) => keyOf(cell, design, kept));
  const sums = new Map<number, { sum: number; n: number }>();
  cells.forEach((value, cell) => {
    const entry = sums.get(key[cell]!) ?? { sum: 0, n: 0 };
    sums.set(key[cell]!, { sum: entry.sum + value, n: entry.n + 1 });
  });
  return Float64Array.from(key, (one) => sums.get(one)!.sum / sums.get(one)!.n);
}

function keyOf(cell: number, design: Design, kept: EffectOf): number {
  let rest = cell;
  let key = 0;
  let scale = 1;
  for (let factor = design.length - 1; factor >= 0; factor--) {
    const level = rest % design[factor]!;
    rest = Math.floor(rest / design[factor]!);
    if (!kept.includes(factor)) continue;
    key += level * scale;
    scale *= design[factor]!;
  }
  return key;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return 0;
}
