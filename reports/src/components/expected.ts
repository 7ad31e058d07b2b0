import { countOf } from "../../../base/counts.ts";
import { sayGaps } from "../../../harness/results/metrics/execution/coverage-gaps.ts";
import type { ExpectedId } from "../../../harness/results/trace/expected-ids.ts";
import type { ExecutionData, TraceCall } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";
import { type TableColumn, table } from "./table.ts";
import { idButton } from "./trace/ids.ts";
import { pairs } from "./verdicts.ts";

/** Retrieved or not, reported or not: where each expected id was lost. */
export function expectedGrid({ expected, scenario, trace }: ExecutionData): HTMLElement {
  if (scenario.expected_ids.length === 0)
    return h("p", { class: "caption" }, "Nothing is expected: the right answer is to say so.");
  if (!trace)
    return h(
      "p",
      { class: "caption" },
      `${countOf(scenario.expected_ids.length, "id")} expected; without a trace nothing can be said about them.`,
    );
  const cell = (idOutcome: string) => {
    const members = expected.filter((entry) => entry.outcome === idOutcome);
    return h("td", {}, h("b", {}, String(members.length)), ...idList(members));
  };
  const head = (text: string, scope: string) => h("th", { scope }, text);
  return h(
    "table",
    { class: "grid22" },
    h("thead", {}, h("tr", {}, h("td", {}), head("reported", "col"), head("not reported", "col"))),
    h(
      "tbody",
      {},
      h("tr", {}, head("retrieved", "row"), cell("retrieved_reported"), cell("retrieved_unreported")),
      h("tr", {}, head("not retrieved", "row"), cell("unretrieved_reported"), cell("unretrieved_unreported")),
    ),
  );
}

/** What of the change has no test case, and what the answer says of it. */
export function gapsLine({ scenario, trace }: ExecutionData): HTMLElement | null {
  const gaps = trace && sayGaps(scenario, trace);
  return gaps === null ? null : h("p", { class: "caption" }, `Coverage gaps: ${gaps}.`);
}

/** Ids shown at once; the rest on demand. */
const SHOWN_IDS = 12;

function idList(members: ExecutionData["expected"]): HTMLElement[] {
  const items = members.map(({ id }) => h("li", {}, idButton(id)));
  const rest = items.slice(SHOWN_IDS);
  return [
    h("ul", { class: "ids" }, ...items.slice(0, SHOWN_IDS)),
    ...(rest.length > 0
      ? [h("details", {}, h("summary", {}, `${rest.length} more`), h("ul", { class: "ids" }, ...rest))]
      : []),
  ];
}

/** For each expected id that the list does not have in its first ten places: where it was lost. */
export function lostIds(
  { expected, trace }: ExecutionData,
  titles: Readonly<Record<string, string>>,
): HTMLElement | null {
  const lost = expected.filter((entry) => entry.lost !== null);
  if (!trace || lost.length === 0) return null;
  const columns: TableColumn<ExpectedId>[] = [
    {
      label: "id",
      cell: ({ id }) => h("span", { class: "ids" }, idButton(id), h("small", {}, ` ${titles[id] ?? ""}`)),
    },
    { label: "where it was lost", cell: (entry) => h("span", { class: "wrap" }, whereLost(entry, trace.tool_calls)) },
  ];
  return table("Where expected ids were lost", columns, lost, "compact");
}

function whereLost({ lost, call, rank, place }: ExpectedId, calls: readonly TraceCall[]): Child {
  const holder = calls.find(({ index }) => index === call);
  const row = rank === null ? "in the result of " : `in row ${rank} of `;
  const link = holder && h("a", { href: `#call-${holder.index}` }, `call ${holder.index + 1}, ${holder.tool}`);
  switch (lost) {
    case "never_retrieved":
      return "in no result of any tool";
    case "not_shown":
      return [row, link, ", cut off before the model saw it"];
    case "not_passed_on":
      return [row, link, `: ${holder?.sub_agent ?? "an executor"} saw it, its report to the planner leaves it out`];
    case "not_reported":
      return [row, link, ", seen and not reported"];
    case "below_cut":
      return [`reported at place ${place}, below the tenth; first `, row, link];
    default:
      return ["named in the answer, not in its list; first ", row, link];
  }
}

/** The reference answer, the traps, and the query and second route that the truth was derived by, folded away. */
export function expectedAnswer({ scenario }: ExecutionData): HTMLElement {
  return h(
    "details",
    { class: "truth" },
    h("summary", {}, "what was expected, and how that is known"),
    ...truthDetails(scenario),
  );
}

export function truthDetails({
  reference_answer,
  expected_entities,
  traps,
  derivation,
  nonexistence,
}: ExecutionData["scenario"]): HTMLElement[] {
  const facts = pairs([
    ["entities", expected_entities.join(", ") || "none"],
    ...(nonexistence ? [["why there is nothing", nonexistence.replaceAll("_", " ")] as const] : []),
    ...traps.map((trap) => ["trap", trap] as const),
  ]);
  const query = derivation
    ? `${derivation.sql}\n-- ${JSON.stringify(derivation.parameters)}\n\n${derivation.validation}\n-- ${derivation.validated ? "gives the same ids" : "NOT validated"}`
    : "";
  return [
    h("p", {}, reference_answer),
    facts,
    ...(derivation ? [h("pre", { class: "preview", tabindex: 0 }, query)] : []),
  ];
}
