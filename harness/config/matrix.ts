import type { Configuration } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import type { Config } from "./schema.ts";

/** The configurations of a run in matrix order: model, then workflow, then knowledge mode. */
export function configurationsOf(config: Pick<Config, "models" | "workflows" | "knowledge">): Configuration[] {
  return config.models.flatMap((model) =>
    config.workflows.flatMap((workflow) =>
      config.knowledge.map((knowledge) => ({ model: model.name, workflow, knowledge })),
    ),
  );
}

/** Every expected execution of one configuration: scenarios in the order of the set, repeats within. */
export function executionsOf(
  configuration: Configuration,
  scenarioIds: readonly string[],
  repeats: number,
): ExecutionKey[] {
  return scenarioIds.flatMap((scenario_id) =>
    Array.from({ length: repeats }, (_, repeat) => ({ scenario_id, ...configuration, repeat })),
  );
}

/** Every expected execution of a run, in matrix order. */
export function expectedExecutions(
  config: Pick<Config, "models" | "workflows" | "knowledge" | "repeats">,
  scenarioIds: readonly string[],
): ExecutionKey[] {
  return configurationsOf(config).flatMap((configuration) => executionsOf(configuration, scenarioIds, config.repeats));
}
