import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { TurnRecord } from "./contract.ts";
import { writeTurn } from "./stored-turn.ts";
import { readMessages } from "./trace.ts";
import { traceMessages } from "./trace-messages.ts";
import { describeFailure } from "./turn-failure.ts";
import type { Execution } from "./workflows/execution.ts";

/** Which turn is running and until when, on the clock of `performance.now()`. */
export interface TurnClock {
  turn: number;
  endsAt: number;
}

/** The part of a compiled agent that a turn needs. */
export interface TurnAgent {
  invoke(
    input: { messages: BaseMessage[] },
    config: { configurable: { thread_id: string }; recursionLimit: number; signal: AbortSignal; durability: "exit" },
  ): Promise<unknown>;
}

/** Asks one turn. Never throws: a cut-off is `timeout`, everything else that fails is `agent_error`. */
export async function runTurn(options: {
  agent: TurnAgent;
  execution: Execution;
  clock: TurnClock;
  turn: number;
  text: string;
}): Promise<TurnRecord> {
  const { agent, execution, clock, turn } = options;
  const { limits, threadId, signal: stop } = execution.task;
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const cutoff = AbortSignal.timeout(limits.turnCutoffMs);
  const signal = AbortSignal.any([stop, cutoff]);
  Object.assign(clock, { turn, endsAt: start + limits.turnCutoffMs });
  execution.tools.signal = signal;
  const finish = (rest: Pick<TurnRecord, "outcome" | "error">): TurnRecord => ({
    turn,
    ...rest,
    startedAt,
    durationMs: performance.now() - start,
  });
  try {
    await agent.invoke(
      { messages: [new HumanMessage(options.text)] },
      { configurable: { thread_id: threadId }, recursionLimit: limits.recursionLimit, signal, durability: "exit" },
    );
    return finish({ outcome: "success" });
  } catch (error) {
    return finish(
      describeFailure(error, { cutOff: cutoff.aborted, stopped: stop.aborted, cutoffMs: limits.turnCutoffMs }),
    );
  } finally {
    await store(execution, turn);
  }
}

async function store({ checkpointer, task, tools, meter }: Execution, turn: number): Promise<void> {
  const { records: _records, ...told } = (await readMessages(checkpointer, task.threadId)) ?? traceMessages([]);
  await writeTurn(tools.files, { ...told, turn, usage: meter.usage, modelCalls: meter.modelCalls });
}
