import { OWN } from "../../agent/contract.ts";
import { grouped } from "../../base/grouped.ts";
import { makeRandom } from "../../base/random.ts";
import { factorialOf } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import { configurationName } from "../domain/names.ts";
import type { VarianceComponent, VarianceDecomposition } from "../domain/summary.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { holm } from "../statistics/comparison/holm.ts";
import { balancedFactorial, type Factorial } from "../statistics/factorial/balanced.ts";
import { COMPARED_METRICS } from "./paired-values.ts";

/**
 * `metrics/variance.json`: per metric, how much of the variance comes from model, workflow, knowledge mode and their interactions,
 * how much from the scenario and from what each factor does differently on each scenario, and with repeats from run to run.
 * Scenarios with an unscored execution are left out and counted. Holm runs over the effects of a metric.
 */
export function decomposeMetrics(config: Config, all: readonly ScoredExecution[]): VarianceDecomposition[] {
  const executions = all.filter(({ record }) => record.workflow !== OWN);
  const cells = factorialOf(config).map(configurationName);
  // A factor with one level explains nothing.
  const factors = (["model", "workflow", "knowledge"] as const)
    .map((name) => ({ name, levels: new Set(factorialOf(config).map((one) => one[name])).size }))
    .filter(({ levels }) => levels > 1);
  return COMPARED_METRICS.map((metric) => {
    const scenarios = [...grouped(executions, ({ scenario }) => scenario.id).values()]
      .map((group) => cellValues(group, cells, metric))
      .filter((values) => values.some((value) => value.length > 0));
    const complete = scenarios.filter((values) => values.every((value) => value.length === config.repeats));
    const random = makeRandom("variance", metric);
    const result = factors.length === 0 ? null : balancedFactorial({ factors, values: complete, random });
    const leftOut = scenarios.length - complete.length;
    return {
      metric,
      scenarios: complete.length,
      left_out: leftOut,
      components: result === null ? [] : componentsOf(result),
    };
  });
}

/** Scored values of each cell of one scenario. */
function cellValues(executions: readonly ScoredExecution[], cells: readonly string[], metric: string): number[][] {
  const byCell = grouped(executions, ({ record }) => configurationName(record));
  return cells.map((cell) => (byCell.get(cell) ?? []).flatMap((execution) => scoreValue(execution, metric) ?? []));
}

/** Everything as shares of their sum: fixed effects, the scenario, effects by scenario, noise. Estimates below 0 are 0. */
function componentsOf({ effects, blocks, byBlock, noise }: Factorial): VarianceComponent[] {
  const adjusted = holm(effects.map(({ permutationP }) => permutationP));
  const all = [
    ...effects.map(({ name, permutationP, ...rest }, at) => ({
      source: name,
      ...rest,
      p: permutationP,
      holm_p: adjusted[at]!,
    })),
    { source: "scenario", ...blocks, p: null, holm_p: null },
    ...byBlock.map(({ name, ...rest }) => ({
      source: `scenario x ${name.replace(/ x block$/, "")}`,
      ...rest,
      p: null,
      holm_p: null,
    })),
    ...(noise ? [{ source: "repeat", ...noise, p: null, holm_p: null }] : []),
  ];
  const total = all.reduce((sum, { variance }) => sum + Math.max(0, variance), 0);
  const share = (variance: number) => (total === 0 ? 0 : Math.max(0, variance) / total);
  return all.map(({ source, variance, low, high, p, holm_p }) => ({
    source,
    variance,
    low,
    high,
    share: share(variance),
    p,
    holm_p,
  }));
}
