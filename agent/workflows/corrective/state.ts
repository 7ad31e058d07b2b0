import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation } from "@langchain/langgraph";
import { roundMs } from "../../../base/stopwatch.ts";
import type { NodeStep } from "../../contract.ts";
import type { CallRecord } from "../../tools/call-log.ts";
import { isUserMessage } from "../contract-note.ts";
import type { Execution } from "../execution.ts";

/** The thread's messages, and what each node came to: from that log alone the graph decides where it goes. */
export const CorrectiveState = Annotation.Root({
  ...MessagesAnnotation.spec,
  steps: Annotation<NodeStep[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
});
export type State = typeof CorrectiveState.State;

/** What a node found, and the messages that it adds. */
type Came = Omit<NodeStep, "turn" | "node" | "startMs" | "durationMs"> & { messages?: BaseMessage[] };

/** A node that runs `work` and logs it, with its time. */
export function logged(node: NodeStep["node"], execution: Execution, work: (state: State) => Promise<Came> | Came) {
  const { tools } = execution;
  return async (state: State): Promise<Partial<State>> => {
    const startMs = tools.elapsedMs();
    const { messages = [], ...came } = await work(state);
    const times = { startMs: roundMs(startMs), durationMs: roundMs(tools.elapsedMs() - startMs) };
    return { messages, steps: [{ turn: tools.turn(), node, ...came, ...times }] };
  };
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

/** The hits of one call; none where it failed. */
export function hitsOf({ messages }: Pick<State, "messages">, call: number | undefined): Hit[] {
  const found = messages.find(
    (message) => ToolMessage.isInstance(message) && (message.artifact as CallRecord).index === call,
  );
  return found === undefined ? [] : rowsIn(found.text).map(toHit);
}

export function rowsIn(preview: string): Record<string, unknown>[] {
  const { rows = [] } = JSON.parse(preview) as { rows?: Record<string, unknown>[] };
  return rows;
}

function toHit({ id, title, snippet }: Record<string, unknown>): Hit {
  return { id: String(id), title: String(title ?? ""), snippet: String(snippet ?? "") };
}
