import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { ownVerdicts } from "../../judge/judges/own-verdicts.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName, executionName, keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey, ScoreRecord } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { joinRecords } from "../../record/run-directory/join-records.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readScores } from "../../record/run-directory/scores.ts";
import { traceCase } from "../metrics/execution/case.ts";
import { isJudgedRelevance } from "../metrics/execution/judged-relevance.ts";
import { acceptsConfiguration, acceptsScenario } from "../selection/design.ts";
import type { Filters } from "../selection/filters.ts";
import { type FailedRules, failedBy } from "./failed-by.ts";
import type { Failure } from "./failure.ts";
import { featuresOf } from "./features.ts";

/** The executions of a run that there are, and those of them that failed. */
export interface RunFailures {
  /** Every execution that was scored, those that are missing left out. */
  executions: readonly ExecutionFacts[];
  failures: readonly Failure[];
}

export interface ExecutionFacts {
  name: string;
  key: ExecutionKey;
  configuration: string;
  family: string;
}

interface ReadOptions {
  filters: Filters;
  rules: FailedRules;
}

/**
 * Reads what failed in a scored run, a configuration at a time: of a trace nothing but its features is kept.
 * @throws UserError `run-directory` for a run that is damaged.
 */
export async function readFailures(
  { runDirectory, config }: { runDirectory: string; config: Config },
  { filters, rules }: ReadOptions,
): Promise<RunFailures> {
  const [{ scenarios }, ids, records] = await Promise.all([
    readScenarioSet(runPath(runDirectory, "scenarios")),
    readRunIds(runDirectory),
    readScores(runDirectory),
  ]);
  const judgedRelevance = isJudgedRelevance(scenarios);
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const kept = scenarios.filter((scenario) => acceptsScenario(filters, scenario)).map(({ id }) => id);
  const chosen = selected(records, new Set(kept));
  const failed = failedBy(rules, [...chosen.values()].flat());
  const failures: Failure[] = [];
  const executions: ExecutionFacts[] = [];
  for (const configuration of configurationsOf(config)) {
    if (!acceptsConfiguration(filters, configuration, { config })) continue;
    const keys = chosen.get(configurationName(configuration)) ?? [];
    executions.push(...keys.map(factsOf));
    await joinRecords({ runDirectory, configuration, keys, others: "pass over" }, (score, joined) => {
      const { rawOutput, extractions, verdicts: primary, ...others } = joined;
      const by = failed(score, extractions);
      if (by.length === 0) return;
      const verdict = ownVerdicts({ ...others, primary }, extractions).primary;
      const traced = traceCase({
        scenario: byId.get(score.scenario_id)!,
        ...{ outcome: score.outcome, extraction: extractions, verdict, ids, judgedRelevance },
        entityThreshold: config.judges.entity_threshold,
      });
      failures.push({ ...factsOf(score), by, ...featuresOf({ score, traced, record: rawOutput, primary: verdict }) });
    });
  }
  return { executions, failures };
}

/** Scores by configuration, without executions that are missing: of these nothing is known. */
function selected(records: readonly ScoreRecord[], scenarios: ReadonlySet<string>): Map<string, ScoreRecord[]> {
  const byConfiguration = new Map<string, ScoreRecord[]>();
  for (const record of records) {
    if (record.outcome === "missing" || !scenarios.has(record.scenario_id)) continue;
    const name = configurationName(record);
    const own = byConfiguration.get(name);
    if (own) own.push(record);
    else byConfiguration.set(name, [record]);
  }
  return byConfiguration;
}

function factsOf(score: ScoreRecord): ExecutionFacts {
  return {
    name: executionName(score),
    key: keyOf(score),
    configuration: configurationName(score),
    family: score.family,
  };
}
