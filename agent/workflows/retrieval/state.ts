import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation } from "@langchain/langgraph";
import { roundMs } from "../../../base/stopwatch.ts";
import type { NodeStep } from "../../contract/contract.ts";
import type { CallRecord } from "../../turns/call-log.ts";
import { isUserMessage } from "../../turns/contract-note.ts";
import type { Execution } from "../execution.ts";

/** The thread's messages, and what each node came to: from that log alone the graph decides where it goes. */
export const RetrievalState = Annotation.Root({
  ...MessagesAnnotation.spec,
  steps: Annotation<NodeStep[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
});
export type State = typeof RetrievalState.State;

/** What a node found, and the messages that it adds. */
type Came = Omit<NodeStep, "turn" | "node" | "startMs" | "durationMs"> & { messages?: BaseMessage[] };

/** A node that runs `work` and logs it, with its time. */
export function logged(node: NodeStep["node"], execution: Execution, work: (state: State) => Promise<Came> | Came) {
  const { tools } = execution;
  return async (state: State): Promise<Partial<State>> => {
    const startMs = tools.elapsedMs();
    const { messages = [], ...came } = await work(state);
    const times = { startMs: roundMs(startMs), durationMs: roundMs(tools.elapsedMs() - startMs) };
    return { messages, steps: [{ turn: turnOf(state), node, ...came, ...times }] };
  };
}

/** By what the user has said: a thread that goes on in another run has turns from before it. */
export function turnOf({ messages }: Pick<State, "messages">): number {
  return messages.filter(isUserMessage).length - 1;
}

/** The steps of a node in one turn, oldest first. */
export function stepsOf(state: Pick<State, "steps">, turn: number, node: NodeStep["node"]): NodeStep[] {
  return state.steps.filter((step) => step.turn === turn && step.node === node);
}

/** What the user has said so far, turn by turn. */
export function questionIn({ messages }: Pick<State, "messages">): string {
  return messages
    .filter(isUserMessage)
    .map((message) => message.text)
    .join("\n");
}

/** A retrieved record as its tool showed it. */
export interface Hit {
  id: string;
  title: string;
  snippet: string;
}

/** The results of a retrieval: of its last call, and of those that it made on the way there. Calls are numbered over the whole thread. */
export function resultsOf({ messages, steps }: State, { call = -1 }: Pick<NodeStep, "call">): ToolMessage[] {
  const ends = steps.flatMap((step) => (step.node === "retrieve" && step.call !== undefined ? [step.call] : []));
  const before = Math.max(-1, ...ends.filter((end) => end < call));
  return messages.filter(ToolMessage.isInstance).filter(({ artifact }) => {
    const { index } = artifact as CallRecord;
    return index > before && index <= call;
  });
}

/** Test cases in results, each once, in their order; none where a call failed. */
export function hitsIn(messages: readonly ToolMessage[]): Hit[] {
  const found = new Map<string, Hit>();
  for (const hit of messages.flatMap((message) => rowsIn(message).flatMap((row) => hitOf(row) ?? [])))
    if (!found.has(hit.id)) found.set(hit.id, hit);
  return [...found.values()];
}

function rowsIn({ text }: ToolMessage): Record<string, unknown>[] {
  const { rows = [] } = JSON.parse(text) as { rows?: Record<string, unknown>[] };
  return rows;
}

/** The test case of a search's or the graph's row; null for another record, and for one that the question itself names. */
export function hitOf(row: Record<string, unknown>): Hit | null {
  if (row.asked !== undefined) return null;
  const textOf = (field: string) => String(row[field] ?? "");
  if (row.test_case_id !== undefined)
    return { id: textOf("test_case_id"), title: textOf("test_case_name"), snippet: "" };
  if (row.label === "TestCase") return { id: textOf("id"), title: textOf("name"), snippet: "" };
  return row.type === "test_case" ? { id: textOf("id"), title: textOf("title"), snippet: textOf("snippet") } : null;
}
