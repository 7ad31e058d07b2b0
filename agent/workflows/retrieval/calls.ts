import { ToolMessage } from "@langchain/core/messages";
import { task as keptTask } from "@langchain/langgraph";
import { LIVE_SOURCE, type ScopeTask, TOOL_FAMILIES } from "../../contract/contract.ts";
import type { AgentLimits } from "../../contract/limits.ts";
import { callTool, type ToolName } from "../../tools/registry.ts";
import type { CallRecord } from "../../turns/call-log.ts";
import type { ToolContext } from "../../turns/tool-context.ts";
import type { Execution } from "../execution.ts";
import { rejectCall } from "../middleware/call-recorder.ts";
import { decide, reviewedIn } from "../middleware/call-review.ts";

/** One way to retrieve: makes the calls that it takes, also at once, of which the model sees every result in the order of the calls. */
export type Retrieve = (asked: {
  /** What the user has said so far, turn by turn, or the query in its place. */
  question: string;
  limits: AgentLimits;
  call(tool: ToolName, args: Record<string, unknown>): Promise<CallRecord>;
}) => Promise<void>;

/** How much of a result is kept. */
type Kept = Pick<AgentLimits, "previewRows" | "previewChars">;

/**
 * The calls of one retrieval, through the agents' own tools: guarded, recorded, stored in full.
 * @param options `id`: of the retrieval, to which each call's number is added
 */
export async function callsOf(
  retrieve: Retrieve,
  { execution, question, id, kept }: { execution: Execution; question: string; id: string; kept: Kept },
): Promise<CallRecord[]> {
  const calls: Promise<CallRecord>[] = [];
  let over = false;
  await asked(retrieve, {
    question,
    limits: execution.tools.limits,
    call: (tool, args) => {
      if (over) return Promise.reject(new Error(`${tool} was called after \`retrieve\` had returned`));
      const made = recordedCall({ tool, args, id: `${id}-${calls.length}` }, { ...execution, kept });
      calls.push(made);
      // A copy: what a strategy does to it changes nothing that is recorded or shown.
      const copy = made.then((record) => structuredClone(record));
      // Whoever does not wait for a call leaves its failure to the end of `retrieve`.
      copy.catch(() => undefined);
      return copy;
    },
  }).finally(() => {
    over = true;
  });
  return Promise.all(calls);
}

/** What a module of a user's own throws need be no error. */
async function asked(retrieve: Retrieve, by: Parameters<Retrieve>[0]): Promise<void> {
  try {
    await retrieve(by);
  } catch (error) {
    throw error instanceof Error ? error : new Error(`\`retrieve\` threw ${String(error)}`);
  }
}

/** A tool's call that no model asked for: recorded as one, and decided on by a person where such calls are. */
export async function recordedCall(
  { tool, args: given, id }: { tool: ToolName; args: Record<string, unknown>; id: string },
  { task, tools, kept }: Pick<Execution, "task" | "tools"> & { kept: Kept },
): Promise<CallRecord> {
  // As they are recorded and read back: code of a user's own may leave them out, or pass what JSON has no word for.
  const args = JSON.parse(JSON.stringify(given) ?? "{}") as Record<string, unknown>;
  // Tool families restrict agents that choose tools. A fixed retrieval without its search would retrieve nothing.
  const context: ToolContext = {
    ...tools,
    families: [...TOOL_FAMILIES, LIVE_SOURCE],
    limits: { ...tools.limits, ...kept },
  };
  if (!reviewedIn(task).has(tool)) return callTool(tool, args, context);
  const { arguments: edited, ...review } = decide({ id, name: tool, args }, task);
  context.reviews?.set(id, review);
  return once(task, tool, () =>
    review.decision === "reject"
      ? rejectCall({ id, name: tool, args }, review.message, context)
      : callTool(tool, edited ?? args, { ...context, review }),
  );
}

/** A node begins anew with each decision of a person: what it had done before is kept with the pause, and neither asked nor made again. */
export function once<T>({ live }: ScopeTask, name: string, work: () => Promise<T>): Promise<T> {
  return live ? (keptTask(name, work)() as Promise<T>) : work();
}

/** Its message, among the conversation's. */
export function toMessage(record: CallRecord): ToolMessage {
  return new ToolMessage({
    name: record.tool,
    content: record.preview,
    artifact: record,
    status: record.status,
    tool_call_id: `retrieval-${record.index}`,
  });
}
