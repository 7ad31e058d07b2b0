import { grouped } from "../../../db/base/grouped.ts";
import { makeRandom } from "../../../db/base/random.ts";
import { configurationsOf } from "../../config/matrix.ts";
import type { Config } from "../../config/schema.ts";
import type { VarianceDecomposition } from "../../domain/summary.ts";
import { type ScoredExecution, scoreValue } from "../../metrics/scored-execution.ts";
import { mean } from "../../statistics/basics/describe.ts";
import { holm } from "../../statistics/comparison/holm.ts";
import { type Component, decomposeVariance } from "../../statistics/factorial/decomposition.ts";
import { COMPARED_METRICS } from "./paired-values.ts";

const FACTORS = ["model", "workflow", "knowledge"] as const;
/** Enough for p of 0.0005; seven effects a metric. */
const PERMUTATIONS = 2000;

/**
 * `metrics/variance.json`: per metric, how much of the variance comes from model, workflow, knowledge mode and their interactions,
 * how much from the scenario and from what each factor does differently on each scenario, and with repeats from run to run.
 * Scenarios with an unscored cell are left out and counted. Holm runs over the effects of a metric.
 */
export function decomposeMetrics(config: Config, executions: readonly ScoredExecution[]): VarianceDecomposition[] {
  const design = [config.models.length, config.workflows.length, config.knowledge.length];
  const cells = configurationsOf(config).map(({ model, workflow, knowledge }) => `${model} ${workflow} ${knowledge}`);
  return COMPARED_METRICS.map((metric) => {
    const scenarios = [...grouped(executions, ({ scenario }) => scenario.id).values()]
      .map((group) => cellValues(group, cells, metric))
      .filter((values) => values.some((value) => value.length > 0));
    const complete = scenarios.filter((values) => values.every((value) => value.length > 0));
    const random = makeRandom("variance", metric);
    const blocks = complete.map((values) => values.map((value) => mean(value)!));
    const components = decomposeVariance({
      design,
      blocks,
      noise: noiseOf(complete),
      random,
      permutations: PERMUTATIONS,
    });
    return {
      metric,
      scenarios: complete.length,
      leftOut: scenarios.length - complete.length,
      components: named(components ?? []),
    };
  });
}

/** Scored values of each cell of one scenario. */
function cellValues(executions: readonly ScoredExecution[], cells: readonly string[], metric: string): number[][] {
  const byCell = grouped(executions, ({ record }) => `${record.model} ${record.workflow} ${record.knowledge}`);
  return cells.map((cell) => (byCell.get(cell) ?? []).flatMap((execution) => scoreValue(execution, metric) ?? []));
}

/** Pooled variance between repeats, and how many a cell has (harmonic mean); undefined without repeats. */
function noiseOf(scenarios: readonly (readonly number[][])[]): { variance: number; repeats: number } | undefined {
  const cells = scenarios.flat();
  const freedom = cells.reduce((sum, values) => sum + values.length - 1, 0);
  if (freedom === 0) return undefined;
  const squares = cells.reduce((sum, values) => sum + squaredDeviations(values), 0);
  return {
    variance: squares / freedom,
    repeats: cells.length / cells.reduce((sum, { length }) => sum + 1 / length, 0),
  };
}

function squaredDeviations(values: readonly number[]): number {
  const centre = mean(values)!;
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}

function named(components: readonly Component[]): VarianceDecomposition["components"] {
  const adjusted = holm(components.map(({ p }) => p));
  return components.map(({ effect, kind, ...rest }, at) => {
    const factors = effect.map((factor) => FACTORS[factor]!).join(" x ");
    const source =
      kind === "fixed" ? factors : kind === "noise" ? "repeat" : ["scenario", factors].filter(Boolean).join(" x ");
    return { source, kind, ...rest, holmP: adjusted[at]! };
  });
}
