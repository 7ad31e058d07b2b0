import { count } from "../../../../harness/drawing/format.ts";
import type { AnswerValue, QueryAnswer } from "../../../duckdb/answer.ts";
import { type Child, h } from "../dom.ts";
import { executionsLink, rowFilters } from "../links.ts";
import { table } from "../table.ts";
import { download } from "./download.ts";
import { toCsvFile } from "./export-cells.ts";

const SHOWN_ROWS = 200;
/** Longer texts are cut in the table, not in the CSV file. */
const SHOWN_CHARACTERS = 300;

/** An answer with its types; what names an execution leads to it, what names a part of the matrix to its executions. */
export function answerTable(answer: QueryAnswer, name: string): HTMLElement {
  const { columns, rows } = answer;
  const cells = columns.map(({ name, type }, index) => ({
    label: [name, " ", h("small", {}, type)],
    numeric: NUMERIC.has(type),
    cell: (row: Named) => linked(name, row, showValue(row.values[index] ?? null)),
  }));
  const shown = rows.slice(0, SHOWN_ROWS).map((values) => toNamed(columns, values));
  const csv = () => download("answer.csv", toCsvFile(answer), "text/csv");
  return h(
    "div",
    {},
    table(name, cells, shown, "compact"),
    h(
      "div",
      { class: "cell-tools" },
      h("span", { class: "found" }, describeRows(answer)),
      h("button", { type: "button", onclick: csv }, "CSV"),
    ),
  );
}

const NUMERIC = new Set([
  "TINYINT",
  "SMALLINT",
  "INTEGER",
  "BIGINT",
  "UTINYINT",
  "USMALLINT",
  "UINTEGER",
  "UBIGINT",
  "DOUBLE",
]);

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
  return rows.length > SHOWN_ROWS ? `${found}; the first ${SHOWN_ROWS} are shown` : found;
}

function showValue(value: AnswerValue): Child {
  if (value === null) return h("span", { class: "missing" }, "null");
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  const text = String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text;
}

function linked(column: string, { byName }: Named, text: Child): Child {
  if (byName[column] === null) return text;
  if (column === "execution") return h("a", { href: executionsLink({ id: String(byName.execution) }) }, text);
  const filters = rowFilters(byName);
  if (!Object.hasOwn(filters, column) && column !== "configuration") return text;
  const title = `executions of ${Object.values(filters).join(", ")}`;
  return h("a", { class: "number", title, href: executionsLink(filters) }, text);
}
