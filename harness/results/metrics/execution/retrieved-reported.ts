import { findExpectedIds } from "../../../judge/judges/mentions.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

export type ExpectedIdOutcome =
  | "retrieved_reported"
  | "retrieved_unreported"
  | "unretrieved_reported"
  | "unretrieved_unreported";

/**
 * The outcome of each expected id: did a successful tool result hold it (in full), and does the answer name it?
 * A retrieval failure is `unretrieved_unreported`, a communication failure `retrieved_unreported`.
 */
export function expectedIdOutcomes(traced: TracedCase): { id: string; idOutcome: ExpectedIdOutcome }[] {
  const named = new Set(findExpectedIds(traced.answer, traced.scenario.expected_ids, traced.ids).found);
  return traced.scenario.expected_ids.map((id) => {
    const retrieved = traced.seen.full.holds(id);
    return { id, idOutcome: `${retrieved ? "retrieved" : "unretrieved"}_${named.has(id) ? "reported" : "unreported"}` };
  });
}

const LABELS: Record<ExpectedIdOutcome, string> = {
  retrieved_reported: "Retrieved and reported",
  retrieved_unreported: "Retrieved, not reported",
  unretrieved_reported: "Reported, not retrieved",
  unretrieved_unreported: "Neither",
};

/** Expected ids per outcome, as counts that add up to the number of expected ids. A failed execution keeps what it retrieved. */
export const RETRIEVED_REPORTED: readonly TraceMetric[] = (Object.keys(LABELS) as ExpectedIdOutcome[]).map((name) => ({
  name,
  label: LABELS[name],
  definition: `expected ids that were ${name.replace("_", " and ").replaceAll("un", "not ")}`,
  kind: "retrieved-reported",
  unit: "count",
  better: name === "retrieved_reported" ? "higher" : name === "unretrieved_reported" ? "neither" : "lower",
  about: "answerable",
  withoutAnswer: "measured",
  from: "trace",
  rests: "tool_calls",
  compute: (traced) => expectedIdOutcomes(traced).filter(({ idOutcome }) => idOutcome === name).length,
}));
