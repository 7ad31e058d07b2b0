import { countOf } from "../../../base/counts.ts";
import type { ExecutionData } from "../../../harness/stages/report/site-data.ts";
import { h } from "./dom.ts";
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

/** Ids shown at once; the rest on demand. */
const SHOWN_IDS = 12;

function idList(members: ExecutionData["expected"]): HTMLElement[] {
  const items = members.map(({ id, outcome: idOutcome, call }, index) => {
    const isNew = call !== members[index - 1]?.call;
    return h("li", {}, h("span", { class: "id" }, id), isNew ? lostAt(idOutcome, call) : null);
  });
  const rest = items.slice(SHOWN_IDS);
  return [
    h("ul", { class: "ids" }, ...items.slice(0, SHOWN_IDS)),
    ...(rest.length > 0
      ? [h("details", {}, h("summary", {}, `${rest.length} more`), h("ul", { class: "ids" }, ...rest))]
      : []),
  ];
}

/** For an id that was found and not passed on: the call that held it. */
function lostAt(idOutcome: string, call: number | null): HTMLElement | null {
  return idOutcome === "retrieved_unreported" && call !== null
    ? h("a", { href: `#call-${call}` }, ` since call ${call + 1}`)
    : null;
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
