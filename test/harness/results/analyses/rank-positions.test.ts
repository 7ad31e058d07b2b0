import { expect, it } from "vitest";
import { rankPositions } from "../../../../harness/results/analyses/rank-positions.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";

type Expected = ScoredExecution["expectedIds"];

function execution(expectedIds: Expected, rankedIds: string[] = []): ScoredExecution {
  const score = expectedIds ? { value: 0 } : { value: null, reason: "extraction_missing" };
  const scenario = { answerable: true, family: "lookup", expected_ids: [] };
  return { scenario, expectedIds, rankedIds, record: { scores: { retrieved_unreported: score } } } as never;
}

it("each expected id stands at one place; what left no trace is unscored and counts nowhere", () => {
  const known = execution(
    [
      { id: "A", idOutcome: "retrieved_reported" },
      { id: "B", idOutcome: "unretrieved_reported" },
      { id: "C", idOutcome: "retrieved_reported" },
      { id: "D", idOutcome: "retrieved_unreported" },
      { id: "E", idOutcome: "unretrieved_unreported" },
      { id: "F", idOutcome: "unretrieved_unreported" },
      { id: "G", idOutcome: "retrieved_reported" },
      { id: "H", idOutcome: "retrieved_reported" },
    ],
    ["A", "x1", "B", ...Array.from({ length: 7 }, (_, at) => `y${at}`), "H", "G"],
  );
  const configuration = { model: "m", workflow: "react", knowledge: "prompt" } as const;
  const scored = { configurations: [{ configuration, executions: [known, execution(null)] }] } as unknown as Scored;
  const [all, lookup, ...more] = rankPositions.compute(scored, {});
  expect(all).toEqual({
    ...configuration,
    ...{ family: "all", executions: 1, unscored: 1, expected: 8 },
    ...{ rank_1: 1 / 8, rank_2_3: 1 / 8, rank_4_10: 0, rank_11_on: 2 / 8 },
    ...{ unranked: 1 / 8, unreported: 1 / 8, unretrieved: 2 / 8 },
  });
  expect([lookup, more]).toEqual([{ ...all, family: "lookup" }, []]);
});

it("without a trace there are no shares", () => {
  const configuration = { model: "m", workflow: "react", knowledge: "prompt" } as const;
  const scored = { configurations: [{ configuration, executions: [execution(null)] }] } as unknown as Scored;
  expect(rankPositions.compute(scored, {})[0]).toMatchObject({ executions: 0, unscored: 1, expected: 0, rank_1: null });
});
