import type { Comparison } from "../../harness/results/compare/compare.ts";
import type { MetricComparison } from "../../harness/results/compare/metric-comparison.ts";

type Family = readonly MetricComparison[];

/** Tests whose corrected p is not Holm's of their family's plain ones: the largest so far of p times the tests that are left. */
export function wronglyCorrected(
  { metrics, ruled }: Pick<Comparison, "metrics" | "ruled">,
  gated: readonly string[],
): string[] {
  const isGated = ({ metric }: MetricComparison) => gated.includes(metric);
  const families = [[...metrics.filter(isGated), ...ruled], metrics.filter((row) => !isGated(row))];
  return families.flatMap((family) => wrongIn(family.filter(({ adjusted_p }) => adjusted_p !== null)));
}

function wrongIn(family: Family): string[] {
  return family
    .filter((row) => row.family !== family.length || Math.abs(row.adjusted_p! - correctedOf(row.p!, family)) > 1e-9)
    .map(({ metric, group, p, adjusted_p, family: of }) => `${metric} of ${group}: ${p} as ${adjusted_p} of ${of}`);
}

function correctedOf(own: number, family: Family): number {
  const notLarger = family.map(({ p }) => p!).filter((p) => p <= own);
  return Math.min(1, Math.max(...notLarger.map((p) => p * family.filter((row) => row.p! >= p).length)));
}
