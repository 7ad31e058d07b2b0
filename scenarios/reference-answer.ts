import type { Draft } from "./generators/family.ts";

/** Ids that a reference answer spells out; the rest is counted. All of them are in `expected_ids`. */
const SHOWN = 20;

/** A short correct answer: how many, by which fact, which ones, and what was asked about them. */
export function referenceAnswer(
  draft: Pick<Draft, "finding" | "unsupported">,
  { ids, entities }: { ids: readonly string[]; entities: readonly string[] },
): string {
  if (ids.length === 0) return `No supported recommendation: ${draft.finding}.`;
  const rest = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : "";
  const subject = ids.length === 1 ? "One existing test case is" : `${ids.length} existing test cases are`;
  const besides = entities.length > 0 ? ` What was asked besides: ${entities.join(", ")}.` : "";
  const lacking = draft.unsupported ? ` Nothing supports the rest: ${draft.unsupported.because}.` : "";
  return `${subject} ${draft.finding}: ${ids.slice(0, SHOWN).join(", ")}${rest}.${besides}${lacking}`;
}
