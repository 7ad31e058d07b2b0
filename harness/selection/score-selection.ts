import type { Scored } from "../analyses/scored.ts";
import type { StageContext } from "../dag/stage.ts";
import { configurationName } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import type { Filters } from "../figures/filters.ts";
import type { RunInput } from "../stages/score/load-input.ts";
import { scoreRun } from "../stages/score/score-run.ts";
import { acceptsConfiguration, acceptsScenario, cutConfig } from "./design.ts";

/**
 * Scores what filters select as the stage scores a run: from records, with configurations and scenarios that are cut down. The pages
 * select from scores of the whole run instead, and must come to the same. Null when interrupted.
 */
export function scoreSelection(
  input: RunInput,
  filters: Filters,
  context: Pick<StageContext, "signal" | "progress">,
): Promise<Scored | null> {
  return scoreRun(cut(input, filters), context);
}

function cut(input: RunInput, filters: Filters): RunInput {
  const kept = input.kept.filter((configuration) => acceptsConfiguration(filters, configuration));
  const scenarios = input.scenarios.filter((scenario) => acceptsScenario(filters, scenario));
  const names = new Set(kept.map(configurationName));
  const ids = new Set(scenarios.map(({ id }) => id));
  const about = (key: ExecutionKey) => names.has(configurationName(key)) && ids.has(key.scenario_id);
  return {
    ...input,
    kept,
    config: cutConfig(input.config, kept),
    scenarios,
    leftOut: new Set(input.scenarios.map(({ id }) => id).filter((id) => !ids.has(id))),
    probed: input.probed
      .map(({ judge, readings }) => ({ judge, readings: readings.filter(about) }))
      .filter(({ readings }) => readings.length > 0),
    ratings: input.ratings.filter(about),
  };
}
