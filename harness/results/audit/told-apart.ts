import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { analyseStats } from "../significance/analyse.ts";
import type { AuditedRow, AuditFinding } from "./audited.ts";

const LEVEL = 0.95;

/**
 * Pairs of systems whose means differ by less than their common items can tell: means over repeats, paired by item, the test of a
 * bounded mean where values lie in 0 to 1 and sign flips elsewhere, p corrected over pairs by Holm. Nothing for one system.
 */
export function notToldApart(rows: readonly AuditedRow[]): AuditFinding[] {
  const metrics = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))];
  return metrics.flatMap((metric) => ofMetric(rows, metric));
}

function ofMetric(rows: readonly AuditedRow[], metric: string): AuditFinding[] {
  const systems = [...new Set(rows.filter((row) => row.scores[metric]?.value != null).map(({ system }) => system))];
  const items = grouped(rows, ({ question, target }) => `${question} ${target}`);
  const table = [...items.values()].map((same) => systems.map((system) => meanOf(same, { system, metric })));
  const complete = table.filter((row) => row.every((value) => value !== null));
  if (systems.length < 2 || complete.length < 2) return [];
  const { pairs } = analyseStats(
    { columns: systems, rows: table.map((row) => row.map((value) => value?.toString() ?? null)), clusters: null },
    { tests: ["mean", "sign-flip"], correct: "holm", level: LEVEL },
  );
  return pairs.flatMap(({ first, second, adjusted, n, detectable }) => {
    const p = adjusted[0] ?? adjusted[1] ?? null;
    if (p !== null && p < 1 - LEVEL) return [];
    const seen =
      detectable === null
        ? ""
        : `; a difference of less than ${detectable.toFixed(2)} is found in fewer than 80 % of such runs`;
    return [
      {
        rule: "not told apart",
        severity: "warning" as const,
        finding: `${metric}: ${first} and ${second} are not told apart by ${n} common items (p ${p?.toFixed(3) ?? "none"})${seen}`,
        todo: "call neither better; ask more items",
        rows: [first, second],
      },
    ];
  });
}

function meanOf(rows: readonly AuditedRow[], { system, metric }: { system: string; metric: string }): number | null {
  const values = rows.filter((row) => row.system === system).flatMap(({ scores }) => scores[metric]?.value ?? []);
  return values.length === 0 ? null : mean(values);
}
