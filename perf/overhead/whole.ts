import type { ScopeAgent } from "../../agent/contract/contract.ts";
import { toExtraction } from "../../harness/run/stages/extract/extraction.ts";
import type { Times } from "./clocks.ts";
import { type Script, scripted } from "./scripts.ts";

interface Whole {
  system: ScopeAgent;
  script: Script;
  times: Times;
}

/** One execution as the harness makes it, and its extraction. */
export async function runWhole({ system, script, times }: Whole): Promise<void> {
  const { task } = script;
  const run = await scripted(script, () => system.run(task));
  if (run.outcome !== "success") throw new Error(`${task.threadId}: ${JSON.stringify(run)}`);
  await times.part("harness: trace read back, record written", async () => {
    const trace = await system.readTrace(task);
    const key = {
      model: task.model.name,
      workflow: "react",
      knowledge: "prompt",
      scenario_id: "S001",
      repeat: 0,
    } as const;
    const ids = { thread_id: task.threadId, assistant_id: task.assistantId };
    const record = { ...key, ...ids, outcome: "success" as const, started_at: "", duration_ms: 0, turns: [] };
    JSON.stringify(toExtraction(record, trace));
  });
}
