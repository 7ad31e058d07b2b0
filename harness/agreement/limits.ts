import { parametricLimits } from "../statistics/agreement/bland-altman.ts";
import type { Ratings } from "../statistics/agreement/ratings.ts";
import { repeatedLimits } from "../statistics/agreement/repeated-limits.ts";
import { replicateLimits } from "../statistics/agreement/replicate-limits.ts";
import type { ComputeOptions, Value } from "./statistics.ts";

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
  return [...Map.groupBy(units, (_, i) => clusters[i]!).values()];
}
