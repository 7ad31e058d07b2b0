import type { NamedIdOutcome } from "../../../harness/stages/report/site-data.ts";
import { h } from "./dom.ts";

const ID_OUTCOMES: Record<NamedIdOutcome, string> = {
  found: "expected, retrieved and reported",
  unseen: "expected and reported, but in no tool result",
  grounded: "retrieved, not expected",
  asked: "named by the question",
  invented: "in no tool result",
};

/** An answer as it was given, with its ids coloured by what became of them. Its markup stays text. */
export function answerView(text: string, ids: Readonly<Record<string, NamedIdOutcome>>): HTMLElement {
  if (text.trim() === "") return h("p", { class: "nothing" }, "no answer");
  const lines = text.split("\n").map((line) => {
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    return h("p", { class: heading ? "answer-heading" : null }, ...colourIds(heading?.[1] ?? line, ids));
  });
  return h("div", { class: "answer" }, ...lines);
}

export function idOutcomeLegend(ids: Readonly<Record<string, NamedIdOutcome>>): HTMLElement {
  const present = new Set(Object.values(ids));
  const shown = (Object.keys(ID_OUTCOMES) as NamedIdOutcome[]).filter((idOutcome) => present.has(idOutcome));
  return h(
    "p",
    { class: "caption" },
    ...shown.flatMap((idOutcome) => [
      h("span", { class: `id ${idOutcome}` }, idOutcome),
      ` ${ID_OUTCOMES[idOutcome]}  `,
    ]),
  );
}

/** Splits a text at known ids that stand on their own, the longest first. */
function colourIds(text: string, ids: Readonly<Record<string, NamedIdOutcome>>): (string | HTMLElement)[] {
  const names = Object.keys(ids).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [text];
  const literal = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(${literal})(?![\\p{L}\\p{N}_]|[-/][\\p{L}\\p{N}])`, "gu");
  return text.split(pattern).flatMap((part, index): (string | HTMLElement)[] => {
    if (part === "") return [];
    const idOutcome = index % 2 === 1 ? ids[part] : undefined;
    return idOutcome ? [h("span", { class: `id ${idOutcome}`, title: ID_OUTCOMES[idOutcome] }, part)] : [part];
  });
}
