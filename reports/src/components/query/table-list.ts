import { count } from "../../../../harness/drawing/format.ts";
import type { WrittenTable } from "../../../../harness/stages/report/site-data.ts";
import { h } from "../dom.ts";
import { table } from "../table.ts";

/** What can be asked: each table with its columns, their types and what they mean. */
export function tableList(tables: readonly WrittenTable[]): HTMLElement {
  return h(
    "section",
    { class: "query-tables" },
    h("h2", { id: "tables" }, "Tables"),
    h(
      "p",
      { class: "caption" },
      "A table is loaded when a cell names it. Rows of different tables belong together by execution, scenario, result, and by execution and call. Names with other signs than letters, digits and underscores stand between double quotes: ",
      h("code", {}, '"ndcg@10"'),
      ". JSON is text: DuckDB's JSON functions are an extension, which would come from elsewhere.",
    ),
    ...tables.map(tableCard),
  );
}

function tableCard({ name, about, columns, rows, bytes }: WrittenTable): HTMLElement {
  return h(
    "details",
    {},
    h("summary", {}, h("code", {}, name), h("small", {}, ` ${about}; ${count(rows)} rows, ${size(bytes)}`)),
    h(
      "p",
      { class: "caption" },
      h("a", { href: `./data/query/${name}.parquet`, download: `${name}.parquet` }, `${name}.parquet`),
    ),
    table(
      `Columns of ${name}`,
      [
        { label: "column", cell: (column) => h("code", {}, column.name) },
        { label: "type", cell: (column) => h("code", {}, column.type) },
        { label: "what it is", cell: (column) => h("span", { class: "wrap" }, column.about) },
      ],
      columns,
      "compact",
    ),
  );
}

function size(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`;
}
