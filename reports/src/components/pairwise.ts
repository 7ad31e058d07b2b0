import { countOf } from "../../../base/counts.ts";
import { configurationLabel, decimal, metricLabel } from "../../../harness/print/format.ts";
import { configurationName, parseConfigurationName } from "../../../harness/record/domain/names.ts";
import type { Ranking } from "../../../harness/results/analyses/rankings.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import type { StoredFigure } from "../../../harness/show/drawing/figure.ts";
import { changeOf, slope } from "../../../harness/show/figures/slope.ts";
import type { RetrievalData } from "../../../harness/show/report/pages/retrieval.ts";
import type { ExecutionRow, ExecutionsData, SeriesData } from "../../../harness/show/report/site-data.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { decodeRows } from "./execution-list.ts";
import { signed } from "./factors.ts";
import { chosenFigure } from "./figure.ts";
import { fold } from "./layout.ts";
import { numberLink } from "./links.ts";
import { loadScores } from "./measure.ts";
import { type TableColumn, table } from "./table.ts";

/** Two chosen configurations: the tested difference, and every scenario's values, the widest difference first. */
export function pairwise({ rankings }: RetrievalData, stored: StoredFigure, executions: ExecutionsData): HTMLElement {
  const rows = decodeRows(executions);
  const metrics = rankings.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  const preferred = rankings.find(({ metric }) => metric === "ndcg@10") ?? rankings[0];
  const names = preferred?.order.map(({ configuration }) => configuration) ?? [];
  if (names.length < 2)
    return h("p", { class: "nothing" }, "There are no two configurations to put beside each other.");
  const last = preferred?.order.findLast(({ mean }) => mean !== null)?.configuration;
  const options = names.map((value) => ({ value, label: nameLabel(value) }));
  return choice({ name: "by", label: "metric of the pair", options: metrics, preferred: "ndcg@10" }, (metric) =>
    choice({ name: "a", label: "first configuration", options }, (first) =>
      choice({ name: "b", label: "second configuration", options, preferred: last ?? names.at(-1) }, (second) => {
        const container = h("div", {}, h("p", { class: "lede" }, "loading …"));
        void loadScores(metric).then((series) => {
          const ranking = rankings.find((entry) => entry.metric === metric)!;
          if (series) container.replaceChildren(pairView(ranking, { rows, series, first, second, stored }));
        });
        return container;
      }),
    ),
  );
}

function nameLabel(name: string): string {
  const parts = parseConfigurationName(name);
  return parts ? configurationLabel(parts) : name;
}

interface PairOf {
  rows: readonly ExecutionRow[];
  series: SeriesData;
  first: string;
  second: string;
  stored: StoredFigure;
}

interface ScenarioPair {
  scenario: string;
  family: string;
  first: number;
  second: number;
  difference: number;
}

function pairView({ metric, pairs }: Ranking, of: PairOf): HTMLElement {
  const { first, second } = of;
  const scenarios = pairScenarios(of);
  const tested = pairs.find(
    (pair) => (pair.first === first && pair.second === second) || (pair.first === second && pair.second === first),
  );
  const sign = tested?.first === first ? 1 : -1;
  const difference = tested?.difference == null ? null : sign * tested.difference;
  const family = pairs.filter(({ holm_p }) => holm_p !== null).length;
  const sides = `${first},${second}`;
  const behind: Target = { configuration: sides, metric, has: "value", paired: "configuration" };
  const columns: TableColumn<ScenarioPair>[] = [
    {
      label: "scenario",
      cell: ({ scenario }) => h("a", { href: `./scenarios.html?scenario=${encodeURIComponent(scenario)}` }, scenario),
    },
    { label: "family", cell: ({ family }) => family },
    valueColumn("first", of),
    valueColumn("second", of),
    {
      label: "difference",
      numeric: true,
      cell: ({ scenario, difference: own }) =>
        numberLink(signed(own), { ...behind, scenario, of: "difference", at: "configuration" }),
    },
  ];
  if (first === second) return h("p", { class: "nothing" }, "Choose two different configurations.");
  const facts = {
    first: nameLabel(first),
    second: nameLabel(second),
    metric,
    difference,
    holm_p: tested?.holm_p ?? null,
    family,
  };
  const rows = scenarios.map((row) => ({
    scenario: row.scenario,
    first: row.first,
    second: row.second,
    change: changeOf(row.difference),
    sides,
  }));
  const definition = `One line per scenario that both have a value for, repeats averaged. ${tested?.holm_p == null ? "Not tested." : `Test of the mean over ${countOf(tested.n, "scenario")}, Holm over ${countOf(family, "pair")}.`}`;
  const drawn = { ...of.stored, rows, facts, definition, caption: slope.caption({ rows, facts }), marks: rows.length };
  return h(
    "div",
    {},
    chosenFigure(drawn, behind),
    fold("table: scenario by scenario", table("Scenario by scenario", columns, scenarios, "compact")),
  );
}

function valueColumn(side: "first" | "second", of: PairOf): TableColumn<ScenarioPair> {
  return {
    label: nameLabel(of[side]),
    numeric: true,
    cell: (row) =>
      numberLink(decimal(row[side], 3), {
        configuration: of[side],
        scenario: row.scenario,
        metric: of.series.metric,
        of: "mean",
      }),
  };
}

/** Scenarios for which both have a number, means over repeats; the widest difference first. */
function pairScenarios({ rows, series, first, second }: PairOf): ScenarioPair[] {
  const values = new Map<string, { family: string; first: number[]; second: number[] }>();
  rows.forEach((row, line) => {
    const value = series.values[line] ?? null;
    const name = configurationName(row);
    if (value === null || (name !== first && name !== second)) return;
    const entry = values.get(row.scenario) ?? { family: row.family, first: [], second: [] };
    if (name === first) entry.first.push(value);
    if (name === second) entry.second.push(value);
    values.set(row.scenario, entry);
  });
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  return [...values]
    .filter(([, entry]) => entry.first.length > 0 && entry.second.length > 0)
    .map(([scenario, { family, ...sides }]) => {
      const [a, b] = [mean(sides.first), mean(sides.second)];
      // Rounded to nine decimals: a sum of differences that cancel out must be a tie.
      return { scenario, family, first: a, second: b, difference: Math.round((a - b) * 1e9) / 1e9 };
    })
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.scenario < b.scenario ? -1 : 1));
}
