import { grouped } from "../../../base/grouped.ts";
import { decimal, metricLabel } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { BreakdownRow } from "../../../harness/results/analyses/summary.ts";
import type { RetrievalData } from "../../../harness/show/report/pages/retrieval.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { equalFilters, equalLabel, equalNote, equalRows } from "./equal-rows.ts";
import { numberLink, withExecutions } from "./links.ts";
import { type TableColumn, table } from "./table.ts";

/** One metric per family and complexity: configurations down, levels across. */
export function breakdown({ models, breakdown: rows }: RetrievalData): HTMLElement {
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  const options = metrics.map((metric) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "metric", label: "metric", options, preferred: "ndcg@10" }, (metric) =>
    breakdownTable(
      rows.filter((row) => row.metric === metric),
      models,
    ),
  );
}

type Group = readonly [BreakdownRow, ...BreakdownRow[]];

function breakdownTable(rows: readonly BreakdownRow[], models: readonly string[]): HTMLElement {
  const metric = rows[0]?.metric ?? "";
  if (rows.every(({ estimate }) => estimate.mean === null))
    return h("p", { class: "nothing" }, `No execution has a value of ${metricLabel(metric)}.`);
  const levels = [...new Map(rows.map((row) => [`${row.by} ${row.level}`, row])).values()];
  const byConfiguration = grouped(rows, configurationName);
  const groups = equalRows(
    [...byConfiguration.values()].map(([row]) => row!),
    (row) => byConfiguration.get(configurationName(row))!.map(({ by, level, estimate }) => [by, level, estimate]),
  );
  const columns: TableColumn<Group>[] = [
    { label: "configuration", cell: (group) => equalLabel(group, models) },
    ...levels.map(({ by, level }) => ({
      label: `${level.replace("_", "-")}`,
      numeric: true,
      cell: (group: Group) => {
        const own = byConfiguration.get(configurationName(group[0]))!;
        const found = own.find((entry) => entry.by === by && entry.level === level);
        if (!found || found.estimate.mean === null) return "–";
        const { mean, low, high, n } = found.estimate;
        return h(
          "span",
          { title: `n = ${n}${low === null ? "" : `, 95 % from ${decimal(low)} to ${decimal(high)}`}` },
          numberLink([decimal(mean), h("small", {}, ` ${n}`)], {
            ...equalFilters(group),
            [by]: level,
            metric,
            of: "mean",
          }),
        );
      },
    })),
  ];
  return h(
    "div",
    {},
    table(`${metricLabel(metric)} by family and complexity`, columns, groups, "compact"),
    h(
      "p",
      { class: "caption" },
      withExecutions(h("b", {}, rangeOfFamilies(rows)), { metric }),
      ` Means; the small number is how many executions of a configuration have one; hover for the interval.${equalNote(groups)}`,
    ),
  );
}

function rangeOfFamilies(rows: readonly BreakdownRow[]): string {
  const sums = new Map<string, { sum: number; n: number }>();
  for (const { by, level, estimate } of rows) {
    if (by !== "family" || estimate.mean === null) continue;
    const entry = sums.get(level) ?? { sum: 0, n: 0 };
    sums.set(level, { sum: entry.sum + estimate.mean * estimate.n, n: entry.n + estimate.n });
  }
  const ranked = [...sums].map(([level, { sum, n }]) => ({ level, mean: sum / n })).sort((a, b) => a.mean - b.mean);
  if (ranked.length < 2) return "";
  const [low, high] = [ranked[0]!, ranked.at(-1)!];
  if (decimal(low.mean) === decimal(high.mean)) return `The mean of every family is ${decimal(low.mean)}.`;
  return `Means over these configurations run from ${decimal(low.mean)} (${low.level}) to ${decimal(high.mean)} (${high.level}).`;
}
