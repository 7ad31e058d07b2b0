import { count, decimal } from "../../../harness/print/format.ts";
import { alternatives } from "../../../harness/results/selection/filters.ts";
import { seriesFile } from "../../../harness/show/report/series-file.ts";
import type { ExecutionRow, SeriesData, ToolData } from "../../../harness/show/report/site-data.ts";
import { readFilters, readParameter } from "./address.ts";
import { type Child, h } from "./dom.ts";
import { executionsLink } from "./links.ts";
import { formatValue } from "./table.ts";

/** Numbers that the address asks for beside each execution: the scores of a metric, or the calls of a tool. */
export interface LoadedMeasure {
  /** Of the metric or the tool. */
  name: string;
  label: string;
  definition: string;
  value(row: ExecutionRow): number | null;
  /** Why there is none; null where it is not about this execution. */
  reason(row: ExecutionRow): string | null;
  show(row: ExecutionRow): Child;
  /** Failed calls of a tool; absent for a metric. */
  errors?(row: ExecutionRow): number;
}

/** Those of the metrics and the tool in the address that the run has. */
export async function loadMeasures(series: readonly string[], rows: readonly ExecutionRow[]): Promise<LoadedMeasure[]> {
  const tool = readParameter("tool");
  const metrics = alternatives(readParameter("metric") ?? "").filter((name) => series.includes(name));
  const asked = [...metrics.map((name) => loadScores(name)), ...(tool ? [loadCalls(tool)] : [])];
  const lines = new Map(rows.map((row, line) => [row.name, line]));
  const loaded: (Numbers | null)[] = await Promise.all(asked);
  return loaded.flatMap((numbers) => (numbers ? [toMeasure(numbers, (row) => lines.get(row.name)!)] : []));
}

/** Whether the address asks for a row, by the numbers that it has. */
export function asksFor(measures: readonly LoadedMeasure[]): (row: ExecutionRow) => boolean {
  const [has, reason] = [readParameter("has"), readParameter("reason")];
  const wanted = reason === null ? null : alternatives(reason);
  return (row) => {
    if (has === "value") return measures.every((measure) => measure.value(row) !== null);
    if (has === "positive") return measures.every((measure) => (measure.value(row) ?? 0) > 0);
    if (has !== "unscored") return true;
    const reasons = measures.flatMap((measure) => measure.reason(row) ?? []);
    return reasons.some((own) => wanted === null || wanted.includes(own));
  };
}

function toMeasure(numbers: Numbers, lineOf: (row: ExecutionRow) => number): LoadedMeasure {
  const { metric: name, label, definition, unit, values, reasons, errors } = numbers;
  const value = (row: ExecutionRow) => values[lineOf(row)] ?? null;
  const reason = (row: ExecutionRow) => reasons[lineOf(row)] ?? null;
  return {
    name,
    label,
    definition,
    value,
    reason,
    ...(errors ? { errors: (row: ExecutionRow) => errors[lineOf(row)] ?? 0 } : {}),
    show: (row) => showNumber(value(row), unit) ?? h("small", {}, reason(row)?.replaceAll("_", " ") ?? "–"),
  };
}

type Numbers = SeriesData & { errors?: readonly number[] };

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
    metric: tool,
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
  if (unit === "seconds") return formatValue(value, "seconds");
  if (unit === "dollars") return `$${value.toFixed(4)}`;
  return unit === "count" || unit === "tokens" ? count(Number(value.toFixed(2))) : decimal(value, 3);
}

/** What the numbers are, and a way back to the whole list. */
export function measureNote(measures: readonly LoadedMeasure[]): HTMLElement {
  const paired = readParameter("paired");
  return h(
    "p",
    { class: "caption measure" },
    ...measures.map(({ label, definition }) => [h("b", {}, label), `: ${definition}. `]),
    paired ? `Only scenarios with a number for every ${paired.replaceAll("_", " ")} listed. ` : null,
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
