import { z } from "zod";
import { OWN, WORKFLOWS } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { balancedFactorial, type Factorial } from "../../../measure/statistics/factorial/balanced.ts";
import { allLevelsOf, cellsOf } from "../../record/config/factors/cells.ts";
import { repeatsOf, repeatsRange } from "../../record/config/factors/repeats.ts";
import type { Config } from "../../record/config/schema.ts";
import { count, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import type { Target } from "../selection/target.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
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
  part: z
    .string()
    .optional()
    .describe("what these configurations have in common, where the factors' levels are not combined throughout"),
  configurations: z.array(z.string()).optional().describe("of the part"),
  incomplete: z
    .literal(true)
    .optional()
    .describe("no part of the configurations is all combinations of its factors' levels: nothing is decomposed"),
});
export type VarianceDecomposition = z.infer<typeof decompositionSchema>;

const FACTORIAL_CELLS: Target = { workflow: WORKFLOWS.join(","), paired: "configuration" };
/** Of a variance that is of some configurations alone. */
const partOf = (configurations: unknown): Target =>
  typeof configurations === "string" ? { configuration: configurations } : {};

export const variance = defineAnalysis({
  name: "variance",
  schema: z
    .array(decompositionSchema)
    .describe("Per metric, how much of the variance comes from which factor, the scenario and their interactions."),
  needs: [],
  compares: "levels",
  compute: ({ config, executions }) => decomposeMetrics(config, executions),
  behind: {
    n: ({ metric, configurations }) => ({
      ...FACTORIAL_CELLS,
      ...partOf(configurations),
      metric: String(metric),
      of: "scenarios",
    }),
    "*": ({ metric, source, configurations }, key) => ({
      ...FACTORIAL_CELLS,
      ...partOf(configurations),
      metric: String(metric),
      of: `variance ${key}`,
      at: String(source),
    }),
  },
  table: (result, facts) => ({
    title: "Variance components: model, workflow, knowledge mode, scenario",
    caption: makeCaption(
      facts,
      "Variance of one execution's score by where it comes from, with 95 % interval; share of their sum, estimates below 0 as 0.",
      repeatsRange(facts.config).most > 1
        ? "Repeat: from run to run of one cell."
        : "With one execution a cell, run-to-run noise cannot be separated from the interaction of all factors with the scenario, and is left out with it.",
      "p: sign flips over scenarios, Holm over the effects of a metric.",
      ...(result.some(({ part }) => part !== undefined)
        ? [
            "A factor that does not apply everywhere: each part of the configurations in which the same ones do, by itself.",
          ]
        : []),
    ),
    columns: [
      { key: "metric", label: "Metric", format: "text" },
      ...(result.some(({ part }) => part !== undefined) ? [{ key: "part", label: "Of", format: "text" } as const] : []),
      { key: "source", label: "Source", format: "text" },
      { key: "share", label: "Share %", format: "percent" },
      ...columnsShown("decimal", { variance: "Variance", low: "Low", high: "High" }),
      { key: "p", label: "p (Holm)", format: "p" },
      { key: "n", label: "Scenarios", format: "count" },
    ],
    rows: result.flatMap(({ metric, scenarios, components, part, configurations }) =>
      components.map(({ holm_p, ...component }) => ({
        metric,
        ...(part !== undefined && { part, configurations: configurations?.join(",") ?? "" }),
        ...component,
        p: holm_p,
        n: scenarios,
      })),
    ),
  }),
});

/**
 * Per metric, how much of the variance comes from model, workflow, knowledge mode and their interactions,
 * how much from the scenario and from what each factor does differently on each scenario, and with repeats from run to run.
 * Scenarios with an unscored execution are left out and counted. Holm runs over the effects of a metric. Where a factor does not
 * apply everywhere, each part of the configurations that is all combinations of its factors' levels is decomposed by itself.
 */
export function decomposeMetrics(config: Config, all: readonly ScoredExecution[]): VarianceDecomposition[] {
  const executions = all.filter(({ record }) => record.workflow !== OWN);
  const parts = productsOf(config);
  return COMPARED_METRICS.flatMap((metric) => {
    const groups = [...grouped(executions, ({ scenario }) => scenario.id).values()];
    return parts.length === 0
      ? [{ metric, scenarios: 0, left_out: 0, components: [], incomplete: true as const }]
      : parts.map((part) => decomposePart(part, { metric, groups }));
  });
}

interface Product {
  /** Names of its configurations, the last factor fastest. */
  cells: readonly string[];
  /** How often each was executed. */
  repeats: readonly number[];
  factors: readonly { name: string; levels: number }[];
  /** Null where it is the whole run. */
  part: string | null;
}

function decomposePart(
  { cells, factors, part, repeats }: Product,
  { metric, groups }: { metric: string; groups: readonly (readonly ScoredExecution[])[] },
): VarianceDecomposition {
  const scenarios = groups
    .map((group) => cellValues(group, cells, metric))
    .filter((values) => values.some((value) => value.length > 0));
  const complete = scenarios.filter((values) => values.every((value, at) => value.length === repeats[at]));
  const random = makeRandom("variance", metric, ...(part === null ? [] : [part]));
  const result = factors.length === 0 ? null : balancedFactorial({ factors, values: complete, random });
  return {
    metric,
    scenarios: complete.length,
    left_out: scenarios.length - complete.length,
    components: result === null ? [] : componentsOf(result),
    ...(part !== null && { part, configurations: [...cells] }),
  };
}

/** The parts of the configurations in which the same factors apply, and that are all combinations of these factors' levels. */
function productsOf(config: Config): Product[] {
  const all = cellsOf(config).cells.map(({ configuration }) => ({
    name: configurationName(configuration),
    repeats: repeatsOf(config, configuration),
    at: allLevelsOf(config, configuration),
  }));
  const parts = [...grouped(all, ({ at }) => [...at.keys()].join()).values()];
  if (parts.length === 0) return [{ cells: [], repeats: [], factors: [], part: null }];
  if (parts.length === 1) return productOf(all).map((product) => ({ ...product, part: null }));
  return parts.flatMap((cells) =>
    // A factor with one level explains nothing.
    productOf(cells)
      .filter(({ factors }) => factors.length > 0)
      .map((product) => ({ ...product, part: commonTo(cells, all) })),
  );
}

type Cell = { name: string; repeats: number; at: ReadonlyMap<string, string> };

/** None where a combination of levels is missing. */
function productOf(all: readonly Cell[]): Omit<Product, "part">[] {
  const names = [...(all[0]?.at.keys() ?? [])];
  const levels = names.map((name) => levelsAmong(all, name));
  if (all.length !== levels.reduce((product, own) => product * own.length, 1)) return [];
  const place = ({ at }: Cell) =>
    names.reduce((sum, name, index) => sum * levels[index]!.length + levels[index]!.indexOf(at.get(name)!), 0);
  const sorted = [...all].sort((a, b) => place(a) - place(b));
  const several = names.map((name, index) => ({ name, levels: levels[index]!.length })).filter((one) => one.levels > 1);
  return [{ cells: sorted.map(({ name }) => name), repeats: sorted.map((cell) => cell.repeats), factors: several }];
}

function levelsAmong(cells: readonly Cell[], factor: string): string[] {
  return [...new Set(cells.flatMap(({ at }) => at.get(factor) ?? []))];
}

/** `workflow react, plan_execute`: of each factor that has other levels elsewhere, those that it has here. */
function commonTo(cells: readonly Cell[], all: readonly Cell[]): string {
  return [...cells[0]!.at.keys()]
    .filter((factor) => levelsAmong(cells, factor).length < levelsAmong(all, factor).length)
    .map((factor) => `${factor.replaceAll("_", " ")} ${levelsAmong(cells, factor).join(", ")}`)
    .join("; ");
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
