import type { QueryData } from "../../../harness/stages/report/site-data.ts";
import { h } from "./dom.ts";
import { Cells } from "./query/cells.ts";
import { questionList } from "./query/question-list.ts";
import { tableList } from "./query/table-list.ts";

/** SQL and plot cells over the tables of the run, beginning with those in the address. */
export async function queryPage(): Promise<HTMLElement> {
  const response = await fetch("./data/query/tables.json");
  if (!response.ok) throw new Error(`the list of tables could not be loaded (${response.status})`);
  const { tables, engine, models }: QueryData = await response.json();
  if (!engine) return h("div", {}, withoutEngine(), tableList(tables));
  const cells = new Cells(models);
  const page = h(
    "div",
    { class: "query" },
    h(
      "p",
      { class: "lede" },
      "SQL over the tables of this run, in this browser. The first Run loads DuckDB, 8 MB of this report; nothing comes from or goes elsewhere. What is in the cells stays in the address, which can be sent.",
    ),
    questionList((question) => cells.add(question)),
    cells.element,
    tableList(tables),
  );
  await cells.restore();
  return page;
}

function withoutEngine(): HTMLElement {
  return h(
    "p",
    { class: "warning" },
    "This report was built where DuckDB is not installed, so that no cell can run here. Its tables are Parquet files under ",
    h("code", {}, "data/query"),
    ", which DuckDB, pandas and others read. In a checkout, ",
    h("code", {}, "npm ci"),
    " installs DuckDB; then build the report again.",
  );
}
