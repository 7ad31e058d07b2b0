import type { NamedIdOutcome } from "../../../../harness/show/report/site-data.ts";
import { type Child, h } from "../dom.ts";
import { openRecordCard } from "./record-card.ts";

export const ID_OUTCOMES: Record<NamedIdOutcome, string> = {
  found: "expected, retrieved and reported",
  unseen: "expected and reported, but in no tool result",
  grounded: "retrieved, not expected",
  asked: "named by the question",
  invented: "in no tool result",
};

/** An id that opens its record's card. */
export function idButton(id: string, outcome?: NamedIdOutcome): HTMLElement {
  const title = outcome ? ID_OUTCOMES[outcome] : null;
  return h(
    "button",
    { type: "button", class: outcome ? `id ${outcome}` : "id", title, onclick: () => void openRecordCard(id) },
    id,
  );
}

/** Splits a text at known ids that stand on their own, the longest first. */
export function withIds(text: string, ids: Readonly<Record<string, NamedIdOutcome>>): Child[] {
  const names = Object.keys(ids).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [text];
  const literal = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(${literal})(?![\\p{L}\\p{N}_]|[-/][\\p{L}\\p{N}])`, "gu");
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? idButton(part, ids[part]) : part));
}
