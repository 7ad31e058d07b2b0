import { type Random, randomInteger } from "../../../base/random.ts";
import { normalQuantile } from "../../../measure/statistics/basics/distributions.ts";

/** One question to the outside packages, and our answer to it: numbers in the same order, null where undefined. */
export interface OracleCase {
  /** Name of the function in oracle.py. */
  kind: string;
  input: unknown;
  ours: readonly (number | null)[];
}

/** Makes one random case. `index` lets it go through variants in turn. */
export type CaseMaker = (random: Random, index: number) => OracleCase;

export function integers(random: Random, n: number, from: number, to: number): number[] {
  return Array.from({ length: n }, () => from + randomInteger(random, to - from + 1));
}

export function normals(random: Random, n: number): number[] {
  return Array.from({ length: n }, () => normalQuantile(random() * 0.999999 + 5e-7));
}

/** Numbers of a kind that scores have: normal, few levels with many ties, or eighths (sums of which are exact). */
export function scores(random: Random, n: number, index: number): number[] {
  if (index % 3 === 0) return normals(random, n);
  if (index % 3 === 1) return integers(random, n, 0, 4);
  return integers(random, n, -24, 24).map((value) => value / 8);
}

export function size(random: Random, from: number, to: number): number {
  return from + randomInteger(random, to - from + 1);
}

export function many<T>(n: number, make: () => T): T[] {
  return Array.from({ length: n }, make);
}

export function zip(a: readonly number[], b: readonly number[]): [number, number][] {
  return a.map((value, i) => [value, b[i]!]);
}

/** Only where both packages are asked for the same thing: two different values at least. */
export function varied(make: () => number[]): number[] {
  for (;;) {
    const values = make();
    if (new Set(values).size > 1) return values;
  }
}
