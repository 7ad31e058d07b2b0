import type { BaseMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation } from "@langchain/langgraph";
import { roundMs } from "../../../base/stopwatch.ts";
import type { NodeStep, SourceNode } from "../../contract/contract.ts";
import { turnOf } from "../retrieval/state.ts";

/** The thread's messages, and what each node came to. Branches that ran at once add theirs in the order of the sources. */
export const SourcesState = Annotation.Root({
  ...MessagesAnnotation.spec,
  steps: Annotation<NodeStep[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
  /** Of a branch: the source that it searches. */
  branch: Annotation<string>({ reducer: (_before, source) => source, default: () => "" }),
});
export type SourceState = typeof SourcesState.State;

/** What a node came to, and the messages that it adds. */
export type SourceCame = Omit<NodeStep, "turn" | "node" | "startMs" | "durationMs"> & { messages?: BaseMessage[] };

/** A node that runs `work` and logs it, with its time. */
export function loggedStep(
  node: SourceNode,
  { elapsedMs }: { elapsedMs(): number },
  work: (state: SourceState) => Promise<SourceCame> | SourceCame,
) {
  return async (state: SourceState): Promise<Partial<SourceState>> => {
    const startMs = elapsedMs();
    const { messages = [], ...came } = await work(state);
    const times = { startMs: roundMs(startMs), durationMs: roundMs(elapsedMs() - startMs) };
    return { messages, steps: [{ turn: turnOf(state), node, ...came, ...times }] };
  };
}

/** The steps of a node in the turn that runs, oldest first. */
export function turnSteps(state: SourceState, node: SourceNode): NodeStep[] {
  const turn = turnOf(state);
  return state.steps.filter((step) => step.turn === turn && step.node === node);
}
