import { WORKFLOWS } from "../../../agent/contract/contract.ts";
import { countOf } from "../../../base/counts.ts";
import { count, decimal, metricLabel } from "../../../harness/print/format.ts";
import type { FactorEffects } from "../../../harness/results/analyses/factors.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import { factorLabel, levelLabel, selectLevels } from "../../../harness/show/figures/factor-level.ts";
import type { FactorsData } from "../../../harness/show/report/pages/factors.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { numberLink, withExecutions } from "./links.ts";
import { formatValue, type TableColumn, table } from "./table.ts";

type Factor = FactorEffects["factors"][number];
type Pair = Factor["pairs"][number] & Pick<Factor, "factor" | "levels">;

/** Means of each factor's levels over the other factors, and the tests of their differences; the metric is chosen in the address. */
export function factorEffects({ factors }: FactorsData): HTMLElement {
  const options = factors.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "metric", label: "metric", options, preferred: "ndcg@10" }, (metric) => {
    const own = factors.find((effects) => effects.metric === metric)?.factors ?? [];
    return h("div", {}, levels(metric, own), differences(metric, own));
  });
}

function levels(metric: string, factors: readonly Factor[]): HTMLElement {
  const rows = factors.flatMap(({ factor, levels: all }) => all.map((level) => ({ factor, ...level })));
  return table(
    "Means of levels",
    [
      { label: "factor", cell: (row: (typeof rows)[number]) => factorLabel(row.factor) },
      { label: "level", cell: (row) => levelLabel(row.factor, row.level) },
      {
        label: `mean ${metricLabel(metric)}`,
        numeric: true,
        cell: (row) =>
          numberLink(decimal(row.mean, 3), {
            ...MATRIX,
            ...selected(selectLevels(row.factor, [row.level], { levels: [row], configurations: row.configurations })),
            metric,
            of: "scenario mean",
          }),
      },
    ],
    rows,
  );
}

/** Agents that are not made of the factors have no level of them. */
const MATRIX = { workflow: WORKFLOWS.join(",") };

/** Both levels, on the scenarios that both have a number for. */
function sides(metric: string, { factor, first, second, levels: all, configurations }: Pair): Target {
  const chosen = selectLevels(factor, [first, second], { levels: all, configurations });
  return { ...MATRIX, ...selected(chosen), metric, has: "value", paired: chosen.factor };
}

function selected({ factor, sides: names }: ReturnType<typeof selectLevels>): Target {
  return { [factor]: names };
}

function differences(metric: string, factors: readonly Factor[]): HTMLElement {
  const rows: Pair[] = factors.flatMap(({ factor, pairs, levels: all }) =>
    pairs.map((pair) => ({ factor, levels: all, ...pair })),
  );
  const link = (of: string, text: (row: Pair) => string) => (row: Pair) =>
    numberLink(text(row), { ...sides(metric, row), of, at: row.factor });
  const columns: TableColumn<Pair>[] = [
    {
      label: "difference of",
      cell: ({ factor, first, second }) => `${levelLabel(factor, first)} − ${levelLabel(factor, second)}`,
    },
    { label: "difference", numeric: true, cell: link("difference", (row) => signed(row.difference)) },
    { label: "p", numeric: true, cell: link("p", (row) => formatValue(row.p, "p")) },
    { label: "p, Holm-corrected", numeric: true, cell: link("corrected p", (row) => formatValue(row.holm_p, "p")) },
    { label: "scenarios", numeric: true, cell: link("scenarios", (row) => count(row.n)) },
  ];
  return h(
    "div",
    {},
    table("Differences of levels", columns, rows),
    h(
      "p",
      { class: "caption" },
      withExecutions(h("b", {}, describe(rows)), { ...MATRIX, metric }),
      " Paired over scenarios: each scenario's mean over the other factors, a paired test of the mean, Holm over all pairs of the metric.",
      ...aliasSentence(factors),
    ),
  );
}

/** What a fraction of a design cannot tell apart stands beside its numbers. */
function aliasSentence(factors: readonly Factor[]): string[] {
  const aliased = factors.flatMap(({ factor, aliases = [] }) =>
    aliases.length > 0
      ? [[factorLabel(factor), ...aliases.map((alias) => alias.replaceAll("_", " "))].join(" = ")]
      : [],
  );
  return aliased.length > 0 ? [` A fraction of a design, which cannot tell apart: ${aliased.join("; ")}.`] : [];
}

function describe(rows: readonly Pair[]): string {
  const significant = rows.filter(({ holm_p }) => holm_p !== null && holm_p < 0.05);
  if (significant.length === 0) return "No two levels differ significantly.";
  const [widest] = [...significant].sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0));
  const verb = significant.length === 1 ? "differs" : "differ";
  return `${significant.length} of ${countOf(rows.length, "pair")} ${verb} significantly; the widest difference of ${significant.length === 1 ? "it" : "these"} is ${levelLabel(widest!.factor, widest!.first)} against ${levelLabel(widest!.factor, widest!.second)} (${signed(widest!.difference)}).`;
}

export function signed(value: number | null, digits = 3): string {
  if (value === null) return "–";
  const text = decimal(Math.abs(value), digits);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}
