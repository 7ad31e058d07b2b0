import { OWN } from "../../../agent/contract/contract.ts";
import { type Configuration, keyOf } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import { cellsOf, type FactorialConfig } from "./factors/cells.ts";
import { repeatsOf } from "./factors/repeats.ts";
import type { Config } from "./schema.ts";

type Matrix = FactorialConfig & Pick<Config, "external_agents">;

/** The configurations of a run in matrix order, then one for each agent that is not ours. */
export function configurationsOf(config: Matrix): Configuration[] {
  const external = config.external_agents.map(({ name }) => ({ model: name, workflow: OWN, knowledge: OWN }) as const);
  return [...factorialOf(config), ...external];
}

/** What stands where a model's name stands: the models, then the external agents. The order of tables. */
export function modelNames({ models, external_agents }: Pick<Config, "models" | "external_agents">): string[] {
  return [...models, ...external_agents].map(({ name }) => name);
}

/** Names whose place is their colour: as frozen at the run's start, then those of it that were not known then. */
export function colorOrder(config: Pick<Config, "models" | "external_agents" | "plots">): string[] {
  return [...new Set([...config.plots.color_order, ...modelNames(config)])];
}

/** The configurations that are made of factors. What compares factors compares these alone. */
export function factorialOf(config: FactorialConfig): Configuration[] {
  return cellsOf(config).cells.map(({ configuration }) => configuration);
}

/** The configuration with its further factors at what it says itself: the base alone. */
export function withoutFactors(config: Config): Config {
  return { ...config, factors: undefined, design: undefined };
}

/** Every expected execution of one configuration: scenarios in the order of the set, repeats within. */
export function executionsOf(
  configuration: Configuration,
  scenarioIds: readonly string[],
  config: FactorialConfig & Pick<Config, "repeats">,
): ExecutionKey[] {
  const repeats = repeatsOf(config, configuration);
  return scenarioIds.flatMap((scenario_id) =>
    Array.from({ length: repeats }, (_, repeat) => keyOf({ scenario_id, ...configuration, repeat })),
  );
}

/** Every expected execution of a run, in matrix order. */
export function expectedExecutions(
  config: Matrix & Pick<Config, "repeats">,
  scenarioIds: readonly string[],
): ExecutionKey[] {
  return configurationsOf(config).flatMap((configuration) => executionsOf(configuration, scenarioIds, config));
}

/** How many executions a run of so many scenarios has. */
export function countExecutions(config: Matrix & Pick<Config, "repeats">, scenarios: number): number {
  return configurationsOf(config).reduce((sum, one) => sum + repeatsOf(config, one) * scenarios, 0);
}
