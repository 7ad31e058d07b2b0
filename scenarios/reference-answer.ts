import { containsId } from "../base/ids.ts";
import type { Draft } from "./generators/family.ts";
import { plural } from "./phrasing/names.ts";

/** Ids that a reference answer spells out; the rest is counted. All of them are in `expected_ids`. */
const SHOWN = 20;

/** A short correct answer: how many, by which fact, which ones, and what was asked about them. */
export function referenceAnswer(
  draft: Pick<Draft, "finding" | "unsupported">,
  { ids, entities, noun = null }: { ids: readonly string[]; entities: readonly string[]; noun?: string | null },
): string {
  const one = noun ?? "test case";
  const finding = draft.finding.replace(/\bno test case\b/, `no ${one}`).replace(/^test cases\b/, plural(one));
  if (ids.length === 0) return `No supported recommendation: ${finding}.`;
  const rest = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : "";
  const subject = ids.length === 1 ? `One existing ${one} is` : `${ids.length} existing ${plural(one)} are`;
  // What the question says in other words is named with the finding: nobody asked for it.
  const asked = entities.filter((entity) => !containsId(draft.finding, entity));
  const besides = asked.length > 0 ? ` What was asked besides: ${asked.join(", ")}.` : "";
  const lacking = draft.unsupported ? ` Nothing supports the rest: ${draft.unsupported.because}.` : "";
  return `${subject} ${finding}: ${ids.slice(0, SHOWN).join(", ")}${rest}.${besides}${lacking}`;
}
