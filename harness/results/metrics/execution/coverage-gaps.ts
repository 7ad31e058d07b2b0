import type { Scenario } from "../../../../scenarios/set/schema.ts";
import type { Extraction } from "../../../record/domain/records.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

/** What the scenario's change has no test for, beside what the answer says of it; null where the answer does not tell. */
function gapsOf({ scenario, extraction }: Pick<TracedCase, "scenario" | "extraction">): {
  expected: readonly string[];
  told: readonly string[] | null;
} {
  return { expected: scenario.coverage_gaps ?? [], told: extraction.coverage_gaps ?? null };
}

/** The gaps of one execution in words, for its page and the terminal; null where the scenario is about no change. */
export function sayGaps(
  scenario: Pick<Scenario, "coverage_gaps">,
  { coverage_gaps: told = null }: Pick<Extraction, "coverage_gaps">,
): string | null {
  const expected = scenario.coverage_gaps;
  if (expected === undefined) return null;
  const without =
    expected.length === 0 ? "each item of the change has a test" : `without a test: ${expected.join(", ")}`;
  if (told === null) return `${without}; the answer does not tell`;
  const missing = expected.filter((id) => !told.includes(id));
  const wrong = told.filter((id) => !expected.includes(id));
  if (missing.length + wrong.length === 0) return `${without}; the answer says so`;
  return [
    without,
    ...(missing.length > 0 ? [`not named: ${missing.join(", ")}`] : []),
    ...(wrong.length > 0 ? [`wrongly named: ${wrong.join(", ")}`] : []),
  ].join("; ");
}

const COMMON = {
  kind: "gaps",
  better: "higher",
  about: "all",
  withoutAnswer: "unscored",
  from: "trace",
  asks: ({ coverage_gaps }) => coverage_gaps !== undefined,
} as const satisfies Partial<TraceMetric>;

/** Whether the answer tells of gaps at all: what the two shares below are taken of. Example: a section that says `None.`: 1. */
export const gapsTold: TraceMetric = {
  ...COMMON,
  name: "gaps_told",
  label: "Gaps told",
  definition: "1 when the answer says which items of the change have no test case, or that each has one",
  unit: "binary",
  compute: (traced) => (gapsOf(traced).told === null ? 0 : 1),
};

/** Example: 2 of the 3 items without a test are named: 0.667. Unscored where the change has no gap, or nothing is told. */
export const gapRecall: TraceMetric = {
  ...COMMON,
  name: "gap_recall",
  label: "Gap recall",
  definition: "share of the items of the change without any test case that the answer names as not covered",
  unit: "share",
  compute: (traced) => {
    const { expected, told } = gapsOf(traced);
    if (told === null) return "not_reported";
    if (expected.length === 0) return "nothing_expected";
    return expected.filter((id) => told.includes(id)).length / expected.length;
  },
};

/** Example: 2 of the 4 items named have no test: 0.5. One that has a test, or is no part of the change, is wrong. */
export const gapPrecision: TraceMetric = {
  ...COMMON,
  name: "gap_precision",
  label: "Gap precision",
  definition: "share of the items named as not covered that are of the change and have no test case",
  unit: "share",
  compute: (traced) => {
    const { expected, told } = gapsOf(traced);
    if (told === null) return "not_reported";
    const named = [...new Set(told)];
    return named.length === 0 ? "no_gaps_in_answer" : named.filter((id) => expected.includes(id)).length / named.length;
  },
};
