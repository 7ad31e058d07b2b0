import { countOf } from "../../../../base/counts.ts";
import type { WrittenTable } from "../../../../harness/show/report/site-data.ts";
import { h } from "../dom.ts";
import { quoted } from "./suggest.ts";

/** What can be asked, beside the cells: each table with its columns, their types and what they mean. A click puts the name where the cursor was. */
export function schemaList(tables: readonly WrittenTable[], insert: ((text: string) => void) | null): HTMLElement {
  return h(
    "section",
    { class: "query-tables", "aria-labelledby": "tables" },
    h("h2", { id: "tables" }, "Tables"),
    h(
      "details",
      {},
      h("summary", {}, h("small", {}, "how they belong together")),
      h(
        "p",
        { class: "caption" },
        "A table is loaded when a cell names it. Rows of different tables belong together by execution, scenario, result, and by execution and call. Names with other signs than letters, digits and underscores stand between double quotes: ",
        h("code", {}, '"ndcg@10"'),
        ". JSON is text: DuckDB's JSON functions are an extension, which would come from elsewhere.",
      ),
    ),
    ...tables.map((table) => tableCard(table, insert)),
  );
}

function tableCard(
  { name, about, columns, rows, bytes }: WrittenTable,
  insert: ((text: string) => void) | null,
): HTMLElement {
  const word = (text: string) =>
    insert === null
      ? h("code", {}, text)
      : h(
          "button",
          { type: "button", class: "word", title: `put ${text} into the cell`, onclick: () => insert(quoted(text)) },
          text,
        );
  return h(
    "details",
    {},
    h("summary", {}, h("code", {}, name), h("small", {}, ` ${countOf(rows, "row")}, ${size(bytes)}`)),
    h(
      "p",
      { class: "caption" },
      `${about}. `,
      word(name),
      " ",
      h("a", { href: `./data/query/${name}.parquet`, download: `${name}.parquet` }, `${name}.parquet`),
    ),
    h(
      "ul",
      { class: "columns-of" },
      ...columns.map((column) => h("li", {}, word(column.name), h("small", {}, ` ${column.type} · ${column.about}`))),
    ),
  );
}

function size(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`;
}
