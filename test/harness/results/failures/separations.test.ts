import { expect, it } from "vitest";
import type { Failure } from "../../../../harness/results/failures/failure.ts";
import { fixesOf, sayCluster } from "../../../../harness/results/failures/sentence.ts";
import { findSeparations } from "../../../../harness/results/failures/separations.ts";

/** One failure of a scenario of its own. */
function failure(at: number, features: Record<string, number>): Failure {
  const key = { scenario_id: `S${at}`, model: "m", workflow: "react", knowledge: "prompt" as const, repeat: 0 };
  const facts = { name: `m__react__prompt__S${at}__0`, configuration: "m__react__prompt", family: "lookup" };
  return { ...facts, key, unit: `S${at}`, by: ["functional"], features, unknown: [] };
}

const LOW = { "judge.low_relevance": 1 };
const MISSED = { "abstention.missed": 1 };

it("what a person could change is told before what only describes, also where the scenarios are too few to be sure", () => {
  const members = [1, 2, 3, 4].map((at) => failure(at, { ...MISSED, ...LOW }));
  const others = [5, 6, 7, 8, 9, 10, 11, 12].map((at) => failure(at, at < 9 ? MISSED : {}));
  const found = findSeparations(members, others);
  expect(found.map(({ feature, sure }) => [feature, sure])).toEqual([
    ["abstention.missed", false],
    ["judge.low_relevance", true],
  ]);
  expect(found[1]?.difference?.value).toBeCloseTo(1, 12);
  expect(sayCluster(found)).toContain("too few scenarios to be sure");
});

it("what fewer than half of the members have says nothing of them", () => {
  const members = [1, 2, 3, 4, 5].map((at) => failure(at, at < 3 ? MISSED : {}));
  const others = [6, 7, 8, 9, 10, 11, 12].map((at) => failure(at, {}));
  expect(findSeparations(members, others)).toEqual([]);
  expect(sayCluster([])).toBe("Nothing that was looked at separates these from the other failures.");
});

it("where executions broke off, what they could not come to do is no rule of a prompt", () => {
  const crashed = [1, 2, 3, 4].map((at) => failure(at, { "ending.agent_crashed": 1, "tools.none": 1 }));
  const found = findSeparations(crashed, []);
  expect(found.map(({ feature }) => feature)).toContain("tools.none");
  expect(fixesOf(found).map(({ at }) => at)).toEqual(["limit"]);
  const silent = [1, 2, 3, 4].map((at) => failure(at, { "tools.none": 1 }));
  expect(fixesOf(findSeparations(silent, [])).map(({ at }) => at)).toEqual(["prompt rule"]);
});
