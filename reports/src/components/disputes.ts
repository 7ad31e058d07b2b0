import { countOf } from "../../../base/counts.ts";
import { decimal, percent } from "../../../harness/print/format.ts";
import type { DisputesData } from "../../../harness/show/report/disputes-data.ts";
import { type Child, h } from "./dom.ts";
import { idButton } from "./trace/ids.ts";

type Shown = DisputesData["disputes"][number];
type Claimed = Shown["missing"][number];

/** Disputes that a person would read in a sitting; the command lists all. */
const SHOWN = 25;

/** How many truths are disputed, and what that says; nothing where none is. */
export function disputeSummary({ truths, disputes }: DisputesData): HTMLElement {
  if (disputes.length === 0)
    return h("p", { class: "lede" }, `No answer outweighs any of ${countOf(truths, "truth")}.`);
  const open = disputes.filter(({ decision }) => decision === null).length;
  return h(
    "p",
    { class: "lede" },
    `${disputes.length} of ${countOf(truths, "truth")} are disputed, ${open} of them undecided. `,
    "Systems that agree with each other against a truth can all be wrong in the same way: a person decides. ",
    "Most evidence first, each record with the share of answers that name it; which system said what is not shown.",
  );
}

export function disputeList({ disputes }: DisputesData): HTMLElement {
  if (disputes.length === 0) return h("p", { class: "nothing" }, "The answers speak against no truth.");
  const rest = disputes.length - SHOWN;
  return h(
    "div",
    {},
    ...disputes.slice(0, SHOWN).map(disputeArticle),
    ...(rest > 0 ? [h("p", { class: "notes" }, `${rest} more: scopebench scenarios disputes FILE RUN --json`)] : []),
  );
}

function disputeArticle({ scenario, turns, evidence, claims, missing, doubted, decision }: Shown): HTMLElement {
  return h(
    "article",
    { id: scenario },
    h("h2", {}, scenario),
    h("p", { class: "question" }, turns.join(" → ")),
    h(
      "dl",
      { class: "failure-facts" },
      ...fact("in the truth", records(doubted)),
      ...fact("named by systems, not in it", missing.length === 0 ? "nothing" : records(missing)),
      ...fact("evidence", `${decimal(evidence)}, by ${countOf(claims, "answer")} with records`),
      ...fact("decision", decision ?? h("code", {}, `scopebench scenarios review FILE ${scenario} --reviewer NAME`)),
    ),
  );
}

/** Each with the share of answers that name it. */
function records(claimed: readonly Claimed[]): Child[] {
  return claimed.flatMap(({ id, claimed }) => [
    h("span", { class: "claimed" }, idButton(id), percent(claimed, 0)),
    " ",
  ]);
}

function fact(label: string, child: Child): HTMLElement[] {
  return [h("dt", {}, label), h("dd", {}, child)];
}
