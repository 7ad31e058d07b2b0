import { grouped } from "../../../base/grouped.ts";
import { parametricLimits } from "../../../measure/statistics/agreement/bland-altman.ts";
import type { EstimateOptions } from "../../../measure/statistics/agreement/chance-corrected.ts";
import type { Ratings } from "../../../measure/statistics/agreement/ratings.ts";
import { repeatedLimits } from "../../../measure/statistics/agreement/repeated-limits.ts";
import { replicateLimits } from "../../../measure/statistics/agreement/replicate-limits.ts";
import { wilsonInterval } from "../../../measure/statistics/intervals/wilson.ts";
import { auroc, compareAuroc } from "../../../measure/statistics/selective/auroc.ts";
import { detectionScores } from "../../../measure/statistics/selective/detection.ts";

export interface Value {
  value: number | null;
  /** By formula; left out where a bootstrap is the way. */
  low?: number | null;
  high?: number | null;
  p?: number | null;
}

export interface ComputeOptions extends EstimateOptions {
  /** Of each unit; null where items are independent. */
  clusters?: readonly string[] | null;
}

/** With the formula's interval at its own 95 %; at another level a bootstrap has to do. */
export function parametricLimit(
  pairs: { x: readonly number[]; y: readonly number[]; level?: number },
  which: "bias" | "lower" | "upper",
): Value {
  const limits = parametricLimits(pairs.x.map((value, i) => value - pairs.y[i]!));
  if (limits === null) return { value: null };
  return pairs.level === 0.95 ? limits[which] : { value: limits[which].value };
}

/** Each cluster is a subject, its lines replicates that belong together in no way: one method may have more of them. */
export function replicateLimit(which: "lower" | "upper") {
  return (units: Ratings, { clusters }: ComputeOptions): Value => {
    const subjects = bySubject(units, clusters ?? []);
    const of = (method: number) =>
      subjects.map((lines) => lines.map((line) => line[method]!).filter((value) => value !== null));
    return { value: replicateLimits(of(0), of(1))?.[which] ?? null };
  };
}

/** Each line is a pair, measured at one time. */
export function repeatedLimit(which: "lower" | "upper") {
  return (units: Ratings, { clusters }: ComputeOptions): Value => {
    const differences = bySubject(units, clusters ?? []).map((lines) =>
      lines.flatMap(([a, b]) => (a === null || b === null ? [] : [a! - b!])),
    );
    return { value: repeatedLimits(differences)?.[which] ?? null };
  };
}

function bySubject(units: Ratings, clusters: readonly string[]): Ratings[number][][] {
  return [...grouped(units.keys(), (row) => clusters[row]!).values()].map((rows) => rows.map((row) => units[row]!));
}

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

/** Rows of a label and a decision, each 0 or 1. Shares of independent items have Wilson's interval; F1 is bootstrapped. */
export function decisionScore(
  rows: readonly (readonly number[])[],
  name: "precision" | "recall" | "f1",
  level?: number,
): Value {
  const decided = rows.map((row) => row[1] === 1);
  const scores = detectionScores(decided, labels(rows));
  if (name === "f1") return { value: scores.f1 };
  const missed = name === "precision" ? scores.falsePositive : scores.falseNegative;
  return { value: scores[name], ...wilsonInterval(scores.truePositive, scores.truePositive + missed, level) };
}

function labels(rows: readonly (readonly number[])[]): boolean[] {
  return rows.map((row) => row[0] === 1);
}

function column(rows: readonly (readonly number[])[], at: number): number[] {
  return rows.map((row) => row[at]!);
}
