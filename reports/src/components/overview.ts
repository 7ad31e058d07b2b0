import { countOf } from "../../../base/counts.ts";
import { count } from "../../../harness/print/format.ts";
import { sayUnequal } from "../../../harness/results/analyses/say-sizes.ts";
import type { OverviewData } from "../../../harness/show/report/pages/overview.ts";
import type { FailureRow, Finding, SidedFinding } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";
import { executionsLink, numberLink, withExecutions } from "./links.ts";
import { table } from "./table.ts";

export function overviewLede({ configurations, scenarios, distinct, answerable, cells }: OverviewData): HTMLElement {
  return h(
    "p",
    { class: "lede" },
    `${countOf(configurations.length, "configuration")} on ${countOf(scenarios, "scenario")} (${answerable} with an answer in the corpus, ${scenarios - answerable} without): `,
    numberLink(countOf(cells, "execution"), { of: "n" }),
    sayUnequal(configurations),
    ". ",
    configurations.length > 1
      ? "Configurations of one band do not differ significantly: their order is not a result. "
      : "",
    distinct,
  );
}

export function findings(list: readonly SidedFinding[]): HTMLElement {
  return h(
    "div",
    { class: "findings" },
    ...list.map(({ text, small, sides }) =>
      h(
        "div",
        { class: "finding" },
        h("p", {}, text),
        h("small", { class: "sentence" }, small, sides.length > 0 ? ": " : null, sides.map(sideLink)),
      ),
    ),
  );
}

/** The executions of a side, or of both with their difference; the list has as many as the words say. */
function sideLink({ label, executions, behind }: SidedFinding["sides"][number], at: number): Child {
  const link = h(
    "a",
    { class: "behind", href: executionsLink(behind) },
    `${countOf(executions, "execution")} ${label}`,
  );
  return at === 0 ? link : [", ", link];
}

/** The judge's validity in one line. */
export function judgeLine(judge: Finding | null): HTMLElement {
  if (judge === null)
    return h("p", { class: "judge-line" }, "No answer here has both the judge's verdict and the functional one.");
  const more = h("a", { href: "./judge.html" }, "Is the judge a valid instrument?");
  return h("p", { class: "judge-line" }, withExecutions(judge.text, judge.behind), " ", more);
}

export function failureTable(rows: readonly FailureRow[]): HTMLElement {
  if (rows.length === 0) return h("p", {}, "Nothing: every execution succeeded and every verdict is present.");
  return table<FailureRow>(
    "What failed",
    [
      {
        label: "what",
        cell: ({ what }) => what,
      },
      {
        label: "count",
        numeric: true,
        cell: (row) => numberLink(`${count(row.count)} of ${count(row.of)}`, { ...row.behind, of: "n" }),
      },
      { label: "where most", cell: (row) => row.where },
      { label: "effect on the numbers", cell: (row) => withExecutions(row.effect, row.affected) },
    ],
    rows,
  );
}
