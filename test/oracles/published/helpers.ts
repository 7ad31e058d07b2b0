import type { KappaWeighting } from "../../../measure/statistics/agreement/cohen-kappa.ts";
import type { AlphaLevel } from "../../../measure/statistics/agreement/krippendorff.ts";

export function zip(a: readonly number[], b: readonly number[]): [number, number][] {
  return a.map((value, index) => [value, b[index]!]);
}

export function weightingOf(statistic: string): KappaWeighting {
  return statistic.includes("linear") ? "linear" : statistic.includes("quadratic") ? "quadratic" : "none";
}

export function alphaLevel(statistic: string): AlphaLevel {
  return statistic.includes("nominal") ? "nominal" : statistic.includes("interval") ? "interval" : "ordinal";
}
