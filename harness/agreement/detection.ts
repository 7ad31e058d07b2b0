import { auroc, compareAuroc } from "../statistics/selective/auroc.ts";
import type { Value } from "./statistics.ts";

/** Rows of a label, 0 or 1, and a score. */
export function aurocOf(rows: readonly (readonly number[])[], level?: number): Value {
  const result = auroc(column(rows, 1), labels(rows), level);
  return result === null ? { value: null } : { value: result.auroc, low: result.low, high: result.high };
}

/** Rows of a label and two scores: how much better the first score tells the labels apart. */
export function aurocDifference(rows: readonly (readonly number[])[], level?: number): Value {
  const result = compareAuroc(column(rows, 1), column(rows, 2), labels(rows), level);
  return result === null
    ? { value: null }
    : { value: result.difference, low: result.low, high: result.high, p: result.p };
}

function labels(rows: readonly (readonly number[])[]): boolean[] {
  return rows.map((row) => row[0] === 1);
}

function column(rows: readonly (readonly number[])[], at: number): number[] {
  return rows.map((row) => row[at]!);
}
