import { startStopwatch } from "../../base/stopwatch.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import type { AgentRun, AgentTask, TurnRecord } from "../contract/contract.ts";
import { familiesOn } from "../contract/families.ts";
import type { AgentFiles } from "../filesystem/agent-files.ts";
import { CallLog } from "./call-log.ts";
import { type StoredTurn, writeTurn } from "./stored-turn.ts";
import type { ToolContext } from "./tool-context.ts";
import { cascadedTurn, describeFailure } from "./turn-failure.ts";

/** Who answers the turns of one execution: our own agent, or one that is not ours. */
export interface TurnChannel {
  /** Has a turn answered. Throws when it failed; nothing of it may be left at work then, or when the signal is aborted. */
  ask(turn: number, signal: AbortSignal): Promise<void>;
  /** What the conversation has come to by the end of a turn, also of one that failed. */
  soFar(turn: number): Promise<Omit<StoredTurn, "turn">>;
  /** Tokens of all turns; undefined when unknown. */
  usage(): AgentRun["usage"];
  /** Hears that the clock ended a turn. */
  cutOff?(): Promise<void>;
}

/** Which turn is running and until when, on the clock of `performance.now()`. */
interface TurnClock {
  turn: number;
  endsAt: number;
}

export interface Conversation {
  task: AgentTask;
  tools: ToolContext;
  clock: TurnClock;
}

/** What a channel is made with. The tools know the turn by the conversation's clock. */
export function makeConversation(task: AgentTask, substrate: Substrate, files: AgentFiles): Conversation {
  const clock: TurnClock = { turn: 0, endsAt: 0 };
  const tools: ToolContext = {
    substrate,
    files,
    calls: new CallLog(files, { onRecord: task.onCall, isNew: task.isNewThread }),
    limits: task.limits,
    families: familiesOn(substrate.manifest.mapping, task.toolFamilies),
    descriptions: task.toolDescriptions,
    subAgent: () => null,
    turn: () => clock.turn,
    elapsedMs: startStopwatch(),
    reviews: new Map(),
    ownTurn: task.ownTurn,
    signal: task.signal,
  };
  return { task, tools, clock };
}

/** Asks the turns in order on one thread. After one that failed the rest is `cascaded_failure`: they would build on nothing. */
export async function runConversation(conversation: Conversation, channel: TurnChannel): Promise<AgentRun> {
  const turns: TurnRecord[] = [];
  for (const turn of conversation.task.turns.keys()) {
    const failed = turns.some((record) => record.outcome !== "success");
    turns.push(failed ? cascadedTurn(turn) : await runTurn(conversation, channel, turn));
  }
  const outcome = turns.find((record) => record.outcome !== "success")?.outcome ?? "success";
  return { outcome, turns, usage: channel.usage() };
}

/** Never throws for the agent's sake: a cut-off is `timeout`, a lost server, or a machine that lacks something, `infrastructure`, everything else that fails `agent_error`. */
async function runTurn({ task, tools, clock }: Conversation, channel: TurnChannel, turn: number): Promise<TurnRecord> {
  const { turnCutoffMs: cutoffMs } = task.limits;
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const { signal, cutOff, lose, lost, end } = startTurnSignal(task.signal, cutoffMs);
  Object.assign(clock, { turn, endsAt: start + cutoffMs });
  Object.assign(tools, { signal, lose });
  let outcome: Pick<TurnRecord, "outcome" | "error"> = { outcome: "success" };
  try {
    await channel.ask(turn, signal);
    signal.throwIfAborted(); // Nobody may answer as if a lost server's silence were one.
  } catch (error) {
    const state = { cutOff: cutOff(), stopped: task.signal.aborted, lost: lost(), cutoffMs };
    outcome = describeFailure(error, state);
    if (state.cutOff && !state.stopped) await channel.cutOff?.();
  } finally {
    end();
  }
  const durationMs = performance.now() - start;
  const soFar = await channel.soFar(turn);
  await writeTurn(tools.files, { ...soFar, turn });
  task.onAnswer?.(turn, soFar.answers[turn] ?? "");
  return { turn, ...outcome, startedAt, durationMs };
}

/** A turn's signal, and why it was aborted. */
interface TurnSignal {
  signal: AbortSignal;
  /** The turn's time was up; not: the run was stopped. */
  cutOff(): boolean;
  /** Ends the turn over what failed outside of its graph: a server, or a model that a tool asked. */
  lose(failure: Error): void;
  lost(): Error | null;
  /**
   * The turn is over: aborts the signal, so that what a library or an agent still waits for lets go. One that is never
   * aborted is kept by the runtime with all that its listeners hold, as `AbortSignal.any` and `timeout` would be.
   */
  end(): void;
}

/** Aborted when the run is stopped, after a time, and at the turn's end. */
function startTurnSignal(stop: AbortSignal, cutoffMs: number): TurnSignal {
  const controller = new AbortController();
  let cutOff = false;
  let lost: Error | null = null;
  const giveUp = (): void => controller.abort(stop.reason);
  const timer = setTimeout(() => {
    cutOff = !controller.signal.aborted;
    controller.abort(new DOMException("The turn's time is up.", "TimeoutError"));
  }, cutoffMs).unref();
  if (stop.aborted) giveUp();
  stop.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    cutOff: () => cutOff,
    lose(failure) {
      if (controller.signal.aborted) return;
      lost = failure;
      controller.abort(failure);
    },
    lost: () => lost,
    end() {
      clearTimeout(timer);
      stop.removeEventListener("abort", giveUp);
      controller.abort(new DOMException("The turn is over.", "AbortError"));
    },
  };
}
