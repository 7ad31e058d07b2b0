import { z } from "zod";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { BASELINE_NAMES } from "../../record/domain/baseline-names.ts";
import { configurationName as nameField, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { BASELINES } from "../baselines/registry.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import { differenceSchema, withSpread } from "./differences.ts";
import { COMPARED_METRICS, pairedValues } from "./paired-values.ts";
import type { Scored } from "./scored.ts";

const systemsSchema = z.strictObject({
  metric: z.string(),
  order: z
    .array(z.strictObject({ system: z.string(), kind: z.enum(["configuration", "baseline"]), mean: numberOrNull }))
    .describe("configurations and rankers without a model, highest mean over scenarios first"),
  pairs: z
    .array(differenceSchema.extend({ first: nameField, second: z.enum(BASELINE_NAMES) }))
    .describe(
      "every configuration against every baseline; Holm over these pairs, a family of their own: a baseline more changes nothing between configurations",
    ),
});
type Systems = z.infer<typeof systemsSchema>;

/** The metrics of the table; the file has all that are compared. */
const SHOWN = ["ndcg@10", "functional_pass"];

export const systems = defineAnalysis({
  name: "systems",
  schema: z
    .array(systemsSchema)
    .describe(
      "Per metric, configurations among the rankers without a model, and the paired test of each against each.",
    ),
  needs: [],
  compares: "configurations",
  compute: compareSystems,
  tableName: "against_baselines",
  behind: {
    // The configuration's side; a ranker has no executions.
    "*": ({ configuration, metric }, key) => ({
      configuration: String(configuration),
      metric: String(metric),
      has: "value",
      of: "compared",
      at: key,
    }),
  },
  table: (result, facts) =>
    facts.baselines.length === 0
      ? null
      : {
          title: "Configurations against rankers without a model",
          caption: makeCaption(
            facts,
            "Mean difference per scenario, configuration minus baseline, with its 95 % interval and on how many scenarios it is higher, equal and lower. p: paired test of the mean over scenarios, Holm over all pairs of a configuration and a baseline of the metric.",
            "A baseline that knows the truth is a bound, not a competitor.",
          ),
          columns: [
            ...columnsShown("text", {
              baseline: "Baseline",
              knows: "Knows",
              metric: "Metric",
              configuration: "Configuration",
            }),
            ...columnsShown("decimal", { difference: "Difference", low: "Low", high: "High" }),
            { key: "p", label: "p (Holm)", format: "p" },
            ...columnsShown("count", { wins: "Higher", ties: "Equal", losses: "Lower", n: "Scenarios" }),
          ],
          rows: result
            .filter(({ metric }) => SHOWN.includes(metric))
            .flatMap(({ metric, pairs }) =>
              pairs.map(({ first, second, holm_p, ...pair }) => ({
                ...pair,
                metric,
                baseline: BASELINES[second].label,
                knows: BASELINES[second].knows,
                configuration: first,
                p: holm_p,
              })),
            ),
        },
});

function compareSystems({ configurations, baselines }: Scored): Systems[] {
  const agents = configurations.map(({ configuration, executions }) => ({
    system: configurationName(configuration),
    kind: "configuration" as const,
    executions,
  }));
  const rankers = baselines.map(({ name, executions }) => ({ system: name, kind: "baseline" as const, executions }));
  const groups = new Map([...agents, ...rankers].map(({ system, executions }) => [system as string, executions]));
  return COMPARED_METRICS.map((metric) => {
    const order = [...agents, ...rankers]
      .map(({ system, kind, executions }) => {
        const [values = []] = pairedValues([executions], metric).values;
        return { system, kind, mean: mean(values.filter((value) => value !== null)) };
      })
      .sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
    const tests = agents.flatMap((agent) =>
      rankers.map((ranker) => {
        const { values, clusters } = pairedValues([agent.executions, ranker.executions], metric);
        const [test] = testAllPairs(values, { clusters });
        const { difference, n, p } = test!;
        return { first: agent.system, second: ranker.system, difference, n, p, holm_p: null };
      }),
    );
    const adjusted = holm(tests.map(({ p }) => p));
    const pairs = tests.map((test, at) => withSpread({ ...test, holm_p: adjusted[at]! }, { groups, metric }));
    return { metric, order, pairs };
  });
}
