import { OWN } from "../../../../agent/contract/contract.ts";
import { failureReason } from "../../../../agent/contract/failure-reasons.ts";
import { grouped } from "../../../../base/grouped.ts";
import type { IdReader } from "../../../../base/ids/id-reader.ts";
import type { SynonymsOf } from "../../../../measure/metrics/text/meteor.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { answerText } from "../../../judge/judges/mentions.ts";
import { ownVerdicts } from "../../../judge/judges/own-verdicts.ts";
import { executionsOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import { hasOwnAnswer } from "../../../record/domain/guarded.ts";
import type { Configuration } from "../../../record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord, Extraction } from "../../../record/domain/records.ts";
import { type JoinedRecords, joinRecords } from "../../../record/run-directory/join-records.ts";
import { type ExecutionCase, traceCase } from "../../../results/metrics/execution/case.ts";
import { emptyAnswer } from "../../../results/metrics/execution/empty-answer.ts";
import { verifyFunctionally } from "../../../results/metrics/execution/functional.ts";
import { scoreExecution } from "../../../results/metrics/execution/registry.ts";
import { expectedIdOutcomes } from "../../../results/metrics/execution/retrieved-reported.ts";
import { liveFindings } from "../../../results/metrics/live/live-findings.ts";
import { deniesAll } from "../../../results/metrics/minimal-pairs/denial.ts";
import type { ProcessCounts, ScoredExecution } from "../../../results/metrics/scored-execution.ts";

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
  const known = scenario.truth !== "unknown";
  const { outcome: _outcome, error, ...kept } = rest;
  const reason = failureReason(outcome, error);
  // Of its answer nothing is told where only the guard's text was kept.
  const answered = extraction && hasOwnAnswer(extraction) ? extraction : null;
  const answer = answered && traced;
  return {
    ...kept,
    ...ownVerdicts(kept, extraction),
    record: {
      ...{ ...key, family, complexity, answerable, outcome, ...(reason && { reason }) },
      scores: scoreExecution(given, traced),
    },
    rankedIds: outcome === "success" ? [...new Set(answered?.ranked_ids)] : [],
    expectedIds: known ? answer && expectedIdOutcomes(answer) : null,
    tokensEstimated: extraction?.tokens_estimated ?? false,
    cache: { cachedInput: extraction?.tokens_cached, cacheWrite: extraction?.tokens_cache_write },
    functional: judgedRelevance || !known ? null : answer && verifyFunctionally(answer),
    emptyAnswer: answered && emptyAnswer(answered),
    processCounts: extraction && !extraction.unreported?.includes("tool_calls") ? processCountsOf(extraction) : null,
    live: traced && liveFindings(traced),
    saysUnsupported: answered && scenario.unsupported ? deniesAll(answerText(answered), scenario.unsupported) : null,
  };
}

function processCountsOf(extraction: Extraction): ProcessCounts {
  const byTool = grouped(extraction.tool_calls, ({ tool }) => tool);
  return {
    tools: [...byTool].map(([tool, calls]) => ({
      tool,
      calls: calls.length,
      errors: calls.filter(({ status }) => status === "error").length,
    })),
    habits: extraction.workflow === OWN ? null : habitsOf(extraction),
    roles: extraction.roles,
    ...decisionsOf(extraction),
  };
}

function habitsOf(extraction: Extraction): ProcessCounts["habits"] {
  return {
    skills: extraction.skills_loaded.length,
    planIterations: extraction.plan_iterations,
    contractRetries: extraction.contract_retries,
    contractFallback: extraction.contract_fallback,
  };
}

function decisionsOf({ tool_calls }: Extraction): Pick<ProcessCounts, "reviews"> {
  const sameAs = (call: ToolCall) => (other: ToolCall) =>
    other.index > call.index &&
    other.tool === call.tool &&
    JSON.stringify(other.arguments) === JSON.stringify(call.arguments);
  const reviews = tool_calls.flatMap((call) => {
    const { tool, review } = call;
    if (!review) return [];
    const { decision, by, waited_ms } = review;
    return [{ tool, decision, by, waited_ms, repeated: decision === "reject" && tool_calls.some(sameAs(call)) }];
  });
  return reviews.length > 0 ? { reviews } : {};
}

type ToolCall = Extraction["tool_calls"][number];

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
