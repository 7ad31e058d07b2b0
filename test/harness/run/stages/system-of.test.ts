import { expect, it } from "vitest";
import { retrievalOf, type ScopeTask, UPPER_BOUNDS, WORKFLOWS } from "../../../../agent/contract/contract.ts";
import { runnerOf } from "../../../../harness/run/stages/system-of.ts";
import { scenarioSchema } from "../../../../scenarios/set/schema.ts";
import { readSmallSubstrate } from "../../../db/small-corpus.ts";

const SCENARIO = scenarioSchema.parse({
  ...{ id: "S001", family: "search", complexity: "single_hop", answerable: true, turns: ["tests about paging"] },
  ...{ expected_ids: ["TC-1001"], expected_entities: ["secret"], reference_answer: "secret" },
  derivation: { sql: "SELECT", parameters: ["REQ-201", "handover", 3] },
});

it("no workflow is told of the truth, except for an upper bound: the recorded items that it was derived from", async () => {
  const tasks: Partial<ScopeTask>[] = [];
  const services = {
    system: async () => ({ run: (task: ScopeTask) => tasks.push(task) }),
    substrate: readSmallSubstrate,
  };
  const corrective = { thresholds: { dense: 0.4, sparse: 0.1 } };
  const models = [{ name: "m", provider: "policy", model: "explorer", request_timeout_s: 1 }];
  const config = { corrective, models, knowledge: ["prompt"] };
  for (const workflow of WORKFLOWS) {
    const opened = { services, config, runDirectory: "" } as unknown as Parameters<typeof runnerOf>[1];
    const run = await runnerOf({ model: "m", workflow, knowledge: "prompt" }, opened);
    await run({ turns: SCENARIO.turns } as unknown as ScopeTask, SCENARIO);
  }
  expect(tasks.filter(({ starts }) => starts).map(({ workflow, starts }) => [workflow, starts])).toEqual(
    UPPER_BOUNDS.map((workflow) => [workflow, ["REQ-201"]]),
  );
  expect(
    tasks
      .filter(({ gradeThreshold }) => gradeThreshold)
      .map(({ workflow, gradeThreshold }) => [workflow, gradeThreshold]),
  ).toEqual(
    WORKFLOWS.filter((name) => retrievalOf(name)?.grade).map((name) => [name, name.includes("sparse") ? 0.1 : 0.4]),
  );
  expect(JSON.stringify(tasks)).not.toMatch(/secret|TC-1001/);
  expect(tasks).toHaveLength(WORKFLOWS.length);
});
