import { type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import type { AgentLimits } from "../../contract/limits.ts";
import { callTool, type ToolName } from "../../tools/registry.ts";
import type { CallRecord } from "../../turns/call-log.ts";
import { isUserMessage } from "../../turns/contract-note.ts";
import type { ToolContext } from "../../turns/tool-context.ts";
import type { Execution } from "../execution.ts";
import { rejectCall } from "../middleware/call-recorder.ts";
import { decide, reviewedIn } from "../middleware/call-review.ts";

/** One way to retrieve: makes the calls that it takes, also at once, of which the model sees every result in the order of the calls. */
export type Retrieve = (asked: {
  /** What the user has said so far, turn by turn. */
  question: string;
  limits: AgentLimits;
  call(tool: ToolName, args: Record<string, unknown>): Promise<CallRecord>;
}) => Promise<void>;

/** What the model is shown of one result. It cannot read on, as an agent can: some 4,000 tokens, and not 1,000. */
const SHOWN = { previewRows: 50, previewChars: 16_000 };

/**
 * Retrieves before the model is asked, through the agents' own tools: guarded, recorded, stored in full. The results stand
 * among the messages as a tool's do, and reach the model, which called no tool, as messages of their own.
 */
export function makeRetriever(execution: Pick<Execution, "task" | "tools">, retrieve: Retrieve) {
  return createMiddleware({
    name: "retrieve",
    beforeAgent: async (state) => {
      const messages: BaseMessage[] = state.messages;
      const said = messages.filter(isUserMessage).map((message) => message.text);
      const calls: Promise<CallRecord>[] = [];
      let over = false;
      await asked(retrieve, {
        question: said.join("\n"),
        limits: execution.tools.limits,
        call: (tool, args) => {
          if (over) return Promise.reject(new Error(`${tool} was called after \`retrieve\` had returned`));
          const id = `retrieval-${said.length}-${calls.length}`;
          const made = recordedCall({ tool, args, id }, { ...execution, shown: SHOWN });
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
      const records = await Promise.all(calls);
      return { messages: records.map(toMessage) };
    },
  });
}

/** What a module of a user's own throws need be no error. */
async function asked(retrieve: Retrieve, by: Parameters<Retrieve>[0]): Promise<void> {
  try {
    await retrieve(by);
  } catch (error) {
    throw error instanceof Error ? error : new Error(`\`retrieve\` threw ${String(error)}`);
  }
}

/** Has the model see what was retrieved, though it called no tool. */
export function makeRecordsShown() {
  return createMiddleware({
    name: "recordsShown",
    wrapModelCall: (request, handler) => handler({ ...request, messages: request.messages.map(asShown) }),
  });
}

/** A tool's call that no model asked for: recorded as one, and decided on by a person where such calls are. */
export async function recordedCall(
  { tool, args: given, id }: { tool: ToolName; args: Record<string, unknown>; id: string },
  { task, tools, shown }: Pick<Execution, "task" | "tools"> & { shown: typeof SHOWN },
): Promise<CallRecord> {
  // As they are recorded and read back: code of a user's own may leave them out, or pass what JSON has no word for.
  const args = JSON.parse(JSON.stringify(given) ?? "{}") as Record<string, unknown>;
  const context: ToolContext = { ...tools, limits: { ...tools.limits, ...shown } };
  if (!reviewedIn(task).has(tool)) return callTool(tool, args, context);
  const { arguments: edited, ...review } = decide({ id, name: tool, args }, task);
  context.reviews?.set(id, review);
  if (review.decision === "reject") return rejectCall({ id, name: tool, args }, review.message, context);
  return callTool(tool, edited ?? args, { ...context, review });
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

/** The sentence before what was retrieved, by which a reader knows it from what the user says. */
function asShown(message: BaseMessage): BaseMessage {
  if (!ToolMessage.isInstance(message)) return message;
  const { tool, arguments: args } = message.artifact as CallRecord;
  return new HumanMessage(`Records retrieved for the question, by ${tool} ${JSON.stringify(args)}:\n${message.text}`);
}
