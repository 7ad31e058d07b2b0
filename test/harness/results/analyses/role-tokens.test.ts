import { expect, it } from "vitest";
import { roleTokens } from "../../../../harness/results/analyses/role-tokens.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";

const usage = (role: string, tokens: number) => ({
  ...{ role, model_calls: 2, tokens_in: tokens, tokens_out: 4 },
  ...{ tokens_system_prompts: tokens / 2, tokens_skills: 0 },
});

it("means are over executions whose roles are known; a role that did not act spent nothing", () => {
  const configuration = { model: "m", workflow: "plan_execute", knowledge: "skill" } as const;
  const executions = [
    { processCounts: { roles: [usage("planner", 100), usage("executor", 300)] } },
    { processCounts: { roles: [usage("planner", 200)] } },
    { processCounts: { roles: undefined } },
    { processCounts: null },
  ];
  const scored = { configurations: [{ configuration, executions }] } as unknown as Scored;
  expect(roleTokens.compute(scored, {})).toEqual([
    { ...configuration, ...usage("planner", 150), executions: 2 },
    { ...configuration, ...usage("executor", 150), model_calls: 1, tokens_out: 2, executions: 2 },
  ]);
});

it("where nothing is told, there is a row that says so", () => {
  const configuration = { model: "m", workflow: "own", knowledge: "own" } as const;
  const scored = { configurations: [{ configuration, executions: [{ processCounts: null }] }] } as unknown as Scored;
  expect(roleTokens.compute(scored, {})).toMatchObject([
    { ...configuration, role: null, executions: 0, tokens_in: null },
  ]);
});
