import type { AgentRun, Outcome, TurnRecord } from "../../../../agent/contract/contract.ts";
import { lostState } from "../../../../agent/turns/lost-state.ts";
import { sha256 } from "../../../../base/hash.ts";
import type { Outages } from "../../../../base/outages/outages.ts";
import { currentThread, onThread } from "../../../../base/providers/recording/recording.ts";
import { makeRandom } from "../../../../base/random.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import type { ExecutionSteps } from "../../../dag/progress/steps.ts";
import type { Services } from "../../../dag/services.ts";
import type { ServedContext } from "../../../dag/stage.ts";
import { toAgentLimits } from "../../../record/config/limits-schema.ts";
import { executionName } from "../../../record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord } from "../../../record/domain/records.ts";
import { makeSimulatedReviewer } from "../../safe-mode/simulated-reviewer.ts";
import type { runnerOf } from "../system-of.ts";

type Runner = Awaited<ReturnType<typeof runnerOf>>;

interface Subject {
  key: ExecutionKey;
  scenario: Scenario;
  /** Another for each start of the same execution: a fresh thread, so that what a cut-off one left behind is not seen. */
  attempt: string;
  context: Pick<ServedContext, "config" | "effects"> & { services: Pick<Services, "outages"> };
  /** Hears what it does. */
  steps?: ExecutionSteps;
  signal: AbortSignal;
}

/** Runs the system under test on one cell. No record where a lost server ended it. */
export async function executeOne(
  runTask: Runner,
  { key, scenario, attempt, context, steps, signal }: Subject,
): Promise<{ record: ExecutionRecord | null; run: AgentRun }> {
  const { config, effects } = context;
  const { outages } = context.services;
  const ids = { thread_id: `${executionName(key)}~${attempt}`, assistant_id: "scopebench" };
  const threadName = threadNameOf(key);
  const startedAt = effects.now();
  const task = {
    threadId: ids.thread_id,
    assistantId: ids.assistant_id,
    threadName,
    isNewThread: true,
    turns: scenario.turns,
    limits: toAgentLimits(config.limits),
    seed: seedOf(config.seed, key),
    toolFamilies: config.tool_families,
    toolDescriptions: config.tool_descriptions,
    ...steps,
    ...(config.safe_mode && { reviewer: makeSimulatedReviewer(config.safe_mode, seedOf(config.seed, key)) }),
    signal,
  };
  const origin: Pick<ExecutionRecord, "reused"> = {};
  const execute = async () => {
    const run = await runTask(task, scenario);
    if (currentThread()?.isReused?.()) origin.reused = true;
    return run;
  };
  const clock = Date.now();
  // What is taken is told by a clock that nobody sets.
  const begun = performance.now();
  const ended = await onThread({ name: executionName(key), alias: threadName }, execute).catch(
    (error: unknown): AgentRun => crashed(error),
  );
  const takenMs = Math.round(performance.now() - begun);
  const waitedMs = outages.within(clock, clock + takenMs);
  const run = waitedMs > 0 && ended.outcome === "timeout" ? outOfTime(ended) : ended;
  const { outcome } = run;
  if (outcome === "infrastructure") return { record: null, run };
  const durationMs = run.tookMs === undefined ? takenMs - waitedMs : Math.round(run.tookMs);
  const turns = run.turns.map((turn) => ({
    turn: turn.turn,
    outcome: turn.outcome as Outcome, // A run in which no server was lost has no turn in which one was.
    error: turn.error,
    started_at: turn.startedAt,
    duration_ms: turn.durationMs - waitedIn(turn, outages),
  }));
  const error = turns.find((turn) => turn.error)?.error ?? run.error;
  const times = { started_at: startedAt.toISOString(), duration_ms: durationMs };
  return { record: { ...key, ...ids, outcome, error, ...times, ...origin, turns }, run };
}

/** How long servers were waited for is no part of what an agent takes. */
function waitedIn({ startedAt, durationMs }: TurnRecord, outages: Outages): number {
  const from = Date.parse(startedAt);
  return outages.within(from, from + durationMs);
}

/** The clock went on while a server was waited for. */
function outOfTime({ usage, turns }: AgentRun): AgentRun {
  const message = "the turn's time was up while a server was waited for";
  return { outcome: "infrastructure", error: { code: "server_lost", message }, turns, usage };
}

/**
 * What an agent reads of its thread: equally long for all executions, so that no configuration pays more tokens for its
 * name, and silent about the scenario, the model and the number of starts.
 */
export function threadNameOf(key: ExecutionKey): string {
  return `t-${sha256(executionName(key)).slice(0, 16)}`;
}

/** A system that throws instead of reporting is an agent error of that execution, not the end of the run. */
function crashed(error: unknown): AgentRun {
  const lost = error instanceof UserError || lostState(error) !== null;
  return {
    outcome: lost ? "infrastructure" : "agent_error",
    turns: [],
    error: { code: "crash", message: error instanceof Error ? error.message : String(error) },
  };
}

/** A seed per execution: the same for equal run seeds. Levels of further factors share it, so that a difference between them is theirs. */
export function seedOf(runSeed: number, key: ExecutionKey): number {
  return Math.floor(makeRandom(runSeed, executionName({ ...key, levels: undefined }))() * 2 ** 31);
}
