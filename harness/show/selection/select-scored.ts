import { executionName } from "../../record/domain/names.ts";
import type { Scored } from "../../results/analyses/scored.ts";
import type { ScoredExecution } from "../../results/metrics/scored-execution.ts";
import { acceptsConfiguration, acceptsScenario, cutConfig, designOf } from "../../results/selection/design.ts";
import { accepts, type Filters, RESULT_FILTERS } from "../../results/selection/filters.ts";
import { makeExecutionRow } from "../report/execution-row.ts";

/** What a run would have come to if it had only been of what the filters select. */
export function selectScored(scored: Scored, filters: Filters): Scored {
  const scenarios = scored.scenarios.filter((scenario) => acceptsScenario(filters, scenario));
  const ids = new Set(scenarios.map(({ id }) => id));
  const within = <T extends ScoredExecution>(executions: readonly T[]) =>
    executions.filter(({ scenario }) => ids.has(scenario.id));
  const configurations = scored.configurations
    .filter(({ configuration }) => acceptsConfiguration(filters, configuration, scored))
    .map(({ configuration, executions }) => ({ configuration, executions: within(executions) }));
  const kept = configurations.map(({ configuration }) => configuration);
  return selectResults(
    withExecutions(
      {
        ...scored,
        scenarios,
        config: cutConfig(scored.config, kept),
        baselines: scored.baselines.map(({ name, executions }) => ({ name, executions: within(executions) })),
        design: designOf(scored.config, kept),
      },
      configurations,
    ),
    filters,
  );
}

/** Of these executions, those with certain results. */
function selectResults(scored: Scored, filters: Filters): Scored {
  if (!RESULT_FILTERS.some((key) => filters[key])) return scored;
  const configurations = scored.configurations
    .map(({ configuration, executions }) => ({
      configuration,
      executions: executions.filter((execution) => accepts(filters, resultsOf(execution))),
    }))
    .filter(({ executions }) => executions.length > 0);
  const kept = configurations.map(({ configuration }) => configuration);
  return withExecutions({ ...scored, config: cutConfig(scored.config, kept), design: "executions" }, configurations);
}

/** By the same rules as the list of executions shows them. */
function resultsOf({ record, scenario, primary, meta }: ScoredExecution): Filters {
  const row = makeExecutionRow({ score: record, scenario, record: null, extraction: null, primary, meta });
  return Object.fromEntries(RESULT_FILTERS.map((key) => [key, row[key]]));
}

/** What judges and people said stays where it is about one of these. */
function withExecutions(scored: Scored, configurations: Scored["configurations"]): Scored {
  const executions = configurations.flatMap((entry) => entry.executions);
  const names = new Set(executions.map(({ record }) => executionName(record)));
  const about = (key: Parameters<typeof executionName>[0]) => names.has(executionName(key));
  return {
    ...scored,
    configurations,
    executions,
    probed: scored.probed
      .map(({ judge, readings }) => ({ judge, readings: readings.filter(about) }))
      .filter(({ readings }) => readings.length > 0),
    ratings: scored.ratings.filter(about),
  };
}
