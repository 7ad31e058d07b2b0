import { expect, it } from "vitest";
import { foundReports } from "../../../../../harness/results/metrics/faults/found-reports.ts";
import type { ScoredExecution } from "../../../../../harness/results/metrics/scored-execution.ts";

const measured = (rankedIds: string[], expected_ids: string[], faults: object | undefined = {}) =>
  foundReports({ rankedIds, scenario: { expected_ids, faults } } as unknown as ScoredExecution);

it.each([
  // By hand, from the definitions in found-reports.ts.
  [
    ["a", "x", "b"],
    ["a", "b", "c"],
    [1, 1, 1, (1 + 2 / 3) / 2, 2 / 3],
  ],
  [["x", "a"], ["a"], [1 / 2, 0, 1, 1 / 2, 1]],
  [["1", "2", "3", "4", "5", "a"], ["a"], [1 / 6, 0, 0, 0, 0]],
  [["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "a"], ["a"], [0, 0, 0, 0, 0]],
  [[], ["a"], [0, 0, 0, 0, 0]],
])("of %j, where %j is expected", (ranked, expected, values) => {
  expect(Object.values(measured(ranked, expected)!)).toEqual(values.map((value) => expect.closeTo(value, 12)));
});

it("of another suite nothing is measured", () => {
  expect(
    foundReports({ rankedIds: ["a"], scenario: { expected_ids: ["a"] } } as unknown as ScoredExecution),
  ).toBeNull();
});
