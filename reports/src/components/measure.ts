import { count, decimal } from "../../../harness/charts/format.ts";
import { seriesFile } from "../../../harness/stages/report/series-file.ts";
import type { ExecutionRow, SeriesData, ToolData } from "../../../harness/stages/report/site-data.ts";
import { readFilters, readParameter } from "./address.ts";
import { type Child, h } from "./dom.ts";
import { executionsLink } from "./links.ts";

/** The numbers that the address asks for beside each execution: the scores of a metric, or the calls of a tool. */
export interface LoadedMeasure {
  label: string;
  definition: string;
  value(row: ExecutionRow): number | null;
  show(row: ExecutionRow): Child;
  /** Failed calls of a tool; absent for a metric. */
  errors?(row: ExecutionRow): number;
  /** Whether the address asks for this row: all, those with a number, those without. */
  selects(row: ExecutionRow): boolean;
}

/** Null when the address names no metric and no tool, or one that the run does not have. */
export async function loadMeasure(rows: readonly ExecutionRow[]): Promise<LoadedMeasure | null> {
  const [metric, tool] = [readParameter("metric"), readParameter("tool")];
  const numbers: Numbers | null = metric ? await loadScores(metric) : tool ? await loadCalls(tool) : null;
  if (!numbers) return null;
  const lines = new Map(rows.map((row, line) => [row.name, line]));
  const value = (row: ExecutionRow) => numbers.values[lines.get(row.name)!] ?? null;
  const has = readParameter("has");
  return {
    label: numbers.label,
    definition: numbers.definition,
    value,
    ...(numbers.errors ? { errors: (row: ExecutionRow) => numbers.errors?.[lines.get(row.name)!] ?? 0 } : {}),
    show: (row) =>
      showNumber(value(row), numbers.unit) ??
      h("small", {}, numbers.reasons[lines.get(row.name)!]?.replaceAll("_", " ") ?? "–"),
    selects: (row) => has === null || (has === "value") === (value(row) !== null),
  };
}

type Numbers = Omit<SeriesData, "metric"> & { errors?: readonly number[] };

/** Scores of one metric, in the order of the list. Null when there is no such metric. */
export async function loadScores(metric: string): Promise<SeriesData | null> {
  const response = await fetch(`./data/scores/${seriesFile(metric)}`);
  return response.ok ? response.json() : null;
}

async function loadCalls(tool: string): Promise<Numbers | null> {
  const tools: ToolData[] = await (await fetch("./data/tools.json")).json();
  const found = tools.find((entry) => entry.tool === tool);
  if (!found) return null;
  const values: (number | null)[] = [];
  const failed: number[] = [];
  for (const [line, calls, errors] of found.uses) {
    values[line] = calls;
    failed[line] = errors;
  }
  return {
    label: `calls of ${tool}`,
    definition: "calls in the execution, failed ones included",
    unit: "count",
    values,
    reasons: {},
    errors: failed,
  };
}

function showNumber(value: number | null, unit: string): string | null {
  if (value === null) return null;
  return unit === "count" || unit === "tokens" ? count(Number(value.toFixed(2))) : decimal(value, 3);
}

/** What the number is, and a way back to the whole list. */
export function measureNote({ label, definition }: LoadedMeasure): HTMLElement {
  return h(
    "p",
    { class: "caption measure" },
    h("b", {}, label),
    `: ${definition}. `,
    h("a", { href: executionsLink(readFilters()) }, "the list without it"),
  );
}

/** The aggregates that tables and figures show, over the listed executions. */
export function measureSummary({ label, value, errors }: LoadedMeasure, rows: readonly ExecutionRow[]): HTMLElement {
  const numbers = rows
    .map(value)
    .filter((number) => number !== null)
    .sort((a, b) => a - b);
  const sum = numbers.reduce((total, number) => total + number, 0);
  const middle = numbers.length / 2;
  const median = numbers.length === 0 ? null : (numbers[Math.ceil(middle) - 1]! + numbers[Math.floor(middle)]!) / 2;
  const fact = (name: string, text: string) => h("span", {}, `${name} `, h("b", { "data-fact": name }, text));
  return h(
    "p",
    { class: "facts-line", "aria-label": `${label} over these executions` },
    h("span", {}, label),
    fact("mean", numbers.length === 0 ? "–" : decimal(sum / numbers.length, 4)),
    fact("median", decimal(median, 3)),
    fact("sum", count(Number(sum.toFixed(3)))),
    fact("n", count(numbers.length)),
    errors ? fact("errors", count(rows.reduce((total, row) => total + errors(row), 0))) : null,
    fact("without a number", count(rows.length - numbers.length)),
  );
}
