import { expect, it } from "vitest";
import { Outages } from "../../../../base/outages/outages.ts";
import { makeScratchFolder } from "../../../../base/whole-folder.ts";
import type { Task } from "../../../../harness/dag/worker-pool.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { makeEffects } from "../../../../harness/record/effects.ts";
import type { QueueDatabase } from "../../../../harness/run/queue/database.ts";
import { openWorkerRun } from "../../../../harness/run/queue/worker-run.ts";
import { openServices } from "../../../../harness/run/stages/open-services.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { nonEmpty } from "../../../non-empty.ts";

const config = configSchema.parse({
  corpus: { type: "telecom", seed: 7, scale: 0.02 },
  models: [{ name: "sprinter", provider: "policy", model: "sprinter" }],
  workflows: ["react"],
  knowledge: ["prompt"],
});
const effects = makeEffects({ environment: { SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE }, log: () => undefined });
const { signal } = new AbortController();

/** The run as a coordinator offers it, on a worker without a database of the queue: its corpus is here. */
async function openRun(folder: string) {
  const services = openServices({ config, effects, signal });
  const { snapshot_hash: snapshot } = await services.snapshot();
  const system = await services.system({ runDirectory: folder });
  await (await services.substrate()).close();
  const agents = JSON.stringify({ [system.name]: system.version });
  const offered = { id: "1", name: "a-run", code: "", snapshot, agents, config: JSON.stringify(config) };
  return openWorkerRun({
    offer: { ...offered, heartbeatSeconds: 10, weight: 1 },
    database: {} as QueueDatabase,
    ...{ effects, outages: new Outages(), signal, only: undefined },
  });
}

it("a task that the run cannot have sent fails by itself, in the promise, and the next one is made", async () => {
  const run = await openRun(await makeScratchFolder("worker-run"));
  const key = { scenario_id: "S1", model: "sprinter", workflow: "react", knowledge: "prompt", repeat: 0 } as const;
  const scenario = { id: "S1", question: "Which test cases verify handover?" } as unknown as Scenario;
  const task = (change: object): Task => ({ stage: "execute", key: { ...key, ...change }, scenario }) as Task;
  const over = { snapshot: "0c".repeat(32) };
  const sent: [string, Task, string][] = [
    ["a model that it has not", task({ model: "m" }), "the run has no configuration"],
    ["a workflow that it has not", task({ workflow: "plan_execute" }), "the run has no configuration"],
    ["levels that it has not", task({ levels: "top_k=9" }), "the run has no configuration"],
    ["another substrate", { ...task({}), over } as Task, "executed over another substrate"],
  ];
  for (const [what, one, why] of nonEmpty(sent)) {
    const made = run.make(one, "1"); // Throws nothing: whoever calls it catches by `.catch`.
    await expect(made, what).rejects.toThrow(why);
  }
  expect(await run.make(task({}), "2")).toMatchObject({ made: { record: { scenario_id: "S1", model: "sprinter" } } });
  await run.close();
});
