import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { TurnChannel } from "./conversation.ts";
import { readMessages } from "./trace.ts";
import { type MessageTrace, traceMessages } from "./trace-messages.ts";
import type { Execution } from "./workflows/execution.ts";
import type { Transcript } from "./workflows/transcript.ts";

/** The part of a compiled agent that a turn needs. */
interface TurnAgent {
  invoke(
    input: { messages: BaseMessage[] },
    config: { configurable: { thread_id: string }; recursionLimit: number; signal: AbortSignal; durability: "exit" },
  ): Promise<{ messages: BaseMessage[]; transcripts?: Transcript[] }>;
}

/** Our own agent, a graph whose state lies in checkpoints, as who answers. */
export function graphChannel(agent: TurnAgent, execution: Execution): TurnChannel {
  const { task, meter, thread, checkpointer, requests } = execution;
  const { limits, threadId } = task;
  let latest: MessageTrace | null = null;
  return {
    async ask(turn, signal) {
      latest = null;
      const config = { configurable: { thread_id: threadId }, recursionLimit: limits.recursionLimit, signal };
      const messages = [new HumanMessage(task.turns[turn] ?? "")];
      const state = await agent.invoke({ messages }, { ...config, durability: "exit" });
      latest = traceMessages(state.messages, state.transcripts);
    },
    async soFar() {
      // After a failure, what the turn had come to is in its last checkpoint.
      const found = latest ?? (await readMessages(checkpointer, threadId)) ?? traceMessages([]);
      const { records: _records, ...rest } = found;
      const { modelCalls, usage, roles } = meter;
      return { ...rest, usage, modelCalls, roles, requests: requests.requests, prompts: requests.prompts };
    },
    usage: () => meter.usage,
    cutOff: async () => thread?.cutOff(),
  };
}
