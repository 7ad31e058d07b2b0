import { configurationLabel, decimal } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import type { ExecutionRow, SeriesData } from "../../../harness/show/report/site-data.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { h } from "./dom.ts";
import { executionsLink } from "./links.ts";

/** What the repeats of one configuration and scenario have. */
export interface HeatCell {
  values: number[];
  unscored: number;
  /** Of the executions. */
  names: string[];
  /** What the cell opens where there are several. */
  of: Target;
  label: string;
}

/** By `configuration/scenario`. */
export function heatCells(
  rows: readonly ExecutionRow[],
  { series, selected }: { series: SeriesData; selected: ReadonlySet<ExecutionRow> },
): Map<string, HeatCell> {
  const cells = new Map<string, HeatCell>();
  rows.forEach((row, line) => {
    if (!selected.has(row)) return;
    const key = `${configurationName(row)}/${row.scenario}`;
    const cell = cells.get(key) ?? {
      values: [],
      unscored: 0,
      names: [],
      of: { configuration: configurationName(row), scenario: row.scenario },
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

/** Lowest and highest that a value of the series can be. */
export function rangeOf({ unit }: SeriesData): readonly [number, number] {
  return unit === "likert" ? [1, 5] : [0, 1];
}

export function heatCell(cell: HeatCell | undefined, series: SeriesData): HTMLElement {
  if (!cell) return h("td", { class: "heat-cell" });
  const { values, unscored, names, of, label } = cell;
  const { metric, unit } = series;
  const [low, high] = rangeOf(series);
  const value = mean(values);
  const text = value === null ? (unscored > 0 ? "–" : "·") : valueText(value, unit);
  const share = value === null ? null : (value - low) / (high - low);
  return h(
    "td",
    { class: "heat-cell", style: share === null ? null : `--share: ${share.toFixed(3)}` },
    h("a", { href: executionsLink(names.length === 1 ? { id: names[0]! } : { ...of, metric }), title: label }, text),
  );
}

/** A share of repeats that passed is no whole number. */
function valueText(value: number, unit: string): string {
  if (unit === "binary" && Number.isInteger(value)) return String(value);
  return decimal(value, unit === "likert" ? 1 : 2).replace(/^0\./, ".");
}
