import { type AgentRun, isRecorded, OUTCOMES, retrievalOf } from "../../../../agent/contract/contract.ts";
import type { DrawnGraph } from "../../../../agent/workflows/retrieval/graph.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { settingsNamed } from "../../../dag/settings.ts";
import type { ServedContext, Stage } from "../../../dag/stage.ts";
import { costOf } from "../../../record/config/cost.ts";
import { repeatsOf } from "../../../record/config/factors/repeats.ts";
import { limitsSetting, toAgentLimits } from "../../../record/config/limits-schema.ts";
import { configurationsOf, countExecutions, executionsOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { ReasonCounts } from "../../../record/domain/ending.ts";
import { type Configuration, configurationName } from "../../../record/domain/names.ts";
import type { ExecutionRecord } from "../../../record/domain/records.ts";
import { fillMissing } from "../../../record/run-directory/fill-missing.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { readManifest, updateManifest } from "../../../record/run-directory/manifest.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import { recordsOf } from "../../../record/run-directory/records.ts";
import { bySubstrate } from "./by-substrate.ts";
import { checkRecorded } from "./check-recorded.ts";
import { gradeThresholds } from "./grade-thresholds.ts";
import { makeLossCount } from "./loss-count.ts";
import { openMakers } from "./makers.ts";

const NAMED = settingsNamed(
  ...(["models", "external_agents", "workflows", "retrievals", "knowledge", "factors", "design"] as const),
  ...([
    "retrieval",
    "policies",
    "tool_families",
    "tool_descriptions",
    "agent",
    "live_sources",
    "safe_mode",
    "corrective",
    "cross_encoder",
  ] as const),
  ...(["repeats", "seed"] as const),
);

/** Runs the system under test on every cell, with bounded concurrency and no retries of the agent. */
export const executeStage = {
  name: "execute",
  ...GRAPH.execute,
  version: 1,
  settings: (config) => ({ ...NAMED(config), limits: limitsSetting(config.limits) }),
  async run(context: ServedContext) {
    await recordSystems(context);
    await refuseUnrecorded(context);
    const made = await executeAll(await withThresholds(context), context.config.corrective);
    const { outcomes, lost, lostReasons, unasked, reused } = made;
    await updateManifest(context.runDirectory, () => ({
      ...{ lost_executions: lost, lost_reasons: lost > 0 ? lostReasons : undefined },
      ...{ unasked_executions: unasked > 0 ? unasked : undefined },
      ...{ reused_executions: reused > 0 ? reused : undefined },
    }));
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
  const { toolVersions } = await import("../../../../agent/tools/registry.ts");
  const tools = toolVersions(toAgentLimits(context.config.limits));
  const graphs = await graphsOf(context.config.workflows);
  await updateManifest(context.runDirectory, () => ({ system, subjects: external, tools, graphs }));
}

/** Only now is it known what is asked, whether a file or a generator has the questions. */
async function refuseUnrecorded({ services, ...context }: ServedContext): Promise<void> {
  if (!context.config.external_agents.some(isRecorded)) return;
  const systems = await services.externalAgents(context);
  const { scenarios } = await readScenarioSet(runPath(context.runDirectory, "scenarios"));
  checkRecorded([...systems.values()], scenarios);
}

/** As they are compiled, for the report to draw. */
async function graphsOf(workflows: readonly string[]): Promise<Record<string, DrawnGraph> | undefined> {
  const { drawRetrieval } = await import("../../../../agent/workflows/retrieval/graph.ts");
  const drawn = workflows.flatMap((name) => {
    const retrieval = retrievalOf(name);
    return retrieval ? [drawRetrieval(retrieval).then((graph) => [name, graph] as const)] : [];
  });
  return drawn.length === 0 ? undefined : Object.fromEntries(await Promise.all(drawn));
}

/** The thresholds of what is graded are fixed once: a resumed run, and every worker, goes on with the same. */
async function withThresholds(context: ServedContext): Promise<ServedContext> {
  const { config, services, runDirectory } = context;
  const { grade_thresholds: frozen, stages } = await readManifest(runDirectory);
  const resumed = (stages.execute?.attempts ?? 1) > 1;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const thresholds = resumed && frozen ? frozen : await gradeThresholds(config, services, scenarios);
  if (thresholds === null) return context;
  await updateManifest(runDirectory, () => ({ grade_thresholds: thresholds }));
  return { ...context, config: { ...config, corrective: { ...config.corrective, thresholds } } };
}

type AskedOf = (configuration: Configuration) => readonly string[];

/** Scenarios of which each configuration may be asked, in the order of the set: all, those of the looks so far, or those that a race came to. */
async function askedSoFar(runDirectory: string, ids: readonly string[]): Promise<AskedOf> {
  const { series, race } = await readManifest(runDirectory);
  const within = (released: readonly string[]) => {
    const set = new Set(released);
    return ids.filter((id) => set.has(id));
  };
  if (race)
    return (configuration) => {
      const name = configurationName(configuration);
      const fresh = race.winner === name ? race.kept : [];
      return within([...race.track.slice(0, race.released[name]), ...fresh].flat());
    };
  const asked = series ? within(series.planned.order.slice(0, series.released)) : ids;
  return () => asked;
}

async function executeAll(
  context: ServedContext,
  corrective: Config["corrective"],
): Promise<{
  outcomes: Map<string, number>;
  lost: number;
  lostReasons: ReasonCounts;
  unasked: number;
  reused: number;
}> {
  const { config, runDirectory } = context;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const asked = await askedSoFar(runDirectory, [...byId.keys()]);
  const total = configurationsOf(config).reduce((sum, one) => sum + repeatsOf(config, one) * asked(one).length, 0);
  const outcomes = new Map<string, number>();
  const losses = makeLossCount(context);
  let [done, reused] = [0, 0];
  const count = (record: ExecutionRecord, usage?: AgentRun["usage"]): void => {
    done++;
    if (record.reused) reused++;
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
  const makers = await openMakers(context, losses);
  const stop = new AbortController();
  const signal = AbortSignal.any([losses.signal, stop.signal]);
  const execute = async (configuration: Configuration, of: ServedContext): Promise<void> => {
    const keys = executionsOf(configuration, asked(configuration), config);
    const make = await makers.of(configuration, { keys, of });
    await fillMissing({
      store: recordsOf({ runDirectory, part: "rawOutput", configuration }),
      wanted: keys,
      signal,
      limit: makers.limit,
      async make(key) {
        const made = await make(key, byId.get(key.scenario_id) as Scenario);
        if (made) count(made.record, made.usage);
        return made?.record ?? null;
      },
      onRecord: (record, isNew) => isNew || count(record),
    });
  };
  for (const { configurations, of, close } of bySubstrate(context, { corrective, scenarios })) {
    if (signal.aborted) break;
    // Where one cannot be written the others end first: the databases are closed behind them.
    await Promise.all(
      configurations.map(async (configuration) =>
        execute(configuration, await of()).catch((error: unknown) => stop.abort(error)),
      ),
    );
    await close();
  }
  await makers.close();
  stop.signal.throwIfAborted();
  const left = context.services.ceilings.left().has("execute");
  if (!losses.signal.aborted && losses.total() === 0 && !left) await makers.finish();
  const unasked = countExecutions(config, scenarios.length) - total;
  return { outcomes, lost: losses.total(), lostReasons: losses.reasons(), unasked, reused };
}
