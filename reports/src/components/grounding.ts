import { count, percent } from "../../../harness/print/format.ts";
import type { Table } from "../../../harness/results/table-format/table.ts";
import { type Child, h } from "./dom.ts";
import { numberLink, withExecutions } from "./links.ts";
import { overSelection } from "./page-filters.ts";

const CELLS = {
  found: { metric: "retrieved_reported", says: "found" },
  lost_in_communication: { metric: "retrieved_unreported", says: "lost in communication" },
  unseen: { metric: "unretrieved_reported", says: "named without having been seen" },
  lost_in_retrieval: { metric: "unretrieved_unreported", says: "lost in retrieval" },
} as const;
type ExpectedIdOutcome = keyof typeof CELLS;

/** Every expected id of the selected configurations: retrieved or not, reported or not; and what was invented besides. */
export function lossGrid(data: Table): HTMLElement {
  return overSelection(h("div", {}), { part: { type: "table", name: data.name }, stored: data }, gridOf);
}

function gridOf({ rows }: Table): Child {
  const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);
  const expected = sum("expected");
  if (expected === 0)
    return h("p", { class: "nothing" }, "No trace of an answerable scenario: no expected id could be found or lost.");
  const behind = { metric: "expected_ids" };
  const cell = (idOutcome: ExpectedIdOutcome) => {
    const { metric, says } = CELLS[idOutcome];
    const share = percent(sum(idOutcome) / expected);
    return h(
      "td",
      {},
      h("b", {}, numberLink(count(sum(idOutcome)), { metric, of: "sum" })),
      numberLink(share, { metric: `${metric},expected_ids`, of: "ratio" }),
      ` ${says}`,
    );
  };
  const head = (text: string, scope: string) => h("th", { scope }, text);
  const lost = sum("lost_in_communication");
  const missed = lost + sum("lost_in_retrieval");
  return [
    h(
      "table",
      { class: "grid22 narrow" },
      h("thead", {}, h("tr", {}, h("td", {}), head("reported", "col"), head("not reported", "col"))),
      h(
        "tbody",
        {},
        h("tr", {}, head("retrieved", "row"), cell("found"), cell("lost_in_communication")),
        h("tr", {}, head("not retrieved", "row"), cell("unseen"), cell("lost_in_retrieval")),
      ),
    ),
    h(
      "p",
      { class: "caption" },
      withExecutions(
        h(
          "b",
          {},
          missed === 0
            ? "No expected id was missed."
            : `Of ${count(missed)} missed ids, ${count(lost)} (${percent(lost / missed, 0)}) had been retrieved and were not passed on.`,
        ),
        behind,
      ),
      " ",
      numberLink(count(expected), { ...behind, of: "sum" }),
      " expected ids over all executions with a trace. Besides, answers name ",
      numberLink(count(sum("invented")), { metric: "hallucinated_ids", of: "sum" }),
      " ids that appear in no tool result.",
    ),
  ];
}
