import { count, percent } from "../../print/format.ts";
import type { FigureRow } from "../drawing/figure.ts";
import { areEqual, valued } from "./flat.ts";

/** Passes of the executions with a verdict. */
export interface PassCount extends FigureRow {
  model: string;
  passes: number;
  n: number;
  rate: number | null;
}

/** Adds up estimates of a pass rate: counts over n, so that the counts come back exactly by rounding. */
export function sumPasses(estimates: readonly { mean: number | null; n: number }[]) {
  const n = estimates.reduce((sum, estimate) => sum + estimate.n, 0);
  const passes = estimates.reduce((sum, { mean, n: of }) => sum + Math.round((mean ?? 0) * of), 0);
  return { passes, n, rate: n === 0 ? null : passes / n };
}

/** `12 of 52 (23.1 %)`. */
export function passText({ passes, n, rate }: PassCount): string {
  return `${count(passes)} of ${count(n)} (${percent(rate)})`;
}

/** Where every cell would be of one shade. */
export function sameRate(rows: readonly PassCount[], rate: string): string | null {
  const known = valued(rows, "rate");
  const [n, passes] = [known.reduce((sum, row) => sum + row.n, 0), known.reduce((sum, row) => sum + row.passes, 0)];
  if (!areEqual(known, (row) => row.rate)) return null;
  return `The ${rate} is the same in every cell: ${passText({ model: "", passes, n, rate: passes / n })}.`;
}
