import type { ScopeAgent, ScopeTask } from "../../agent/contract/contract.ts";
import { toExtraction } from "../../harness/run/stages/extract/extraction.ts";
import { type Script, scripted } from "./scripts.ts";

export async function runSuccessfully(system: ScopeAgent, task: ScopeTask): Promise<void> {
  const run = await system.run(task);
  if (run.outcome !== "success") throw new Error(`${task.threadId}: ${JSON.stringify(run)}`);
}

/** One execution as the harness makes it, and its extraction. */
export async function runWhole({ system, script }: { system: ScopeAgent; script: Script }): Promise<void> {
  const { task } = script;
  await scripted(script, () => runSuccessfully(system, task));
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
}
