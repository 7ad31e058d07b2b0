import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { TurnRecord } from "./contract.ts";
import { writeTurn } from "./stored-turn.ts";
import { readMessages } from "./trace.ts";
import { type MessageTrace, traceMessages } from "./trace-messages.ts";
import { describeFailure } from "./turn-failure.ts";
import { startTurnSignal } from "./turn-signal.ts";
import type { Execution } from "./workflows/execution.ts";
import type { Transcript } from "./workflows/transcript.ts";

/** Which turn is running and until when, on the clock of `performance.now()`. */
export interface TurnClock {
  turn: number;
  endsAt: number;
}

/** The part of a compiled agent that a turn needs. */
interface TurnAgent {
  invoke(
    input: { messages: BaseMessage[] },
    config: { configurable: { thread_id: string }; recursionLimit: number; signal: AbortSignal; durability: "exit" },
  ): Promise<{ messages: BaseMessage[]; transcripts?: Transcript[] }>;
}

interface TurnOptions {
  agent: TurnAgent;
  execution: Execution;
  clock: TurnClock;
  turn: number;
  text: string;
}

/** Asks one turn. Never throws: a cut-off is `timeout`, everything else that fails is `agent_error`. */
export async function runTurn({ agent, execution, clock, turn, text }: TurnOptions): Promise<TurnRecord> {
  const { limits, threadId, signal: stop } = execution.task;
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const { signal, cutOff, end } = startTurnSignal(stop, limits.turnCutoffMs);
  Object.assign(clock, { turn, endsAt: start + limits.turnCutoffMs });
  execution.tools.signal = signal;
  let outcome: Pick<TurnRecord, "outcome" | "error"> = { outcome: "success" };
  let told: MessageTrace | null = null;
  try {
    const config = { configurable: { thread_id: threadId }, recursionLimit: limits.recursionLimit, signal };
    const state = await agent.invoke({ messages: [new HumanMessage(text)] }, { ...config, durability: "exit" });
    told = traceMessages(state.messages, state.transcripts);
  } catch (error) {
    const state = { cutOff: cutOff(), stopped: stop.aborted, cutoffMs: limits.turnCutoffMs };
    outcome = describeFailure(error, state);
    if (state.cutOff && !state.stopped) await execution.thread?.cutOff();
  } finally {
    end();
  }
  const durationMs = performance.now() - start;
  await store(execution, turn, told);
  return { turn, ...outcome, startedAt, durationMs };
}

/** After a failure, what the turn had come to is in its last checkpoint. */
async function store(execution: Execution, turn: number, told: MessageTrace | null): Promise<void> {
  const { checkpointer, task, tools, meter } = execution;
  const found = told ?? (await readMessages(checkpointer, task.threadId)) ?? traceMessages([]);
  const { records: _records, ...rest } = found;
  await writeTurn(tools.files, { ...rest, turn, usage: meter.usage, modelCalls: meter.modelCalls });
}
