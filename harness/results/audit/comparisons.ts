import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { analyseStats } from "../significance/analyse.ts";
import type { AuditedRow, AuditFinding } from "./audited.ts";

const LEVEL = 0.95;

/** Two systems over the items that both have a value for. */
export interface AuditComparison {
  metric: string;
  first: string;
  second: string;
  /** Independent units: common items, or their clusters where the file has some. */
  items: number;
  /** Mean of the first less that of the second, with its interval corrected as p is. */
  difference: number;
  interval: { low: number | null; high: number | null };
  /** Corrected over the pairs of the metric. */
  p: number | null;
  /** The difference that four of five such comparisons find. */
  detectable: number | null;
}

/**
 * Each pair of systems by each metric: means over repeats, paired by question and target, averaged within clusters, the test of a
 * bounded mean where values lie in 0 to 1 and sign flips elsewhere, p corrected over pairs by Holm. Nothing for one system.
 */
export function compareSystems(rows: readonly AuditedRow[]): AuditComparison[] {
  const metrics = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))];
  return metrics.flatMap((metric) => ofMetric(rows, metric));
}

/** Pairs whose means differ by less than their common items can tell. */
export function notToldApart(comparisons: readonly AuditComparison[]): AuditFinding[] {
  return comparisons
    .filter(({ p }) => p === null || p >= 1 - LEVEL)
    .map(({ metric, first, second, items, p, detectable }) => {
      const seen =
        detectable === null
          ? ""
          : `; a difference of less than ${detectable.toFixed(2)} is found in fewer than 80 % of such runs`;
      return {
        rule: "not told apart",
        severity: "warning" as const,
        finding: `${metric}: ${first} and ${second} are not told apart by ${items} common items (p ${p?.toFixed(3) ?? "none"})${seen}`,
        todo: "call neither better; ask more items",
        rows: [first, second],
      };
    });
}

function ofMetric(rows: readonly AuditedRow[], metric: string): AuditComparison[] {
  const systems = [...new Set(rows.filter((row) => row.scores[metric]?.value != null).map(({ system }) => system))];
  const items = [...grouped(rows, ({ question, target }) => `${question} ${target}`).values()];
  const table = items.map((same) => systems.map((system) => meanOf(same, { system, metric })));
  const complete = table.filter((row) => row.every((value) => value !== null));
  if (systems.length < 2 || complete.length < 2) return [];
  const clusters = items.map(([row], at) => row?.cluster ?? `item ${at}`);
  if (new Set(clusters.filter((_, at) => table[at]!.every((value) => value !== null))).size < 2) return [];
  const { pairs } = analyseStats(
    { columns: systems, rows: table.map((row) => row.map((value) => value?.toString() ?? null)), clusters },
    { tests: ["mean", "sign-flip"], correct: "holm", level: LEVEL },
  );
  return pairs.map(({ first, second, adjusted, n, estimates: [one, other], interval, detectable }) => ({
    ...{ metric, first, second, items: n, difference: one!.value! - other!.value! },
    ...{ interval: { low: interval.low, high: interval.high }, p: adjusted[0] ?? adjusted[1] ?? null, detectable },
  }));
}

function meanOf(rows: readonly AuditedRow[], { system, metric }: { system: string; metric: string }): number | null {
  const values = rows.filter((row) => row.system === system).flatMap(({ scores }) => scores[metric]?.value ?? []);
  return values.length === 0 ? null : mean(values);
}
