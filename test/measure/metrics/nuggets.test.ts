import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { type AssignedNugget, nuggetScores } from "../../../measure/metrics/nuggets.ts";

const answers = async () =>
  (await readFile("test/input/audit/nuggets/clean.jsonl", "utf8"))
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { nuggets: AssignedNugget[] }).nuggets);

it("gives what nuggetizer 0.0.5 gives (core.metrics.calculate_nugget_scores on the same file)", async () => {
  expect((await answers()).map(nuggetScores)).toEqual([
    { vital_strict: 0.5, all_strict: 1 / 3, vital: 0.75, all: 0.5 },
    { vital_strict: 1, all_strict: 1, vital: 1, all: 1 },
    { vital_strict: 0, all_strict: 0, vital: 0.5, all: 0.5 },
  ]);
});

it("has no value where an assignment is lacking, nor without nuggets of a kind, which nuggetizer counts as 0", () => {
  const lacking = nuggetScores([{ importance: "okay", assignment: null }]);
  const okay = nuggetScores([{ importance: "okay", assignment: "support" }]);
  expect([lacking.all, lacking.all_strict, nuggetScores([]).all, okay.vital]).toEqual([null, null, null, null]);
});
