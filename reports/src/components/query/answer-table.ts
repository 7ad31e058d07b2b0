import { count } from "../../../../harness/print/format.ts";
import type { AnswerValue, QueryAnswer } from "../../../duckdb/answer.ts";
import { type Child, h } from "../dom.ts";
import { executionsLink, rowFilters } from "../links.ts";
import { table } from "../table.ts";
import { NUMERIC } from "./answer-columns.ts";
import { download } from "./download.ts";
import { toCsvFile } from "./export-cells.ts";

const SHOWN_ROWS = 200;
/** Longer texts are cut in the table, not in the CSV file. */
const SHOWN_CHARACTERS = 300;

/** What the run has a page for. */
export interface LinkedIds {
  executions: ReadonlySet<string>;
  scenarios: ReadonlySet<string>;
}

interface AnswerOptions {
  name: string;
  known: LinkedIds;
  /** Draws the answer; what is above it in the page runs no further. */
  chart: () => void;
}

/** An answer with its types, by its own order or a column's; what names an execution or a scenario leads to it, what names a part of the matrix to its executions. */
export function answerTable(answer: QueryAnswer, { name, known, chart }: AnswerOptions): HTMLElement {
  const csv = () => download("answer.csv", toCsvFile(answer), "text/csv");
  const sorted = h("div");
  let order: Order | null = null;
  const draw = () => {
    const sort = (column: number) => {
      order = nextOrder(order, column);
      draw();
      sorted.querySelectorAll<HTMLElement>("th .sort")[column]?.focus();
    };
    sorted.replaceChildren(rowTable(answer, { name, known, order, sort }));
  };
  draw();
  return h(
    "div",
    {},
    sorted,
    h(
      "div",
      { class: "cell-tools" },
      h("span", { class: "found" }, describeRows(answer)),
      answer.rows.length > 0 ? h("button", { type: "button", onclick: chart }, "Chart") : null,
      h("button", { type: "button", onclick: csv }, "CSV"),
    ),
  );
}

interface Order {
  column: number;
  direction: "ascending" | "descending";
}

/** Descending first, as one looks for the most; then ascending, then as the query gave them. */
function nextOrder(order: Order | null, column: number): Order | null {
  if (order?.column !== column) return { column, direction: "descending" };
  return order.direction === "descending" ? { column, direction: "ascending" } : null;
}

interface RowsShown extends Pick<AnswerOptions, "name" | "known"> {
  order: Order | null;
  sort: (column: number) => void;
}

function rowTable({ columns, rows }: QueryAnswer, { name, known, order, sort }: RowsShown): HTMLElement {
  const cells = columns.map(({ name, type }, index) => {
    const sorted = order?.column === index ? order.direction : undefined;
    const arrow = sorted === undefined ? "" : sorted === "descending" ? " ↓" : " ↑";
    return {
      label: name,
      head: [
        h("button", { type: "button", class: "sort", onclick: () => sort(index) }, name, arrow),
        " ",
        h("small", {}, type),
      ],
      sorted,
      numeric: NUMERIC.has(type),
      cell: (row: Named) => linked(name, row, { value: row.values[index] ?? null, known }),
    };
  });
  const shown = inOrder(rows, order).slice(0, SHOWN_ROWS);
  return table(
    name,
    cells,
    shown.map((values) => toNamed(columns, values)),
    "compact",
  );
}

/** What has no value comes last either way. */
function inOrder(rows: QueryAnswer["rows"], order: Order | null): QueryAnswer["rows"] {
  if (order === null) return rows;
  const sign = order.direction === "ascending" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [x, y] = [a[order.column] ?? null, b[order.column] ?? null];
    if (x === y) return 0;
    if (x === null || y === null) return x === null ? 1 : -1;
    return x < y ? -sign : sign;
  });
}

interface Named {
  values: readonly AnswerValue[];
  byName: Readonly<Record<string, AnswerValue>>;
}

function toNamed(columns: QueryAnswer["columns"], values: readonly AnswerValue[]): Named {
  return { values, byName: Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? null])) };
}

function describeRows({ rows, more }: QueryAnswer): string {
  const found = more
    ? `more than ${count(rows.length)} rows, of which the first ${count(rows.length)} were fetched`
    : `${count(rows.length)} ${rows.length === 1 ? "row" : "rows"}`;
  return rows.length > SHOWN_ROWS ? `${found}; ${SHOWN_ROWS} are shown, in the order of the table` : found;
}

function showValue(value: AnswerValue): Child {
  if (value === null) return h("span", { class: "missing" }, "null");
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  const text = String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text;
}

/** By the name of its column, and whatever a column is called by what is in it. */
function linked(column: string, { byName }: Named, { value, known }: { value: AnswerValue; known: LinkedIds }): Child {
  const text = showValue(value);
  if (value === null) return text;
  const filters = rowFilters(byName);
  if (Object.hasOwn(filters, column) || column === "configuration") {
    const title = `executions of ${Object.values(filters).join(", ")}`;
    return h("a", { class: "number", title, href: executionsLink(filters) }, text);
  }
  if (typeof value !== "string") return text;
  if (known.executions.has(value)) return h("a", { href: executionsLink({ id: value }) }, text);
  if (!known.scenarios.has(value)) return text;
  return h("a", { href: `./scenarios.html?${new URLSearchParams({ scenario: value })}` }, text);
}
