import { expect, it } from "vitest";
import type { ScoreRecord } from "../../../../harness/record/domain/records.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { makeNextSteps } from "../../../../harness/show/report/next-steps.ts";

/** `S001 explorer` passes or not, or ended without an answer. */
const record = (scenario_id: string, model: string, pass: 0 | 1, outcome: ScoreRecord["outcome"] = "success") =>
  ({
    ...{ scenario_id, model, workflow: "react", knowledge: "prompt", repeat: 0, family: "lookup", answerable: true },
    ...{
      outcome,
      scores: { functional_pass: { value: pass }, abstention_false: { value: outcome === "success" ? 0 : null } },
    },
  }) as unknown as ScoreRecord;

const stepsOf = (scores: ScoreRecord[]) =>
  makeNextSteps({ scores, summary: { overall: {}, cells: 0 }, rankings: [] } as unknown as Results);

it("a question is to be reviewed where answers fail, however many; a crash says nothing of its truth", () => {
  const { never_passed, failed, failures } = stepsOf([
    ...[record("S001", "explorer", 0), record("S001", "planner", 0)],
    ...[record("S002", "explorer", 0, "agent_error"), record("S002", "planner", 0, "agent_error")],
    ...[record("S003", "explorer", 0), record("S003", "planner", 1)],
    ...[record("S004", "explorer", 0), record("S004", "planner", 0, "timeout")],
  ]);
  expect(never_passed).toEqual(["S001"]);
  expect(failed).toBe(7);
  expect(failures).toEqual([
    { family: "lookup", abstention: "none", executions: 4 },
    { family: "lookup", abstention: "no_answer", executions: 3 },
  ]);
});
