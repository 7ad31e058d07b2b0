import type { Scenario } from "../../../scenarios/set/schema.ts";
import { type FactorialConfig, levelsOf } from "../../record/config/factors/cells.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { type Configuration, configurationName, MATRIX_FACTORS } from "../../record/domain/names.ts";
import { accepts, type Filters, filteredBy, isLevelFilter } from "./filters.ts";

/**
 * What a selection leaves of the run's design: every level of a factor with every level of the others; configurations that are
 * not all combinations; or of these only executions with a certain result, so that each has scenarios of its own.
 */
export type Design = "levels" | "configurations" | "executions";

/** A filter by a factor accepts no configuration that the factor does not apply to. */
export function acceptsConfiguration(
  filters: Filters,
  configuration: Configuration,
  { config }: { config: FactorialConfig },
): boolean {
  const three = MATRIX_FACTORS.map((factor) => [factor, configuration[factor]]);
  const own = levelsOf(config, configuration);
  const levels = Object.keys(filters)
    .filter(isLevelFilter)
    .map((key) => [key, own.get(filteredBy(key)) ?? ""]);
  return accepts(
    filters,
    Object.fromEntries([...three, ...levels, ["configuration", configurationName(configuration)]]),
  );
}

export function acceptsScenario(filters: Filters, scenario: Scenario): boolean {
  const { id, family, complexity, answerable, nonexistence = null } = scenario;
  const values = { scenario: id, family, complexity };
  return accepts(filters, { ...values, answerable: String(answerable), nonexistence: String(nonexistence) });
}

/** The configuration of a run that has these configurations alone; it may have more, where they are not all combinations. */
export function cutConfig(config: Config, kept: readonly Configuration[]): Config {
  const [models, workflows, knowledge] = MATRIX_FACTORS.map(
    (part) => new Set<string>(kept.map((configuration) => configuration[part])),
  );
  return {
    ...config,
    models: config.models.filter(({ name }) => models!.has(name)),
    external_agents: config.external_agents.filter(({ name }) => models!.has(name)),
    workflows: config.workflows.filter((name) => workflows!.has(name)),
    knowledge: config.knowledge.filter((name) => knowledge!.has(name)),
    ...(config.factors && { factors: cutFactors(config, kept) }),
    ...(config.design && { design: { ...config.design, list: combinationsOf(config, kept) } }),
  };
}

/** What is left of a design that is no product is a list. */
function combinationsOf(config: Config, kept: readonly Configuration[]): Record<string, string>[] {
  const levels = kept.map((configuration) => JSON.stringify(Object.fromEntries(levelsOf(config, configuration))));
  return [...new Set(levels)].map((text) => JSON.parse(text) as Record<string, string>);
}

/** Of each factor the levels that are left; one of which none is applies to nothing any more. */
function cutFactors(config: Config, kept: readonly Configuration[]): Config["factors"] {
  const levels = kept.map((configuration) => levelsOf(config, configuration));
  return config.factors?.flatMap((factor) => {
    const left = factor.levels.filter(({ name }) => levels.some((own) => own.get(factor.name) === name));
    return left.length === 0 ? [] : [{ ...factor, levels: left }];
  });
}

/** Whether these are all configurations of their configuration. */
export function designOf(config: Config, kept: readonly Configuration[]): Design {
  return configurationsOf(cutConfig(config, kept)).length === kept.length ? "levels" : "configurations";
}
