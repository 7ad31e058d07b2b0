import type { ExecutionsData } from "../../../harness/show/report/site-data.ts";
import { readParameter } from "./address.ts";
import { besidePage } from "./beside.ts";
import { h } from "./dom.ts";
import { executionPage } from "./execution.ts";
import { decodeRows, executionList, listedRows } from "./execution-list.ts";

/** The list of executions; with `?id=` in the address, that one execution. */
export function executionsPage(data: ExecutionsData): HTMLElement {
  const rows = decodeRows(data);
  const id = readParameter("id");
  if (id === null) return executionList(data, rows);
  const other = readParameter("with");
  if (other !== null) return besidePage(data, [id, other]);
  const row = rows.find((entry) => entry.name === id);
  if (row) return executionPage(data, row, { rows, list: listedRows(data, rows) });
  return h(
    "div",
    {},
    h("h1", {}, "No such execution"),
    h(
      "p",
      { class: "nothing" },
      "This run has no execution named ",
      h("code", {}, id),
      ". ",
      h("a", { href: "./executions.html" }, "All executions"),
    ),
  );
}
