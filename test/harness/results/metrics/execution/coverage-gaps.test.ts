import { expect, test } from "vitest";
import type { ExecutionCase, TracedCase } from "../../../../../harness/results/metrics/execution/case.ts";
import {
  gapPrecision,
  gapRecall,
  gapsTold,
  sayGaps,
} from "../../../../../harness/results/metrics/execution/coverage-gaps.ts";
import { scoreMetric } from "../../../../../harness/results/metrics/execution/metric.ts";

const scores = (expected: string[] | undefined, told: string[] | null | undefined, outcome = "success") => {
  const traced = {
    scenario: { answerable: true, coverage_gaps: expected },
    extraction: { coverage_gaps: told },
    outcome,
  } as never as TracedCase;
  return [gapsTold, gapPrecision, gapRecall].map((metric) => {
    const { value, reason } = scoreMetric(metric, traced as ExecutionCase, traced);
    return value ?? reason;
  });
};

test.each([
  ["two of three named, two named wrongly", ["A", "B", "C"], ["A", "B", "X", "Y"], [1, 0.5, 2 / 3]],
  ["one named twice counts once", ["A"], ["A", "A"], [1, 1, 1]],
  ["none, and it says so", [], [], [1, "no_gaps_in_answer", "nothing_expected"]],
  ["none, and it names one", [], ["A"], [1, 0, "nothing_expected"]],
  ["some, and it says that there are none", ["A"], [], [1, "no_gaps_in_answer", 0]],
  ["not told", ["A"], null, [0, "not_reported", "not_reported"]],
  ["a run of an earlier version", ["A"], undefined, [0, "not_reported", "not_reported"]],
  ["no change is asked about", undefined, ["A"], ["nothing_expected", "nothing_expected", "nothing_expected"]],
])("%s", (_, expected, told, wanted) => {
  expect(scores(expected, told)).toEqual(wanted);
});

test("an execution without an answer is unscored", () => {
  expect(scores(["A"], null, "timeout")).toEqual(["no_answer", "no_answer", "no_answer"]);
});

test("the page's sentence tells the truth and what the answer makes of it", () => {
  expect(sayGaps({ coverage_gaps: ["A", "B"] }, { coverage_gaps: ["B", "C"] })).toBe(
    "without a test: A, B; not named: A; wrongly named: C",
  );
  expect(sayGaps({ coverage_gaps: [] }, { coverage_gaps: null })).toBe(
    "each item of the change has a test; the answer does not tell",
  );
  expect(sayGaps({}, { coverage_gaps: [] })).toBeNull();
});
