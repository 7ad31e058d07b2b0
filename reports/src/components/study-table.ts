import type { ColumnFormat } from "../../../harness/print/column.ts";
import { configurationLabel, knowledgeLabel, metricLabel, workflowLabel } from "../../../harness/print/format.ts";
import type { Estimate } from "../../../harness/record/domain/estimate.ts";
import { parseConfigurationName } from "../../../harness/record/domain/names.ts";
import { type BehindCell, behindCells, type PageTable } from "../../../harness/results/table-format/behind.ts";
import { renderCsv } from "../../../harness/results/table-format/render-csv.ts";
import type { Column, Table, TableCell } from "../../../harness/results/table-format/table.ts";
import type { About } from "../../../harness/show/report/site-data.ts";
import { choice } from "./choice.ts";
import { type Child, h } from "./dom.ts";
import { equalNote } from "./equal-rows.ts";
import { ALL_PARTS, configurationColumn, equalStudyRows, isWhole, type RowGroup } from "./equal-study-rows.ts";
import { numberLink, rowFilters } from "./links.ts";
import { hidden, overSelection } from "./page-filters.ts";
import { saveButton } from "./save.ts";
import { formatValue, type TableColumn, table } from "./table.ts";
import { tableFinding } from "./table-finding.ts";

type Row = Table["rows"][number];

interface TableOptions {
  /** Shows the rows of one value of this column at a time, chosen in the address. */
  by?: string;
  /** Opened on demand, because it repeats the figure beside it. */
  folded?: boolean;
}

/**
 * A table of `metrics/tables/` as it is published, following the page's filters: its finding, its rows, and on demand how to read them. Each
 * number leads to its executions. Nothing for one that this run does not have (null), because it is about a suite, or about files that
 * are not there.
 */
export function studyTable(data: PageTable | null, about: About, { by, folded = false }: TableOptions = {}): Node {
  if (data === null) return document.createComment("not in this run");
  if (data.rows.length === 0) return h("p", {}, `${data.title}: nothing in this run.`);
  const part = { type: "table", name: data.name } as const;
  return overSelection<PageTable | null>(h("div", {}), { part, stored: data }, (shown, empty) => {
    if (shown === null || shown.rows.length === 0)
      return h("figure", { class: "figure" }, h("p", { class: "name" }, data.title), hidden(empty ?? NOTHING));
    const files =
      shown === data ? downloads(data.name) : saveButton("CSV", `${data.name}-selection.csv`, () => renderCsv(shown));
    const behind = behindCells(shown);
    const parts = (rows: Table["rows"], columns = shown.columns) =>
      tableFigure({ ...shown, columns, rows }, { about, folded, files, behind });
    return by === undefined ? parts(shown.rows) : oneAtATime(shown, by, parts);
  });
}

/** The rows of one value of a column, chosen in the address. */
function oneAtATime(
  data: Table,
  by: string,
  show: (rows: Table["rows"], columns: Table["columns"]) => Child,
): HTMLElement {
  const values = [...new Set(data.rows.map((row) => String(row[by])))];
  const options = values.map((value) => ({ value, label: metricLabel(value) }));
  const columns = data.columns.filter(({ key }) => key !== by);
  const label = `${data.columns.find(({ key }) => key === by)?.label ?? by}, ${data.name.replaceAll("_", " ")}`;
  return choice({ name: `${data.name}-${by}`, label, options, preferred: "ndcg@10" }, (value) =>
    show(
      data.rows.filter((row) => String(row[by]) === value),
      columns,
    ),
  );
}

const NOTHING = "Nothing of it is in this selection.";

interface TableFacts {
  about: About;
  folded: boolean;
  files: HTMLElement;
  behind: BehindCell;
}

function tableFigure(data: Table, given: TableFacts): HTMLElement {
  const { about, folded, files, behind } = given;
  const finding = tableFinding(data.name, data.rows);
  const isFolded = folded || finding?.says === "all";
  const groups = equalStudyRows(data);
  const shown = table(
    data.title,
    toColumns(data, { models: about.models, groups, behind }),
    groups.map(([row]) => row),
    "compact",
  );
  return h(
    "figure",
    { class: isFolded ? "figure folded" : "figure", id: `table-${data.name}` },
    h("figcaption", {}, h("p", { class: "name" }, data.title), finding ? h("h3", {}, finding.text) : null),
    h(
      "div",
      {},
      isFolded ? null : shown,
      h(
        "div",
        { class: "tools" },
        h(
          "details",
          { class: "definition" },
          h("summary", {}, "definition"),
          h("p", {}, ownCaption(data, about), equalNote(groups)),
        ),
        isFolded ? h("details", {}, h("summary", {}, "table"), shown) : null,
        files,
      ),
    ),
  );
}

/** Without what the bar of every page says, and every file. */
function ownCaption({ caption }: Table, { notice }: About): string {
  return notice && caption.endsWith(notice) ? caption.slice(0, -notice.length).trim() : caption;
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

/** Model, workflow and knowledge mode are one column, with the configuration's mark. */
function toColumns(
  { columns }: Table,
  { models, groups, behind }: { models: readonly string[]; groups: readonly RowGroup[]; behind: BehindCell },
): TableColumn<Row>[] {
  const whole = isWhole(columns);
  const rest = whole ? columns.filter(({ key }) => !ALL_PARTS.includes(key)) : columns;
  return [
    ...(whole ? [configurationColumn("Configuration", { models, groups })] : []),
    ...rest.map((column) =>
      column.key === "configuration" ? configurationColumn(column.label, { models, groups }) : toColumn(column, behind),
    ),
  ];
}

function toColumn(column: Column, behindOf: BehindCell): TableColumn<Row> {
  return {
    label: column.label,
    numeric: column.format !== "text",
    cell: (row) => {
      const text = showCell(column, row[column.key] ?? null);
      const behind = text === "–" ? null : behindOf(row, column.key);
      return behind === null ? text : numberLink(text, { ...rowFilters(row), ...behind });
    },
  };
}

function showCell({ key, format, interval }: Column, cell: TableCell): Child {
  if (cell === null) return "–";
  if (typeof cell === "string") return showText(key, cell);
  if (typeof cell === "number") return formatValue(cell, format);
  if (cell.mean === null) return "–";
  const text = formatValue(cell.mean, format);
  return interval && cell.low !== null ? [text, " ", h("small", {}, range(format, cell))] : text;
}

function range(format: ColumnFormat, { low, high }: Estimate): string {
  const digits = (value: number | null) =>
    value === null ? "–" : format === "percent" ? (100 * value).toFixed(0) : formatValue(value, format);
  return `${digits(low)} … ${digits(high)}`;
}

function showText(key: string, text: string): Child {
  if (key === "tool") return h("code", {}, text);
  if (key === "workflow") return workflowLabel(text);
  if (key === "knowledge") return knowledgeLabel(text);
  const configuration = parseConfigurationName(text);
  if (configuration) return configurationLabel(configuration);
  return key === "metric" || key === "of" ? metricLabel(text) : text.replaceAll("_", " ");
}
