import { asGuarded, guardedText } from "../../../record/domain/guarded.ts";
import { abstentionCorrect, abstentionFalse } from "./abstention.ts";
import { type TracedCase, traceCase } from "./case.ts";
import { functionalPass } from "./functional.ts";
import { hallucinatedIds } from "./grounding.ts";
import type { TraceMetric } from "./metric.ts";

/**
 * The second outcome, *as guarded*: what people would have been shown, where the answer guard replaces an answer that breaks the
 * contract by the part that the records support. Equal to the first wherever the guard left the answer. All else that is scored
 * is about the system's own answer.
 */
export const AS_GUARDED: readonly TraceMetric[] = [
  functionalPass,
  abstentionCorrect,
  abstentionFalse,
  hallucinatedIds,
].map((metric) => ({
  ...metric,
  name: `${metric.name}(view=guarded)`,
  label: `${metric.label} as guarded`,
  definition: `${metric.definition}; of what the answer guard showed`,
  compute: (traced) => metric.compute(guardedCase(traced)),
}));

const CASES = new WeakMap<TracedCase, TracedCase>();

function guardedCase(traced: TracedCase): TracedCase {
  const { extraction } = traced;
  if (guardedText(extraction) === null) return traced;
  const made =
    CASES.get(traced) ?? (traceCase({ ...traced, extraction: asGuarded(extraction, traced.ids) }) as TracedCase);
  CASES.set(traced, made);
  return made;
}
