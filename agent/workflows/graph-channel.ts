import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import type { LiveTurn, NodeStep, TokenUsage } from "../contract/contract.ts";
import type { TurnChannel } from "../turns/conversation.ts";
import { readMessages } from "../turns/trace.ts";
import { type MessageTrace, traceMessages } from "../turns/trace-messages.ts";
import type { Transcript } from "../turns/transcript.ts";
import type { Execution } from "./execution.ts";

interface TurnConfig {
  configurable: { thread_id: string; checkpoint_id?: string };
  recursionLimit: number;
  signal: AbortSignal;
}

/** The part of a compiled agent that a turn needs. */
export interface TurnAgent {
  invoke(
    input: { messages: BaseMessage[] },
    config: TurnConfig & { durability: "exit" },
  ): Promise<{ messages: BaseMessage[]; transcripts?: Transcript[]; steps?: NodeStep[] }>;
  stream(
    input: { messages: BaseMessage[] } | Command | null,
    config: TurnConfig & { durability: "async"; streamMode: LiveMode[]; subgraphs: true },
  ): Promise<AsyncIterable<unknown>>;
}

type LiveMode = Parameters<LiveTurn["onEvent"]>[0]["mode"];

/** Our own agent, a graph whose state lies in checkpoints, as who answers. */
export function graphChannel(agent: TurnAgent, execution: Execution): TurnChannel {
  const { task, meter, thread, checkpointer, requests } = execution;
  const { limits, threadId } = task;
  let latest: MessageTrace | null = null;
  return {
    async ask(turn, signal) {
      latest = null;
      const config = { configurable: { thread_id: threadId }, recursionLimit: limits.recursionLimit, signal };
      const content = task.turns[turn] ?? "";
      if (task.live) return watch(agent, task.live, { content, config }).finally(() => checkpointer.flush?.());
      const messages = [new HumanMessage(content)];
      const state = await agent.invoke({ messages }, { ...config, durability: "exit" });
      latest = traceMessages(state.messages, state);
    },
    async soFar() {
      // After a failure, what the turn had come to is in its last checkpoint.
      const found = latest ?? (await readMessages(checkpointer, threadId)) ?? traceMessages([]);
      const { records: _records, ...rest } = found;
      const { modelCalls, roles } = meter;
      const usage = usageOf(execution);
      return { ...rest, usage, modelCalls, roles, requests: requests.requests, prompts: requests.prompts };
    },
    usage: () => usageOf(execution),
    cutOff: async () => thread?.cutOff(),
  };
}

/** With the input of requests that were given up, estimated: their server counts it, too. A stand-in asks no server. */
function usageOf({ meter, requests, task }: Execution): TokenUsage {
  const unanswered = task.model.provider === "policy" ? 0 : requests.unanswered();
  if (unanswered === 0) return meter.usage;
  return { ...meter.usage, input: meter.usage.input + unanswered, estimated: true };
}

/** A turn that a person follows: each step is stored as it ends, so that a kill leaves what was reached. */
async function watch(
  agent: TurnAgent,
  { onEvent, messageId, resume, checkpoint, again }: LiveTurn,
  { content, config }: { content: string; config: TurnConfig },
): Promise<void> {
  const question = again ? null : { messages: [new HumanMessage({ content, id: messageId })] };
  const input = resume ? new Command({ resume: { [resume.interrupt]: resume.decision } }) : question;
  const configurable = { ...config.configurable, ...(checkpoint && { checkpoint_id: checkpoint }) };
  const streamMode: LiveMode[] = ["values", "updates", "messages"];
  const events = await agent.stream(input, {
    ...{ ...config, configurable, streamMode },
    ...{ subgraphs: true, durability: "async" },
  });
  for await (const event of events) {
    const [namespace, mode, data] = event as [string[], LiveMode, unknown];
    onEvent({ namespace: mode === "messages" ? speakerOf(namespace) : namespace, mode, data });
  }
}

/** Who answers from what was retrieved is a graph within the agent's, and still no executor: its words are the agent's own. */
function speakerOf(namespace: string[]): string[] {
  return namespace[0]?.startsWith("generate:") ? namespace.slice(1) : namespace;
}
