import {
  configurationLabel,
  count,
  decimal,
  knowledgeLabel,
  metricLabel,
  percent,
  workflowLabel,
} from "../../../harness/charts/format.ts";
import type { Estimate } from "../../../harness/domain/summary.ts";
import type { About } from "../../../harness/stages/report/site-data.ts";
import type { Column, Table, TableCell } from "../../../harness/tables/table.ts";
import { choice } from "./choice.ts";
import { type Child, h } from "./dom.ts";
import { type Aggregate, configurationFilters, executionsLink, type Measure, numberLink, rowFilters } from "./links.ts";
import { configurationMark } from "./marks.ts";
import { ignoredNote, onFilters, selectRows } from "./page-filters.ts";
import { formatValue, type TableColumn, table } from "./table.ts";

type Row = Table["rows"][number];

/** Columns whose name is not that of the metric that they are made of. */
const METRIC_OF: Readonly<Record<string, string>> = {
  correct: "abstention_correct",
  missed: "abstention_missed",
  correct_rate: "abstention_correct",
  false: "abstention_false",
  false_rate: "abstention_false",
  calls: "tool_calls",
  errors: "tool_errors",
  passes: "pass",
  found: "retrieved_reported",
  lost_in_communication: "retrieved_unreported",
  unseen: "unretrieved_reported",
  lost_in_retrieval: "unretrieved_unreported",
  invented: "hallucinated_ids",
};

/**
 * A table of `metrics/tables/` as it is published, following the page's filters; each number leads to its executions.
 * Nothing for one that this run does not have (null), because it is about a suite, or about files that are not there.
 * @param by shows the rows of one value of this column at a time, chosen in the address
 */
export function studyTable(data: Table | null, about: About, { by }: { by?: string } = {}): Node {
  if (data === null || data.rows.length === 0) return document.createComment("not in this run");
  if (by === undefined) return wholeTable(data, about);
  const values = [...new Set(data.rows.map((row) => String(row[by])))];
  const options = values.map((value) => ({ value, label: metricLabel(value) }));
  const columns = data.columns.filter(({ key }) => key !== by);
  const label = `${data.columns.find(({ key }) => key === by)?.label ?? by}, ${data.name.replaceAll("_", " ")}`;
  return choice({ name: `${data.name}-${by}`, label, options, preferred: "ndcg@10" }, (value) =>
    wholeTable({ ...data, columns, rows: data.rows.filter((row) => String(row[by]) === value) }, about),
  );
}

function wholeTable(data: Table, about: About): HTMLElement {
  const container = h("div", {});
  const columns = toColumns(data.columns, about);
  onFilters((filters) => {
    const { rows, ignored } = selectRows(data.rows, filters);
    container.replaceChildren(
      rows.length === 0
        ? h("p", { class: "nothing" }, "No row is selected by these filters.")
        : table(data.title, columns, rows, "compact"),
      ...[ignoredNote(ignored)].filter((note) => note !== null),
    );
  });
  return h(
    "figure",
    { class: "figure", id: `table-${data.name}` },
    container,
    h("figcaption", { class: "caption" }, h("b", {}, `${data.title}.`), " ", data.caption),
    h("div", { class: "tools" }, downloads(data.name)),
  );
}

function downloads(name: string): HTMLElement {
  const link = (extension: string, text: string) =>
    h("a", { href: `./tables/${name}.${extension}`, download: `${name}.${extension}` }, text);
  return h(
    "span",
    { class: "downloads" },
    link("csv", "CSV"),
    " · ",
    link("md", "Markdown"),
    " · ",
    link("tex", "LaTeX"),
  );
}

const PARTS = ["model", "workflow", "knowledge"];

/** Model, workflow and knowledge mode are one column, with the configuration's mark. */
function toColumns(columns: readonly Column[], { models, metrics }: About): TableColumn<Row>[] {
  const known = new Set(metrics);
  const whole = PARTS.every((part) => columns.some(({ key }) => key === part));
  const rest = whole ? columns.filter(({ key }) => !PARTS.includes(key)) : columns;
  return [...(whole ? [configurationColumn(models)] : []), ...rest.map((column) => toColumn(column, known))];
}

function configurationColumn(models: readonly string[]): TableColumn<Row> {
  return {
    label: "Configuration",
    cell: (row) => {
      const of = { model: String(row.model), workflow: String(row.workflow), knowledge: String(row.knowledge) };
      return [configurationMark(of, models), " ", h("a", { href: executionsLink(of) }, configurationLabel(of))];
    },
  };
}

function toColumn(column: Column, known: ReadonlySet<string>): TableColumn<Row> {
  return {
    label: column.label,
    numeric: column.show !== "text",
    cell: (row) => {
      const text = showCell(column, row[column.key] ?? null);
      if (column.show === "text" || text === "–") return text;
      const measure = measureOf(column.key, row, known);
      return numberLink(text, rowFilters(row), { ...measure, of: aggregateOf(column, row) });
    },
  };
}

/** What a number is made of: the calls of its row's tool, its column's metric, or the metric that its row is about. */
function measureOf(key: string, row: Row, known: ReadonlySet<string>): Measure {
  if (typeof row.tool === "string") return { tool: row.tool };
  const metric = [METRIC_OF[key], key, row.metric, row.of].find(
    (name): name is string => typeof name === "string" && known.has(name),
  );
  return metric === undefined ? {} : { metric };
}

const SUMS = new Set([
  "correct",
  "missed",
  "false",
  "calls",
  "errors",
  "passes",
  "found",
  "lost_in_communication",
  "unseen",
  "lost_in_retrieval",
  "invented",
]);
const MEDIANS = new Set(["tool_calls", "tokens_in", "tokens_out"]);

function aggregateOf({ key }: Column, row: Row): Aggregate | undefined {
  const cell = row[key];
  if (typeof cell === "object" && cell !== null) return "mean";
  if (SUMS.has(key) && !(key === "errors" && "tool" in row)) return "sum";
  return MEDIANS.has(key) ? "median" : undefined;
}

function showCell({ key, show, interval }: Column, cell: TableCell): Child {
  if (cell === null) return "–";
  if (typeof cell === "string") return showText(key, cell);
  if (typeof cell === "number") return showNumber(show, cell);
  if (cell.mean === null) return "–";
  const text = showNumber(show, cell.mean);
  return interval && cell.low !== null ? [text, " ", h("small", {}, range(show, cell))] : text;
}

function range(show: Column["show"], { low, high }: Estimate): string {
  const digits = (value: number | null) =>
    value === null ? "–" : show === "percent" ? (100 * value).toFixed(0) : showNumber(show, value);
  return `${digits(low)} … ${digits(high)}`;
}

function showText(key: string, text: string): Child {
  if (key === "tool") return h("code", {}, text);
  if (key === "workflow") return workflowLabel(text);
  if (key === "knowledge") return knowledgeLabel(text);
  const configuration = configurationFilters(text);
  if (configuration) return configurationLabel(configuration as Parameters<typeof configurationLabel>[0]);
  return key === "metric" || key === "of" ? metricLabel(text) : text.replaceAll("_", " ");
}

function showNumber(show: Column["show"], value: number): string {
  const formats: Record<Column["show"], () => string> = {
    text: () => String(value),
    count: () => formatValue(value, "count"),
    share: () => decimal(value, 3),
    percent: () => percent(value),
    rating: () => decimal(value),
    p: () => formatValue(value, "p"),
    signed: () => decimal(value, 3),
  };
  return Number.isFinite(value) ? formats[show]() : count(null);
}
