import { failureReason } from "../../../../agent/contract/failure-reasons.ts";
import type { IdReader } from "../../../../base/ids/id-reader.ts";
import type { SynonymsOf } from "../../../../measure/metrics/text/meteor.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { executionsOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { Configuration } from "../../../record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord, Extraction } from "../../../record/domain/records.ts";
import { type JoinedRecords, joinRecords } from "../../../record/run-directory/join-records.ts";
import { type ExecutionCase, traceCase } from "../../../results/metrics/execution/case.ts";
import { scoreExecution } from "../../../results/metrics/execution/registry.ts";
import { fieldsOf } from "../../../results/metrics/fields.ts";
import type { ScoredExecution } from "../../../results/metrics/scored-execution.ts";

export interface ScoringInput {
  runDirectory: string;
  config: Config;
  scenarios: readonly Scenario[];
  /** Reads ids of the corpus out of texts. */
  ids: IdReader;
  /** Of the run's whole set, whatever is selected of it. */
  judgedRelevance: boolean;
  /** By the WordNet that the run names. */
  synonymsOf?: SynonymsOf;
  /** Scenarios of the run that a selection leaves out: their records are passed over. */
  leftOut?: ReadonlySet<string>;
}

/**
 * Scores every expected execution of one configuration, in matrix order; what is missing has outcome `missing`.
 * @param keep what is kept of each
 * @throws UserError `run-directory` for damaged, repeated or unexpected records.
 */
export async function scoreConfiguration(
  input: ScoringInput,
  configuration: Configuration,
  keep: (execution: ScoredExecution) => ScoredExecution,
): Promise<ScoredExecution[]> {
  const { config, scenarios, runDirectory, leftOut } = input;
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const keys = executionsOf(configuration, [...byId.keys()], config);
  const executions: ScoredExecution[] = [];
  await joinRecords({ runDirectory, configuration, keys, leftOut, others: "refuse" }, (key, records) => {
    executions.push(keep(scoreOne(input, records, { key, scenario: byId.get(key.scenario_id)! })));
  });
  return executions;
}

/** What there is of one expected execution. */
export interface ExecutionRecords
  extends Pick<ScoredExecution, "scenario" | "primary" | "calibration" | "meta" | "timing"> {
  key: ExecutionKey;
  outcome: ExecutionCase["outcome"];
  /** Of one that failed. */
  error?: ExecutionRecord["error"];
  extraction: Extraction | null;
}

/** The scores of one execution from its records. */
export function scoreRecords(
  { config, ids, judgedRelevance, synonymsOf }: Pick<ScoringInput, "config" | "ids" | "judgedRelevance" | "synonymsOf">,
  { key, extraction, ...rest }: ExecutionRecords,
): ScoredExecution {
  const { scenario, outcome, primary } = rest;
  const entityThreshold = config.judges.entity_threshold;
  const facts = { ids, entityThreshold, judgedRelevance, ...(synonymsOf && { synonymsOf }) };
  const given: ExecutionCase = { scenario, outcome, extraction, verdict: primary, ...facts };
  const traced = traceCase(given);
  const { family, complexity, answerable } = scenario;
  const reason = failureReason(outcome, rest.error);
  return {
    ...fieldsOf({ scenario, outcome, extraction, judgedRelevance, traced, verdicts: rest }),
    record: {
      ...{ ...key, family, complexity, answerable, outcome, ...(reason && { reason }) },
      scores: scoreExecution(given, traced),
    },
    scenario,
    timing: rest.timing,
  };
}

function scoreOne(
  input: ScoringInput,
  { rawOutput, extractions, verdicts, calibration, meta }: JoinedRecords,
  { key, scenario }: { key: ExecutionKey; scenario: Scenario },
): ScoredExecution {
  return scoreRecords(input, {
    key,
    scenario,
    outcome: rawOutput?.outcome ?? "missing",
    ...(rawOutput?.error && { error: rawOutput.error }),
    extraction: extractions,
    primary: verdicts,
    calibration,
    meta,
    timing: rawOutput && {
      started_at: rawOutput.started_at,
      duration_ms: rawOutput.duration_ms,
      turns: rawOutput.turns.length,
    },
  });
}
