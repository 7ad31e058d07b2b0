/**
 * Ranks from 1, ties sharing the mean of theirs (midranks). With weights, value i is taken as standing there `weights[i]`
 * times; the ranks are those in the repeated list.
 * Example: [10, 20, 20, 5] gives [2, 3.5, 3.5, 1].
 */
export function midranks(values: readonly number[], weights?: ArrayLike<number>): Float64Array {
  return rankLevels(levelsOf(values), weights);
}

/** Values coded by their place among the distinct values, so that many reweighted rankings cost one sort. */
export interface Levels {
  readonly level: Uint32Array;
  readonly count: number;
}

export function levelsOf(values: readonly number[]): Levels {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const codes = new Map(distinct.map((value, code) => [value, code]));
  return { level: Uint32Array.from(values, (value) => codes.get(value)!), count: distinct.length };
}

/** Writes the midranks into `into` when given, so that a bootstrap makes no garbage. */
export function rankLevels(
  { level, count }: Levels,
  weights?: ArrayLike<number>,
  into = new Float64Array(level.length),
): Float64Array {
  const ranks = new Float64Array(count);
  for (let i = 0; i < level.length; i++) ranks[level[i]!]! += weights ? weights[i]! : 1;
  let below = 0;
  for (let code = 0; code < count; code++) {
    const size = ranks[code]!;
    ranks[code] = below + (size + 1) / 2;
    below += size;
  }
  for (let i = 0; i < level.length; i++) into[i] = ranks[level[i]!]!;
  return into;
}
