import { countOf } from "../../../base/counts.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { analyseTwins } from "../../analyses/abstention.ts";
import { scoreBaselines } from "../../analyses/baselines.ts";
import { measureDifferences } from "../../analyses/differences.ts";
import { analyseDiscovery } from "../../analyses/discovery.ts";
import { compareFactors } from "../../analyses/factors.ts";
import { groupsOf } from "../../analyses/groups.ts";
import { type InstrumentRecords, instrumentFiles, readInstrument } from "../../analyses/instrument.ts";
import { analyseJudges } from "../../analyses/judge.ts";
import { rankConfigurations } from "../../analyses/rankings.ts";
import { analyseRisk } from "../../analyses/risk-coverage.ts";
import { type ScoredConfiguration, summarize } from "../../analyses/summary.ts";
import { analyseTiming, timingCsv } from "../../analyses/timing.ts";
import { fitTrends } from "../../analyses/trends.ts";
import { decomposeMetrics } from "../../analyses/variance.ts";
import { configurationsOf } from "../../config/matrix.ts";
import { GRAPH } from "../../dag/graph.ts";
import type { Stage, StageContext } from "../../dag/stage.ts";
import { configurationName } from "../../domain/names.ts";
import type { BaselineSummary } from "../../domain/summary.ts";
import { type FileContent, writeFileAtomic } from "../../run-directory/atomic.ts";
import { readManifest } from "../../run-directory/manifest.ts";
import { runPath } from "../../run-directory/paths.ts";
import { makeTables } from "../../tables/registry.ts";
import { renderTable } from "../../tables/render.ts";
import { type ScoringInput, scoreConfiguration } from "./score-configuration.ts";
import { trecExports } from "./trec-export.ts";
import {
  functionalJsonLines,
  metricDefinitions,
  perExecutionCsv,
  scoresJsonLines,
  unscoredCsv,
} from "./write-scores.ts";

/** Turns the records of a run into `metrics/` and `exports/trec/`. Reads no model, no clock and no substrate. */
export const scoreStage = {
  name: "score",
  ...GRAPH.score,
  version: 5,
  derived: true,
  settings: ({ models, external_agents, workflows, knowledge, baselines, repeats, judges, max_unscored_rate }) => ({
    max_unscored_rate,
    external_agents: external_agents.map(({ name }) => name),
    models: models.map(({ name, provider, price }) => ({ name, provider, price })),
    workflows,
    knowledge,
    baselines,
    repeats,
    thresholds: { entity: judges.entity_threshold, alignment: judges.alignment_threshold },
  }),
  async run(context: StageContext) {
    const input = await loadInput(context);
    const configurations = await scoreAll(context, input);
    if (context.signal.aborted) return "interrupted";
    const [instrument, baselines] = [await readInstrument(context), await scoreBaselines(input)];
    const target = context.outputDirectory ?? context.runDirectory;
    const files = renderFiles({ ...input, ...instrument, baselines, target }, configurations);
    for (const [path, content] of files) await writeFileAtomic(path, content);
    return describe(configurations);
  },
} satisfies Stage;

interface RunInput extends ScoringInput {
  syntheticCorpus: boolean;
}

async function loadInput({ runDirectory, config }: StageContext): Promise<RunInput> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const manifest = await readManifest(runDirectory);
  const idPatterns = manifest.substrate?.mapping.idPatterns ?? [];
  return { runDirectory, config, scenarios, idPatterns, syntheticCorpus: manifest.synthetic_corpus };
}

async function scoreAll(context: StageContext, input: ScoringInput): Promise<ScoredConfiguration[]> {
  const all = configurationsOf(input.config);
  const scored: ScoredConfiguration[] = [];
  for (const configuration of all) {
    if (context.signal.aborted) break;
    scored.push({ configuration, executions: await scoreConfiguration(input, configuration) });
    context.progress({ done: scored.length, total: all.length, group: configurationName(configuration) });
  }
  return scored;
}

/** Absolute path and content of everything that the stage writes. Each is rendered when it is asked for, so that only one is in memory. */
function* renderFiles(
  input: RunInput & InstrumentRecords & { baselines: BaselineSummary[]; target: string },
  configurations: readonly ScoredConfiguration[],
): Generator<[string, FileContent]> {
  const { target, config } = input;
  const executions = configurations.flatMap((entry) => entry.executions);
  const summary = summarize(config, configurations);
  const judge = analyseJudges(summary, executions);
  const variance = decomposeMetrics(config, executions);
  const risk = analyseRisk(configurations);
  const abstention = analyseTwins(configurations);
  const factors = compareFactors(executions);
  const rankings = rankConfigurations(configurations);
  const discovery = analyseDiscovery(configurations);
  yield [runPath(target, "scores"), scoresJsonLines(configurations)];
  yield [runPath(target, "perExecution"), perExecutionCsv(configurations)];
  yield [runPath(target, "unscored"), unscoredCsv(configurations)];
  yield [runPath(target, "metrics", "functional.jsonl"), functionalJsonLines(configurations)];
  yield [runPath(target, "metrics", "timing.csv"), timingCsv(executions)];
  const analyses = {
    "metrics.json": metricDefinitions(),
    "summary.json": summary,
    "groups.json": groupsOf(executions),
    "baselines.json": input.baselines,
    "judge.json": judge,
    "variance.json": variance,
    "risk_coverage.json": risk,
    "factors.json": factors,
    "rankings.json": rankings,
    "differences.json": measureDifferences({ executions, factors, rankings }),
    "trends.json": fitTrends(executions),
    "timing.json": analyseTiming(configurations),
    ...(abstention.length > 0 && { "abstention.json": abstention }),
    ...(discovery.length > 0 && { "discovery.json": discovery }),
    ...instrumentFiles(executions, input),
  };
  for (const [name, content] of Object.entries(analyses)) yield [runPath(target, "metrics", name), toJson(content)];
  for (const table of makeTables({ ...input, summary, judge, variance, risk, abstention, discovery, executions }))
    for (const [name, text] of renderTable(table)) yield [runPath(target, "tables", name), text];
  for (const [name, text] of trecExports(config, configurations)) yield [runPath(target, "trec", name), text];
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function describe(configurations: readonly ScoredConfiguration[]): string {
  const executions = configurations.flatMap((entry) => entry.executions);
  const missing = executions.filter(({ record }) => record.outcome === "missing").length;
  const unjudged = executions.filter(({ record }) => record.scores.pass?.value === null).length;
  return `${countOf(executions.length, "execution")} scored, ${missing} missing, ${unjudged} without a verdict`;
}
