import { countOf } from "../../../base/counts.ts";
import { configurationLabel, decimal } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { Filters } from "../../../harness/results/selection/filters.ts";
import { shortNames } from "../../../harness/show/drawing/configuration-axis.ts";
import { PAGE } from "../../../harness/show/drawing/theme.ts";
import type { ScenariosData } from "../../../harness/show/report/pages/scenarios.ts";
import type { ExecutionRow, SeriesData } from "../../../harness/show/report/site-data.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { h } from "./dom.ts";
import { type HeatCell, heatCell, heatCells, rangeOf } from "./heat-cells.ts";
import { configurationLegend } from "./legend.ts";
import { numberLink, withExecutions } from "./links.ts";
import { configurationMark } from "./marks.ts";
import { matchesFilters } from "./select-rows.ts";

interface Selection {
  rows: readonly ExecutionRow[];
  series: SeriesData;
  filters: Filters;
}

type Configuration = ScenariosData["configurations"][number];

/** Scenarios by configurations, the worst first; those with nothing to find by themselves, since a pass means something else there. */
export function heatmap(data: ScenariosData, { rows, series, filters }: Selection): HTMLElement {
  const selected = new Set(rows.filter((row) => matchesFilters(row, filters, {})));
  const present = new Set([...selected].flatMap((row) => [row.scenario, configurationName(row)]));
  const configurations = data.configurations.filter((of) => present.has(configurationName(of)));
  const cells = heatCells(rows, { series, selected });
  const lines = data.scenarios
    .filter(({ id }) => present.has(id))
    .map((scenario) => heatLine(scenario, { configurations, cells }))
    .sort((a, b) => (a.mean ?? Infinity) - (b.mean ?? Infinity) || (a.scenario.id < b.scenario.id ? -1 : 1));
  const [findable, nothing] = [true, false].map((answerable) =>
    lines.filter(({ scenario }) => scenario.answerable === answerable),
  );
  const drawing = { configurations, series, cells };
  return h(
    "figure",
    { class: "figure" },
    configurationLegend(data.models, configurations),
    h(
      "div",
      { class: "scroll long", role: "region", "aria-label": "Heatmap", tabindex: 0 },
      h(
        "table",
        { class: "heat" },
        heatHead(configurations, data.models),
        heatGroup("something to find", findable!, drawing),
        heatGroup("nothing to find: the right answer says so", nothing!, drawing),
      ),
    ),
    h(
      "figcaption",
      { class: "caption" },
      withExecutions(h("b", {}, describe(lines, rangeOf(series))), { metric: series.metric }),
      ` ${series.label}: ${series.definition}. A cell is the mean over repeats; a dash marks an execution without this number, a dot one to which the metric does not apply. Lowest mean first. Columns in the order of the configuration.`,
    ),
  );
}

interface HeatLine {
  scenario: Scenario;
  /** Over the configurations that have the number. */
  mean: number | null;
  /** Lowest and highest of an execution. */
  extent: readonly [number, number] | null;
}

interface Drawing {
  configurations: readonly Configuration[];
  cells: ReadonlyMap<string, HeatCell>;
  series: SeriesData;
}

function heatLine(scenario: Scenario, { configurations, cells }: Omit<Drawing, "series">): HeatLine {
  const values = configurations.flatMap((of) => cells.get(`${configurationName(of)}/${scenario.id}`)?.values ?? []);
  if (values.length === 0) return { scenario, mean: null, extent: null };
  return { scenario, mean: mean(values), extent: [Math.min(...values), Math.max(...values)] };
}

/** So that names take what `.heat .turned` leaves them. */
const HEADS = { width: 560, theme: PAGE, models: [], notice: [] };

function heatHead(configurations: readonly Configuration[], models: readonly string[]): HTMLElement {
  const labels = configurations.map(configurationLabel);
  // Levels make names longer than their columns are tall.
  const shown = configurations.some(({ levels }) => levels) ? shortNames(labels, HEADS) : labels;
  const heads = configurations.map((of, at) =>
    h(
      "th",
      { scope: "col", class: "turned", title: labels[at]! },
      h("span", {}, shown[at]!),
      configurationMark(of, models),
    ),
  );
  return h(
    "thead",
    {},
    h("tr", {}, h("th", { scope: "col" }, "scenario"), ...heads, h("th", { scope: "col", class: "num" }, "mean")),
  );
}

function heatGroup(title: string, lines: readonly HeatLine[], drawing: Drawing): HTMLElement | null {
  if (lines.length === 0) return null;
  const head = h("th", { scope: "rowgroup", colspan: drawing.configurations.length + 2 }, `${title} (${lines.length})`);
  return h("tbody", {}, h("tr", { class: "group" }, head), ...lines.map((line) => heatRow(line, drawing)));
}

function heatRow({ scenario, mean }: HeatLine, { configurations, cells, series }: Drawing): HTMLElement {
  const { id, turns, family, complexity } = scenario;
  const { metric } = series;
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      h("a", { href: `./scenarios.html?scenario=${encodeURIComponent(id)}` }, id),
      h("small", { class: "which" }, ` ${family} · ${complexity.replace("_", "-")}`),
      h("span", { class: "asked", title: turns.join(" → ") }, turns.join(" → ")),
    ),
    ...configurations.map((of) => heatCell(cells.get(`${configurationName(of)}/${id}`), series)),
    h("td", { class: "num" }, numberLink(decimal(mean), { scenario: id, metric, of: "mean" })),
  );
}

function describe(lines: readonly HeatLine[], [low, high]: readonly [number, number]): string {
  const known = lines.flatMap(({ extent }) => (extent === null ? [] : [extent]));
  if (known.length === 0) return "No scenario here has this number.";
  const top = known.filter(([least]) => least === high).length;
  const bottom = known.filter(([, most]) => most === low).length;
  return `Of ${countOf(known.length, "scenario")} with this number, ${top} ${top === 1 ? "is" : "are"} at ${high} and ${bottom} at ${low} in every execution.`;
}
