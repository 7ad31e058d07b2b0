import { basename } from "node:path";
import { countOf } from "../../../../base/counts.ts";
import { hashOf } from "../../../../base/hash.ts";
import { UserError } from "../../../../base/user-error.ts";
import { quantile } from "../../../../measure/statistics/basics/describe.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { runWord } from "../../../print/shell-word.ts";
import { levelsOf } from "../../../record/config/factors/cells.ts";
import { judgeFacts } from "../../../record/config/judges.ts";
import type { Config } from "../../../record/config/schema.ts";
import { boundsNotices, type Configuration, configurationName, executionName } from "../../../record/domain/names.ts";
import type { ScoreRecord } from "../../../record/domain/records.ts";
import { type Manifest, readManifest } from "../../../record/run-directory/manifest.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import { readScores } from "../../../record/run-directory/scores.ts";
import { judgeRepeats } from "../../analyses/judge-repeats.ts";
import { metrics } from "../../analyses/metrics.ts";
import { readResult, tryResult } from "../../analyses/read-result.ts";
import { summary } from "../../analyses/summary.ts";
import { readTimes } from "../../metrics/times.ts";
import { configurationFingerprints } from "./fingerprints.ts";
import { type Provenance, type RunSource, roundScore, type SourceExecution } from "./run-source.ts";

/** One scored execution with the parts of its key, as a baseline file keeps them. */
interface RunExecution extends SourceExecution {
  record: ScoreRecord;
}

export interface ScoredRun extends RunSource {
  kind: "run";
  executions: readonly RunExecution[];
}

/**
 * Reads a scored run. Nothing but its own files is looked at, so a run from another machine compares as well.
 * @throws UserError `run-directory` when the run is not scored, or its scores are damaged.
 */
export async function readScoredRun(runDirectory: string, config: Config): Promise<ScoredRun> {
  const manifest = await readManifest(runDirectory);
  if (manifest.stages.score?.status !== "complete")
    throw new UserError("run-directory", `${runDirectory} is not scored`, {
      hint: `scopebench resume ${runWord(runDirectory)}`,
    });
  const [records, { scenarios }] = await Promise.all([
    readScores(runDirectory),
    readScenarioSet(runPath(runDirectory, "scenarios")),
  ]);
  return {
    kind: "run",
    label: manifest.run_id,
    provenance: await provenanceOf({
      ...{ runDirectory, config, manifest, scenarios },
      configurations: [...new Map(records.map((record) => [configurationName(record), record])).values()],
    }),
    executions: records.map((record) => ({
      name: executionName(record),
      scenario: record.scenario_id,
      configuration: configurationName(record),
      model: record.model,
      family: record.family,
      levels: {
        workflow: record.workflow,
        knowledge: record.knowledge,
        ...Object.fromEntries(levelsOf(config, record)),
      },
      outcome: record.outcome,
      scores: Object.fromEntries(Object.entries(record.scores).map(([name, score]) => [name, roundScore(score)])),
      record,
    })),
    ...(await judgedOf(runDirectory)),
    ...(manifest.series && { series: { ...manifest.series, gate: config.gate } }),
    questions: Object.fromEntries(scenarios.map(({ id, turns }) => [id, turns.join(" → ")])),
    notes: [
      ...reusedNote(manifest, records),
      ...(manifest.git?.dirty ? ["made by uncommitted code"] : []),
      // Notes are ended where they are written.
      ...boundsNotices(config.workflows).map((notice) => notice.replace(/\.$/, "")),
    ],
  };
}

/** What was not made again is equal to what it was taken from, unless judges or tools of its scores are others. */
function reusedNote({ reused_executions: reused = 0, recording }: Manifest, records: readonly ScoreRecord[]): string[] {
  if (reused === 0 || !recording) return [];
  return [
    `${reused} of ${countOf(records.length, "execution")} asked nothing that ${basename(recording.cassette)} does not answer: they were not made again, and beside the run that it was recorded in they are ties`,
  ];
}

/** Runs that earlier versions scored have no such file. */
async function judgedOf(runDirectory: string): Promise<Pick<RunSource, "judged">> {
  const read = await tryResult(runDirectory, judgeRepeats);
  if (!("value" in read) || read.value === null) return {};
  const { judgings, answers, metrics: spread } = read.value;
  const variances = Object.fromEntries(spread.map(({ metric, variance }) => [metric, variance]));
  return { judged: { judgings, answers, variances } };
}

/** The run with these metrics only, in this order. @throws UserError `usage` for one that the run does not have. */
export function keepMetrics(source: ScoredRun, metrics: readonly string[]): ScoredRun {
  const known = source.provenance.metrics;
  const unknown = metrics.filter((metric) => !(metric in known));
  if (unknown.length > 0)
    throw new UserError("usage", `the run has no metric ${unknown.join(", ")}`, {
      hint: `metrics: ${Object.keys(known).join(", ")}`,
    });
  const only = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(metrics.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  return {
    ...source,
    provenance: { ...source.provenance, metrics: only(known) },
    executions: source.executions.map((execution) => ({ ...execution, scores: only(execution.scores) })),
  };
}

interface Parts {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
  scenarios: readonly Scenario[];
  configurations: readonly Configuration[];
}

async function provenanceOf({ runDirectory, config, manifest, scenarios, configurations }: Parts): Promise<Provenance> {
  const durations: number[] = [];
  for await (const { durationMs } of readTimes(runDirectory)) durations.push(durationMs);
  const inSeconds = (q: number) => {
    const value = quantile(durations, q);
    return value === null ? null : Math.round(value) / 1000;
  };
  return {
    run_id: manifest.run_id,
    created_at: manifest.created_at,
    scopebench_version: manifest.scopebench_version,
    commit: manifest.git && `${manifest.git.commit}${manifest.git.dirty ? "+changes" : ""}`,
    corpus: manifest.substrate?.corpus_hash ?? null,
    synthetic_corpus: manifest.synthetic_corpus,
    judge: manifest.judge_fingerprints.primary ?? null,
    judge_name: judgeFacts(config.judges.primary).name,
    stand_in_models: manifest.stand_in_models,
    stand_in_judges: manifest.stand_in_judges.filter((stage) => stage === "primary"),
    scenarios: Object.fromEntries(
      scenarios.map(({ derivation: _, review: __, cluster: ___, ...task }) => [task.id, shortHash(task)]),
    ),
    clusters: Object.fromEntries(
      scenarios.flatMap(({ id, cluster }) => (cluster === undefined ? [] : [[id, cluster]])),
    ),
    metrics: await readDefinitions(runDirectory, config),
    configurations: configurationFingerprints(configurations, config, manifest),
    ...servedOf(manifest),
    cost_usd: await totalCost(runDirectory),
    latency_median_s: inSeconds(0.5),
    latency_p95_s: inSeconds(0.95),
  };
}

function servedOf({ served_models: served }: Manifest): Pick<Provenance, "served_models"> {
  const known = Object.entries(served).filter(([, ids]) => ids.length > 0);
  return known.length === 0 ? {} : { served_models: Object.fromEntries(known) };
}

/** 48 bits: enough to see a change, short enough to read in a diff. */
function shortHash(value: unknown): string {
  return hashOf(value).slice(0, 12);
}

/** Hash of each metric's definition as the run wrote it down; its label may change. Baselines keep it, under the name that a member had. */
async function readDefinitions(runDirectory: string, config: Config): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await readResult(runDirectory, metrics)).map(({ label: _, without_answer: withoutAnswer, ...definition }) => {
      // The one metric from the trace that has a threshold of the configuration in it.
      const threshold = definition.name === "functional_pass" ? { entity: config.judges.entity_threshold } : {};
      return [definition.name, shortHash({ ...definition, withoutAnswer, ...threshold })];
    }),
  );
}

/** As the run scored it: with the prices of cached input, which the scores do not tell. */
async function totalCost(runDirectory: string): Promise<number | null> {
  const costs = (await readResult(runDirectory, summary)).configurations.map(({ cost }) => cost);
  const known = costs.filter((cost) => cost !== null);
  return known.length < costs.length ? null : known.reduce((sum, cost) => sum + cost, 0);
}
