import { mean } from "../../../measure/statistics/basics/describe.ts";
import type { Scenario, ScenarioSet } from "../../../scenarios/set/schema.ts";
import { decimal, metricLabel } from "../../print/format.ts";
import { right, table } from "../../print/text.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { readScores } from "../../record/run-directory/scores.ts";
import { loadInput } from "../stages/score/load-input.ts";
import { scoreConfiguration } from "../stages/score/score-configuration.ts";

/** Metrics that follow from truth and answer alone: a judge saw the truth as it was, and would have to be asked again. */
const METRICS = ["functional_pass", "ndcg@10", "map"] as const;

/** Results of a run by the truths that it was scored by, and by those that people corrected. */
export interface CorrectedResults {
  run: string;
  /** Ids whose truth is another now, and those that nobody is asked any more. */
  corrected: readonly string[];
  rejected: readonly string[];
  configurations: readonly {
    configuration: string;
    /** Means over scored executions; null where none is. */
    metrics: Readonly<Record<string, { before: number | null; after: number | null }>>;
  }[];
}

/** Scores the executions of corrected scenarios anew, in memory: the run stays as it is. Null where nothing it asked is decided otherwise. */
export async function correctedResults(
  { runDirectory, config, manifest }: OpenedRun,
  set: ScenarioSet,
  signal: AbortSignal,
): Promise<CorrectedResults | null> {
  const input = await loadInput({ runDirectory, config, signal });
  const decided = new Map(set.scenarios.map((scenario) => [scenario.id, scenario]));
  const asked = input.scenarios.flatMap((before) => {
    const after = decided.get(before.id);
    return after === undefined ? [] : [{ before, after }];
  });
  const rejected = asked.filter(({ after }) => after.review?.decision === "rejected").map(({ after }) => after.id);
  const changed = asked.filter(({ before, after }) => !rejected.includes(after.id) && isCorrected(before, after));
  if (changed.length + rejected.length === 0) return null;
  const corrected = changed.map(({ after }) => after.id);
  const scenarios = changed.map(({ before, after }) => withTruth(before, after));
  const leftOut = new Set(input.scenarios.flatMap(({ id }) => (corrected.includes(id) ? [] : [id])));
  const scores = await readScores(runDirectory);
  const configurations: CorrectedResults["configurations"][number][] = [];
  for (const configuration of configurationsOf(config)) {
    const name = configurationName(configuration);
    const before = scores.filter((record) => configurationName(record) === name);
    const anew = await scoreConfiguration({ ...input, scenarios, leftOut }, configuration, (execution) => execution);
    const kept = before.filter(({ scenario_id }) => ![...corrected, ...rejected].includes(scenario_id));
    const after = [...kept, ...anew.map(({ record }) => record)];
    configurations.push({ configuration: name, metrics: compareMeans(before, after) });
  }
  return { run: manifest.run_id, corrected, rejected, configurations };
}

function isCorrected(before: Scenario, after: Scenario): boolean {
  const truthOf = ({ expected_ids, expected_entities }: Scenario) =>
    JSON.stringify([[...expected_ids].sort(), [...expected_entities].sort()]);
  return truthOf(before) !== truthOf(after);
}

/** The question as the run asked it. */
function withTruth(before: Scenario, { expected_ids, expected_entities, answerable, reference_answer }: Scenario) {
  return { ...before, expected_ids, expected_entities, answerable, reference_answer };
}

function compareMeans(before: readonly ScoreRecord[], after: readonly ScoreRecord[]) {
  const of = (records: readonly ScoreRecord[], metric: string) =>
    mean(records.flatMap(({ scores }) => scores[metric]?.value ?? []));
  return Object.fromEntries(
    METRICS.map((metric) => [metric, { before: of(before, metric), after: of(after, metric) }] as const),
  );
}

/** As a table; a metric that no execution has is left out. */
export function sayCorrected(results: CorrectedResults, width: number): string {
  const { run, corrected, rejected, configurations } = results;
  const metrics = METRICS.filter((metric) => configurations.some((one) => one.metrics[metric]!.before !== null));
  const columns = [
    { title: "configuration" },
    ...metrics.flatMap((metric) => [right(metricLabel(metric)), right("after")]),
  ];
  const rows = configurations.map(({ configuration, metrics: of }) => [
    configuration,
    ...metrics.flatMap((metric) => [decimal(of[metric]!.before, 3), decimal(of[metric]!.after, 3)]),
  ]);
  const head = `${run}, ${corrected.length} corrected and ${rejected.length} rejected: results before and after`;
  return `${head}\n${table(columns, rows, width)}`;
}
