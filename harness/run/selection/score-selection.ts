import type { StageContext } from "../../dag/stage.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import type { Scored } from "../../results/analyses/scored.ts";
import { acceptsConfiguration, acceptsScenario, cutConfig } from "../../results/selection/design.ts";
import type { Filters } from "../../results/selection/filters.ts";
import type { RunInput } from "../stages/score/load-input.ts";
import { scoreRun } from "../stages/score/score-run.ts";

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
  const kept = input.kept.filter((configuration) => acceptsConfiguration(filters, configuration, input));
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
