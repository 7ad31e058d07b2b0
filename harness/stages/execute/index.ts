import pLimit from "p-limit";
import { type AgentRun, OUTCOMES, type Outcome, type TurnRecord } from "../../../agent/contract.ts";
import { sha256 } from "../../../base/hash.ts";
import type { Outages } from "../../../base/outages/outages.ts";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import { onThread } from "../../../base/providers/recording/recording.ts";
import { makeRandom } from "../../../base/random.ts";
import type { Scenario } from "../../../scenarios/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { costOf } from "../../config/cost.ts";
import { toAgentLimits } from "../../config/limits-schema.ts";
import { configurationsOf, executionsOf } from "../../config/matrix.ts";
import { GRAPH } from "../../dag/graph.ts";
import type { ServedContext, Stage } from "../../dag/stage.ts";
import { configurationName, executionName } from "../../domain/names.ts";
import type { ExecutionKey, ExecutionRecord } from "../../domain/records.ts";
import { fillMissing } from "../../run-directory/fill-missing.ts";
import { readManifest, updateManifest } from "../../run-directory/manifest.ts";
import { runPath } from "../../run-directory/paths.ts";
import { recordsOf } from "../../run-directory/records.ts";
import { runnerOf } from "../system-of.ts";
import { makeLossCount } from "./loss-count.ts";

/** Runs the system under test on every cell, with bounded concurrency and no retries of the agent. */
export const executeStage = {
  name: "execute",
  ...GRAPH.execute,
  version: 1,
  settings: ({ models, external_agents, workflows, retrievals, knowledge, tool_families, repeats, seed, limits }) => ({
    models,
    external_agents,
    workflows,
    retrievals,
    knowledge,
    tool_families,
    repeats,
    seed,
    limits,
  }),
  async run(context: ServedContext) {
    await recordSystems(context);
    const { outcomes, lost } = await executeAll(context);
    await updateManifest(context.runDirectory, () => ({ lost_executions: lost }));
    await context.services.close(); // A thousand executions have grown the embedded databases; extract needs little of them.
    const ended = OUTCOMES.filter((outcome) => outcomes.has(outcome)).map((name) => `${outcomes.get(name)} ${name}`);
    return [...ended, ...(lost > 0 ? [`${lost} infrastructure`] : [])].join(", ");
  },
} satisfies Stage;

/** Opens what the run needs before anything runs, and writes down what it is. */
async function recordSystems({ services, ...context }: ServedContext): Promise<void> {
  const { models, external_agents } = context.config;
  const identity = ({ name, version }: { name: string; version: string }) => ({ name, version });
  const system = models.length > 0 ? identity(await services.system(context)) : null;
  const external =
    external_agents.length > 0 ? [...(await services.externalAgents(context)).values()].map(identity) : undefined;
  const { toolVersions } = await import("../../../agent/tools/registry.ts");
  const tools = toolVersions(toAgentLimits(context.config.limits));
  await updateManifest(context.runDirectory, () => ({ system, subjects: external, tools }));
}

async function executeAll(context: ServedContext): Promise<{ outcomes: Map<string, number>; lost: number }> {
  const { config, runDirectory } = context;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const attempt = (await readManifest(runDirectory)).stages.execute?.attempts ?? 1;
  const total = configurationsOf(config).length * scenarios.length * config.repeats;
  const outcomes = new Map<string, number>();
  const limit = pLimit(config.concurrency);
  const losses = makeLossCount(context);
  let done = 0;
  const count = (record: ExecutionRecord, usage?: AgentRun["usage"]): void => {
    done++;
    outcomes.set(record.outcome, (outcomes.get(record.outcome) ?? 0) + 1);
    context.progress({
      done,
      total,
      group: configurationName(record),
      failure: record.outcome === "success" ? undefined : record.outcome,
      tokens: usage && usage.input + usage.output,
      cost: usage && costOf(config, record.model, usage),
    });
  };
  const configurations = configurationsOf(config).map(async (configuration) => {
    const keys = executionsOf(configuration, [...byId.keys()], config.repeats);
    const run = await runnerOf(configuration, context);
    await fillMissing({
      store: recordsOf({ runDirectory, part: "rawOutput", configuration }),
      wanted: keys,
      signal: losses.signal,
      limit,
      async make(key) {
        const scenario = byId.get(key.scenario_id) as Scenario;
        const ended = await executeOne(run, { key, scenario, attempt, context, signal: losses.signal });
        // An execution that was cut off by Ctrl-C or ended by a lost server leaves no record: it is run again on resume.
        if (losses.signal.aborted && ended.run.outcome !== "success") return null;
        losses.count(key, ended.run);
        if (ended.record) count(ended.record, ended.run.usage);
        return ended.record;
      },
      onRecord: (record, isNew) => isNew || count(record),
    });
  });
  await Promise.all(configurations);
  return { outcomes, lost: losses.total() };
}

type Runner = Awaited<ReturnType<typeof runnerOf>>;

interface Subject {
  key: ExecutionKey;
  scenario: Scenario;
  attempt: number;
  context: ServedContext;
  signal: AbortSignal;
}

async function executeOne(
  runTask: Runner,
  { key, scenario, attempt, context, signal }: Subject,
): Promise<{ record: ExecutionRecord | null; run: AgentRun }> {
  const { config, effects } = context;
  const { outages } = context.services;
  // A resumed stage gives cut-off executions a fresh thread, so that what they left behind is not seen.
  const ids = { thread_id: `${executionName(key)}~${attempt}`, assistant_id: "scopebench" };
  const threadName = threadNameOf(key);
  const startedAt = effects.now();
  const task = {
    threadId: ids.thread_id,
    assistantId: ids.assistant_id,
    threadName,
    turns: scenario.turns,
    limits: toAgentLimits(config.limits),
    seed: seedOf(config.seed, key),
    toolFamilies: config.tool_families,
    signal,
  };
  const execute = () => runTask(task, scenario);
  const clock = Date.now();
  const ended = await onThread({ name: executionName(key), alias: threadName }, execute).catch(
    (error: unknown): AgentRun => crashed(error),
  );
  const waitedMs = outages.within(clock, Date.now());
  const run = waitedMs > 0 && ended.outcome === "timeout" ? outOfTime(ended) : ended;
  const { outcome } = run;
  if (outcome === "infrastructure") return { record: null, run };
  const durationMs = effects.now().getTime() - startedAt.getTime() - waitedMs;
  const turns = run.turns.map((turn) => ({
    turn: turn.turn,
    outcome: turn.outcome as Outcome, // A run in which no server was lost has no turn in which one was.
    error: turn.error,
    started_at: turn.startedAt,
    duration_ms: turn.durationMs - waitedIn(turn, outages),
  }));
  const error = turns.find((turn) => turn.error)?.error ?? run.error;
  const times = { started_at: startedAt.toISOString(), duration_ms: durationMs };
  return { record: { ...key, ...ids, outcome, error, ...times, turns }, run };
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
function threadNameOf(key: ExecutionKey): string {
  return `t-${sha256(executionName(key)).slice(0, 16)}`;
}

/** A system that throws instead of reporting is an agent error of that execution, not the end of the run. */
function crashed(error: unknown): AgentRun {
  return {
    outcome: error instanceof ServerLost ? "infrastructure" : "agent_error",
    turns: [],
    error: { code: "crash", message: error instanceof Error ? error.message : String(error) },
  };
}

/** A seed per execution: the same for equal run seeds, different for every execution. */
export function seedOf(runSeed: number, key: ExecutionKey): number {
  return Math.floor(makeRandom(runSeed, executionName(key))() * 2 ** 31);
}
