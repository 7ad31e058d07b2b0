import { countOf } from "../../../base/counts.ts";
import { configurationName } from "../../../harness/domain/names.ts";
import { configurationLabel, decimal } from "../../../harness/drawing/format.ts";
import type { Target } from "../../../harness/figures/figure.ts";
import type { Filters } from "../../../harness/figures/filters.ts";
import type {
  About,
  ExecutionRow,
  ExecutionsData,
  ScenariosData,
  SeriesData,
} from "../../../harness/stages/report/site-data.ts";
import { readParameter } from "./address.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { decodeRows } from "./execution-list.ts";
import { configurationLegend } from "./legend.ts";
import { executionsLink, numberLink, withExecutions } from "./links.ts";
import { configurationMark } from "./marks.ts";
import { loadScores } from "./measure.ts";
import { onFilters, pageFilters } from "./page-filters.ts";
import { scenarioPage } from "./scenario.ts";
import { matchesFilters } from "./select-rows.ts";

interface ScenarioInputs {
  scenarios: ScenariosData;
  executions: ExecutionsData;
  about: About;
}

/** The heatmap of scenarios by configurations; with `?scenario=` in the address, that one scenario. */
export function scenariosPage(inputs: ScenarioInputs): HTMLElement {
  const rows = decodeRows(inputs.executions);
  const id = readParameter("scenario");
  const found = inputs.scenarios.scenarios.find((scenario) => scenario.id === id);
  if (found) return scenarioPage(inputs.scenarios, found, rows);
  const metrics = inputs.scenarios.metrics.filter(
    ({ unit }) => unit === "share" || unit === "binary" || unit === "likert",
  );
  return h(
    "div",
    {},
    h("h1", {}, "What was asked, what is true, who got it?"),
    id === null || id.includes(",")
      ? null
      : h("p", { class: "warning" }, "This run has no scenario ", h("code", {}, id), "."),
    pageFilters(inputs.about),
    choice(
      {
        name: "metric",
        label: "metric",
        preferred: "overall_score",
        options: metrics.map(({ name, label }) => ({ value: name, label })),
      },
      (metric) => {
        const container = h("div", {}, h("p", { class: "lede" }, "loading …"));
        void loadScores(metric).then((series) => {
          if (series) onFilters((filters) => container.replaceChildren(heatmap(inputs, { rows, series, filters })));
          else container.replaceChildren(h("p", { class: "nothing" }, "This run has no scores of this metric."));
        });
        return container;
      },
    ),
  );
}

interface Cells {
  rows: readonly ExecutionRow[];
  series: SeriesData;
  filters: Filters;
}

function heatmap({ scenarios: data }: ScenarioInputs, { rows, series, filters }: Cells): HTMLElement {
  const selected = new Set(rows.filter((row) => matchesFilters(row, filters, {})));
  const present = new Set([...selected].flatMap((row) => [row.scenario, configurationName(row)]));
  const scenarios = data.scenarios.filter(({ id }) => present.has(id));
  const configurations = data.configurations.filter((of) => present.has(configurationName(of)));
  const cells = collectCells(rows, { series, selected });
  const { metric } = series;
  const range = series.unit === "likert" ? ([1, 5] as const) : ([0, 1] as const);
  const means = new Map(
    scenarios.map(({ id }) => {
      const values = configurations.flatMap((of) => cells.get(`${configurationName(of)}/${id}`)?.values ?? []);
      return [id, values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length] as const;
    }),
  );
  const sorted = [...scenarios].sort(
    (a, b) => (means.get(a.id) ?? 2) - (means.get(b.id) ?? 2) || (a.id < b.id ? -1 : 1),
  );
  const head = configurations.map((of) =>
    h(
      "th",
      { scope: "col", title: configurationLabel(of) },
      h("span", { class: "sr" }, configurationLabel(of)),
      configurationMark(of, data.models),
    ),
  );
  const body = sorted.map((scenario) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("a", { href: `./scenarios.html?scenario=${encodeURIComponent(scenario.id)}` }, scenario.id),
        h(
          "small",
          { class: "which" },
          ` ${scenario.family} · ${scenario.complexity.replace("_", "-")}${scenario.answerable ? "" : " · nothing to find"}`,
        ),
      ),
      ...configurations.map((of) => heatCell(cells.get(`${configurationName(of)}/${scenario.id}`), range, metric)),
      h(
        "td",
        { class: "num" },
        numberLink(decimal(means.get(scenario.id)), { scenario: scenario.id, metric, of: "mean" }),
      ),
    ),
  );
  return h(
    "figure",
    { class: "figure" },
    configurationLegend(data.models, configurations),
    h(
      "div",
      { class: "scroll", role: "region", "aria-label": "Heatmap", tabindex: 0 },
      h(
        "table",
        { class: "heat" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "scenario, lowest mean first"),
            ...head,
            h("th", { scope: "col", class: "num" }, "mean"),
          ),
        ),
        h("tbody", {}, ...body),
      ),
    ),
    h(
      "figcaption",
      { class: "caption" },
      withExecutions(h("b", {}, describe(sorted.map(({ id }) => means.get(id) ?? null))), { metric }),
      ` ${series.label}: ${series.definition}. A cell is the mean over repeats; a dash marks an execution without this number, a dot one to which the metric does not apply. Columns in the order of the configuration.`,
    ),
  );
}

interface Cell {
  values: number[];
  unscored: number;
  /** Repeats. */
  names: string[];
  /** What the cell opens where there are several. */
  of: Target;
  label: string;
}

function collectCells(
  rows: readonly ExecutionRow[],
  { series, selected }: { series: SeriesData; selected: ReadonlySet<ExecutionRow> },
): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  rows.forEach((row, line) => {
    if (!selected.has(row)) return;
    const key = `${configurationName(row)}/${row.scenario}`;
    const cell = cells.get(key) ?? {
      values: [],
      unscored: 0,
      names: [],
      of: { model: row.model, workflow: row.workflow, knowledge: row.knowledge, scenario: row.scenario },
      label: `${row.scenario}, ${configurationLabel(row)}`,
    };
    cell.names.push(row.name);
    const value = series.values[line] ?? null;
    if (value !== null) cell.values.push(value);
    else if (series.reasons[line] !== undefined) cell.unscored++;
    cells.set(key, cell);
  });
  return cells;
}

function heatCell(cell: Cell | undefined, [low, high]: readonly [number, number], metric: string): HTMLElement {
  if (!cell) return h("td", { class: "heat-cell" });
  const { values, unscored, names, of, label } = cell;
  const mean = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const text = mean === null ? (unscored > 0 ? "–" : "·") : decimal(mean, high === 5 ? 1 : 2).replace(/^0\./, ".");
  const share = mean === null ? null : (mean - low) / (high - low);
  return h(
    "td",
    { class: "heat-cell", style: share === null ? null : `--share: ${share.toFixed(3)}` },
    h(
      "a",
      {
        href: executionsLink(names.length === 1 ? { id: names[0]! } : { ...of, metric }),
        title: label,
      },
      text,
    ),
  );
}

function describe(means: readonly (number | null)[]): string {
  const known = means.filter((mean) => mean !== null);
  if (known.length === 0) return "No scenario here has this number.";
  const none = known.filter((mean) => mean === 0).length;
  const all = known.filter((mean) => mean === 1).length;
  return `Of ${countOf(known.length, "scenario")}, ${all} ${all === 1 ? "is" : "are"} answered fully by every configuration and ${none} by none.`;
}
