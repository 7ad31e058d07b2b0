import { z } from "zod";
import { OWN } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { balancedFactorial, type Factorial } from "../../../measure/statistics/factorial/balanced.ts";
import { cellsOf } from "../../record/config/factors/cells.ts";
import type { Config } from "../../record/config/schema.ts";
import { count, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName, MATRIX_FACTORS } from "../../record/domain/names.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { defineAnalysis } from "./analysis.ts";
import { COMPARED_METRICS } from "./paired-values.ts";

const componentSchema = z.strictObject({
  source: z.string().describe("`model`, `model x workflow`, `scenario`, `scenario x model`, `repeat`"),
  variance: z
    .number()
    .describe("in squared units of the metric, with its 95 % interval; an unbiased estimate can fall below 0"),
  low: z.number(),
  high: z.number(),
  share: z.number().describe("of the sum of all components, those below 0 as 0"),
  p: numberOrNull.describe("of an effect, by sign flips over scenarios"),
  holm_p: numberOrNull,
});
type VarianceComponent = z.infer<typeof componentSchema>;

const decompositionSchema = z.strictObject({
  metric: z.string(),
  scenarios: count.describe("with every value"),
  left_out: count.describe("for want of one"),
  components: z.array(componentSchema),
  incomplete: z
    .literal(true)
    .optional()
    .describe("the configurations are not all combinations of the factors' levels: nothing is decomposed"),
});
export type VarianceDecomposition = z.infer<typeof decompositionSchema>;

export const variance = defineAnalysis({
  name: "variance",
  schema: z
    .array(decompositionSchema)
    .describe("Per metric, how much of the variance comes from which factor, the scenario and their interactions."),
  needs: [],
  compares: "levels",
  compute: ({ config, executions }) => decomposeMetrics(config, executions),
  table: (result, facts) => ({
    title: "Variance components: model, workflow, knowledge mode, scenario",
    caption: makeCaption(
      facts,
      "Variance of one execution's score by where it comes from, with 95 % interval; share of their sum, estimates below 0 as 0.",
      facts.config.repeats > 1
        ? "Repeat: from run to run of one cell."
        : "With one execution a cell, run-to-run noise cannot be separated from the interaction of all factors with the scenario, and is left out with it.",
      "p: sign flips over scenarios, Holm over the effects of a metric.",
    ),
    columns: [
      { key: "metric", label: "Metric", show: "text" },
      { key: "source", label: "Source", show: "text" },
      { key: "share", label: "Share %", show: "percent" },
      { key: "variance", label: "Variance", show: "signed" },
      { key: "low", label: "Low", show: "signed" },
      { key: "high", label: "High", show: "signed" },
      { key: "p", label: "p (Holm)", show: "p" },
      { key: "n", label: "Scenarios", show: "count" },
    ],
    rows: result.flatMap(({ metric, scenarios, components }) =>
      components.map(({ holm_p, ...component }) => ({ metric, ...component, p: holm_p, n: scenarios })),
    ),
  }),
});

/**
 * Per metric, how much of the variance comes from model, workflow, knowledge mode and their interactions,
 * how much from the scenario and from what each factor does differently on each scenario, and with repeats from run to run.
 * Scenarios with an unscored execution are left out and counted. Holm runs over the effects of a metric.
 */
export function decomposeMetrics(config: Config, all: readonly ScoredExecution[]): VarianceDecomposition[] {
  const executions = all.filter(({ record }) => record.workflow !== OWN);
  const { cells, factors } = productOf(config);
  return COMPARED_METRICS.map((metric) => {
    const scenarios = [...grouped(executions, ({ scenario }) => scenario.id).values()]
      .map((group) => cellValues(group, cells, metric))
      .filter((values) => values.some((value) => value.length > 0));
    const complete = scenarios.filter((values) => values.every((value) => value.length === config.repeats));
    const random = makeRandom("variance", metric);
    const result =
      factors === null || factors.length === 0 ? null : balancedFactorial({ factors, values: complete, random });
    const leftOut = scenarios.length - complete.length;
    return {
      metric,
      scenarios: complete.length,
      left_out: leftOut,
      components: result === null ? [] : componentsOf(result),
      ...(factors === null && { incomplete: true as const }),
    };
  });
}

/** All combinations of the factors' levels, the last factor fastest; `factors` is null where the configurations are not all of them. */
function productOf(config: Config) {
  const all = cellsOf(config).cells.map(({ configuration, levels }) => {
    const { model, workflow, knowledge } = configuration;
    return {
      name: configurationName(configuration),
      at: new Map<string, string>([...Object.entries({ model, workflow, knowledge }), ...levels]),
    };
  });
  const names = [...MATRIX_FACTORS, ...(config.factors ?? []).map(({ name }) => name)];
  const levels = names.map((name) => [...new Set(all.map(({ at }) => at.get(name)))]);
  const place = ({ at }: (typeof all)[number]) =>
    names.reduce((sum, name, index) => sum * levels[index]!.length + levels[index]!.indexOf(at.get(name)), 0);
  const cells = all.sort((a, b) => place(a) - place(b)).map(({ name }) => name);
  const isProduct = cells.length === levels.reduce((product, own) => product * own.length, 1);
  // A factor with one level explains nothing.
  const several = names.map((name, index) => ({ name, levels: levels[index]!.length })).filter((one) => one.levels > 1);
  return { cells, factors: isProduct ? several : null };
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
