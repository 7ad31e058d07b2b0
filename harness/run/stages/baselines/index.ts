import pLimit from "p-limit";
import { countOf } from "../../../../base/counts.ts";
import type { IdReader } from "../../../../base/ids/id-reader.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import type { ServedContext, Stage, StageContext } from "../../../dag/stage.ts";
import type { Judge } from "../../../judge/judges/judge.ts";
import { judgeSettings } from "../../../judge/kinds/fingerprint.ts";
import { makeJudge } from "../../../judge/make-judge.ts";
import type { Config } from "../../../record/config/schema.ts";
import { toCrossEncoder } from "../../../record/config/to-agent.ts";
import { type BaselineRecord, baselineKey, withoutKey } from "../../../record/domain/baseline-record.ts";
import type { ExecutionRecord } from "../../../record/domain/records.ts";
import type { Effects } from "../../../record/effects.ts";
import { rankingsOf } from "../../../record/run-directory/baseline-records.ts";
import { readRunIds } from "../../../record/run-directory/corpus-ids.ts";
import { fillMissing } from "../../../record/run-directory/fill-missing.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import { type Baseline, type RunTools, rankWith } from "../../../results/baselines/baseline.ts";
import { BASELINES } from "../../../results/baselines/registry.ts";
import { toTrace } from "../../../results/baselines/to-trace.ts";
import { toExtraction } from "../extract/extraction.ts";
import { isSettled, verdictOn } from "../judge/verdict.ts";
import { toLiveSources } from "../live-sources.ts";
import { placeJudge } from "../placed-judge.ts";

/** Rankers without a model, on every scenario once: extracted and judged like an agent, kept apart from the matrix. */
export const baselinesStage = {
  name: "baselines",
  ...GRAPH.baselines,
  version: 1,
  settings: ({ baselines, seed, limits, judges, cross_encoder, live_sources }) => ({
    baselines,
    seed,
    hybrid_pool: limits.hybrid_pool,
    rrf_k: limits.rrf_k,
    ...(baselines.includes("reranked") && { cross_encoder }),
    ...(baselines.includes("source_search") && { live_sources }),
    ...judgeSettings({ judges }, "primary"),
  }),
  async run(context: ServedContext) {
    const { config, effects, runDirectory, services } = context;
    if (config.baselines.length === 0) return "none";
    const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
    const tools: RunTools = {
      ...{ substrate: await services.substrate(), limits: config.limits, seed: config.seed },
      rerank: await rerankerOf(config, effects),
      live: await liveSourcesOf(config, { environment: effects.environment, outages: services.outages }),
    };
    const given = makeJudge("primary", { judges: config.judges, environment: effects.environment });
    const { judge, concurrency } = await placeJudge(given, "baselines", context);
    const ids = await readRunIds(runDirectory);
    const total = config.baselines.length * scenarios.length;
    let done = 0;
    for (const name of config.baselines)
      await fillBaseline({ baseline: BASELINES[name], scenarios, tools, judge, concurrency, ids, context }, () =>
        context.progress({ done: ++done, total, group: name }),
      );
    return `${countOf(config.baselines.length, "ranker")} without a model, ${countOf(done, "ranking")}`;
  },
} satisfies Stage;

/** Its libraries take a second to load: only who re-ranks waits for them. */
async function rerankerOf(config: Config, { environment }: Effects): Promise<RunTools["rerank"]> {
  const endpoint = toCrossEncoder(config.cross_encoder);
  if (!endpoint || !config.baselines.includes("reranked")) return undefined;
  const [{ crossEncode }, { localCrossEncoder }] = await Promise.all([
    import("../../../../agent/workflows/rerank/cross-encoder.ts"),
    import("../../../../agent/workflows/rerank/local-model.ts"),
  ]);
  const local = endpoint.protocol === "onnx" ? localCrossEncoder(endpoint) : undefined;
  return async (question, hits) => (await crossEncode({ endpoint, local, environment }, { question, hits })).ids;
}

async function liveSourcesOf(config: Config, opening: Parameters<typeof toLiveSources>[1]): Promise<RunTools["live"]> {
  return config.baselines.includes("source_search") ? toLiveSources(config.live_sources, opening) : undefined;
}

interface Filling {
  baseline: Baseline;
  scenarios: readonly Scenario[];
  tools: RunTools;
  judge: Judge;
  /** Verdicts at a time. */
  concurrency: number;
  ids: IdReader;
  context: StageContext;
}

/** In the order of the scenarios. What was blocked is judged again. */
function fillBaseline(filling: Filling, onRecord: () => void): Promise<void> {
  const { baseline, scenarios, concurrency, context } = filling;
  return fillMissing({
    store: rankingsOf(context.runDirectory, baseline.name),
    wanted: scenarios.map((scenario) => ({ scenario_id: scenario.id, scenario })),
    signal: context.signal,
    limit: pLimit(concurrency),
    keep: ({ verdict }) => isSettled(verdict),
    make: ({ scenario }) => makeRecord(scenario, filling),
    onRecord,
  });
}

async function makeRecord(
  scenario: Scenario,
  { baseline, tools, judge, ids, context }: Filling,
): Promise<BaselineRecord> {
  const name = { baseline: baseline.name, scenario_id: scenario.id };
  const started = performance.now();
  const ranking = await rankWith(baseline, scenario, tools);
  const rankMs = performance.now() - started;
  const trace = toTrace(ranking, scenario);
  const extraction = toExtraction(asExecution(name, scenario), trace);
  const verdict = await verdictOn(judge, { scenario, extraction, ids }, context.signal);
  const timed = scenario.faults && { rank_ms: Math.round(rankMs * 10) / 10 };
  return { ...name, extraction: withoutKey(extraction), verdict: withoutKey(verdict), ...timed };
}

/** What extraction asks of an execution: its key, its end and its turns. Nothing is timed, so that equal runs give equal files. */
function asExecution(name: Pick<BaselineRecord, "baseline" | "scenario_id">, { turns }: Scenario): ExecutionRecord {
  const timing = { outcome: "success" as const, started_at: "", duration_ms: 0 };
  return {
    ...baselineKey(name),
    ...timing,
    thread_id: "baseline",
    assistant_id: "baseline",
    turns: turns.map((_, turn) => ({ turn, ...timing })),
  };
}
