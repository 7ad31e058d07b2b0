import { ABSTENTION_KINDS } from "../../scenarios/schema.ts";
import { makeCaption } from "./caption.ts";
import type { MakeTable } from "./table.ts";

/** Whether an agent tells twins apart, by what makes one of them unanswerable. */
export const abstentionByKindTable: MakeTable = (input) => {
  const present = new Set(input.scenarios.map(({ nonexistence }) => nonexistence));
  const lacking = ABSTENTION_KINDS.filter((kind) => !present.has(kind));
  return {
    name: "abstention_by_kind",
    title: "Abstention by kind of nonexistence, on minimal pairs",
    caption: makeCaption(
      input,
      "The two questions of a minimal pair differ in one detail; one has an answer, the other none. Correct and missed: on the question without an answer (partly answerable: says so of the missing part). False: abstains on the question with one.",
      "Both right: correct on the one, and an expected id among the first ten on the other; abstaining at random gives at most 25 %, always or never abstaining 0.",
      "Risk: answers given that are not right. AURC: mean risk over all coverages when the strongest evidence agreement comes first; excess: above that of a perfect order.",
      ...(lacking.length > 0 ? [`Kinds that this set does not have: ${lacking.join(", ")}.`] : []),
    ),
    columns: [
      { key: "configuration", label: "Configuration", show: "text" },
      { key: "kind", label: "Kind", show: "text" },
      { key: "pairs", label: "Pairs", show: "count" },
      { key: "correct", label: "Correct %", show: "percent" },
      { key: "missed", label: "Missed %", show: "percent" },
      { key: "false", label: "False %", show: "percent" },
      { key: "both_right", label: "Both right %", show: "percent", interval: true },
      { key: "answered", label: "Answered %", show: "percent" },
      { key: "risk", label: "Risk %", show: "percent" },
      { key: "aurc", label: "AURC", show: "share" },
      { key: "excess", label: "Excess", show: "share" },
    ],
    rows: input.abstention.map(({ false_abstention, both_right, excess_aurc, curve: _, kind, ...row }) => ({
      ...row,
      kind: kind.replaceAll("_", " "),
      false: false_abstention,
      both_right,
      excess: excess_aurc,
    })),
  };
};
