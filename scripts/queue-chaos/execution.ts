import type { MadeExecution } from "../../harness/dag/worker-pool.ts";
import { executionName, keyOf } from "../../harness/record/domain/names.ts";
import type { ExecutionKey, WorkerTrace } from "../../harness/record/domain/records.ts";

/** What a worker of `worker.ts` makes of a key: the same whoever makes it. */
export function executionOf(key: ExecutionKey): MadeExecution {
  const name = executionName(key);
  const ordered = keyOf(key); // A queue does not keep the order of members.
  const times = { started_at: "2026-01-01T00:00:00.000Z", duration_ms: 0, turns: [] };
  const record = { ...ordered, thread_id: name, assistant_id: "chaos", outcome: "success" as const, ...times };
  return { record, trace: { ...ordered, final_text: name, thread_id: name } as unknown as WorkerTrace, prompts: {} };
}
