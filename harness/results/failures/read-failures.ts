import { grouped } from "../../../base/grouped.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { joinRecords } from "../../record/run-directory/join-records.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readScores } from "../../record/run-directory/scores.ts";
import { acceptsConfiguration, acceptsScenario } from "../selection/design.ts";
import type { Filters } from "../selection/filters.ts";
import { FailureCollector, type RunFailures } from "./collect-failures.ts";
import { type FailedRules, failedBy } from "./failed-by.ts";

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
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const kept = scenarios.filter((scenario) => acceptsScenario(filters, scenario)).map(({ id }) => id);
  const chosen = selected(records, new Set(kept));
  const collector = new FailureCollector({ config, ids, scenarios }, failedBy(rules, [...chosen.values()].flat()));
  for (const configuration of configurationsOf(config)) {
    if (!acceptsConfiguration(filters, configuration, { config })) continue;
    const keys = chosen.get(configurationName(configuration)) ?? [];
    await joinRecords({ runDirectory, configuration, keys, others: "pass over" }, (score, joined) => {
      const { rawOutput: record, extractions: extraction, verdicts: primary } = joined;
      collector.add({ score, scenario: byId.get(score.scenario_id)!, record, extraction, primary });
    });
  }
  return collector.found;
}

/** Scores by configuration. */
function selected(records: readonly ScoreRecord[], scenarios: ReadonlySet<string>): Map<string, ScoreRecord[]> {
  return grouped(
    records.filter(({ scenario_id }) => scenarios.has(scenario_id)),
    configurationName,
  );
}
