import { z } from "zod";
import { CHOOSING_WORKFLOWS, OWN, UPPER_BOUNDS } from "../../../agent/contract/contract.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { DIFFERENCE_OF_SHARES, fewestFor } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { QUERY_TYPES, type QueryType, queryTypeOf } from "../../../scenarios/set/query-type.ts";
import { costOf } from "../../record/config/cost.ts";
import type { Config } from "../../record/config/schema.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { configuration as configurationFields, count, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { type ScoredExecution, scoreValue, wasExecuted } from "../metrics/scored-execution.ts";
import { EXECUTED, meanBehind, ofQueryType } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import { differenceSchema, withSpread } from "./differences.ts";
import { onFrontier } from "./frontier.ts";
import { pairedValues } from "./paired-values.ts";
import type { Scored, ScoredConfiguration } from "./scored.ts";
import { isSignificant } from "./significant-pairs.ts";

const QUALITY = "ndcg@10";
const ALL = "all";
const ALPHA = 0.05;
const METRICS = [QUALITY, "recall@10", "functional_pass"] as const;

const rowSchema = z.strictObject({
  ...configurationFields,
  query_type: z.enum([ALL, ...QUERY_TYPES]),
  executions: count,
  metrics: z.record(z.enum(METRICS), estimateSchema),
  requests: numberOrNull.describe("to models, mean of an execution"),
  tool_calls: numberOrNull.describe("mean of an execution"),
  tokens: numberOrNull.describe("read and written, mean of an execution"),
  cost: numberOrNull.describe("US dollars, mean of an execution; null where a price is not known"),
  frontier: z
    .boolean()
    .describe(
      "no other of the type has as much NDCG@10 for as few tokens, and more of one; upper bounds and what has none left out. Observed, not tested",
    ),
});
export type StrategyRow = z.infer<typeof rowSchema>;

const gainSchema = differenceSchema.extend({
  model: z.string(),
  query_type: z.enum(QUERY_TYPES),
  first: z
    .string()
    .describe("configuration of the agent: of the model's agents the one with the highest NDCG@10 over all types"),
  second: z
    .string()
    .describe(
      "configuration of the model's fixed strategy with the highest NDCG@10 of this type; of all models' where the agent is external",
    ),
  tokens_ratio: numberOrNull.describe(
    "tokens per execution, agent divided by strategy, on scenarios where both report them",
  ),
  cost_ratio: numberOrNull.describe(
    "dollars of an execution, agent over strategy; null where a price is not known or 0",
  ),
  failed: z
    .strictObject({ first: count, second: count })
    .describe("executions of answerable scenarios that ended without an answer, which count as 0"),
  fewest_scenarios: count.describe("with fewer no difference could have been shown, whatever its size"),
});
export type StrategyGain = z.infer<typeof gainSchema>;

/** What each strategy is worth and costs, by kind of question; and what an agent gains over the best fixed one. */
export const strategies = defineAnalysis({
  name: "strategies",
  schema: z.strictObject({
    rows: z.array(rowSchema),
    gains: z
      .array(gainSchema)
      .describe(
        "NDCG@10 of agent minus strategy on the same scenarios, Holm over all pairs of an agent and a strategy of a type, of which the named one is chosen. [] without both",
      ),
  }),
  needs: [],
  compares: "configurations",
  compute: (scored) => ({ rows: rowsOf(scored), gains: gainsOf(scored) }),
  behind: {
    executions: (row) => ({ ...ofQueryType(row.query_type), ...EXECUTED, of: "n" }),
    requests: null,
    tokens: null,
    cost: null,
    "*": (row, key) => ({ ...ofQueryType(row.query_type), ...meanBehind(key) }),
  },
  table: ({ rows }, facts) => ({
    title: "What a strategy is worth and what it takes, by kind of question",
    caption: makeCaption(
      facts,
      "Ranking metrics over answerable scenarios; requests to models, calls of tools, tokens and dollars are means of an execution, answerable or not. Frontier: no other of the type has as much NDCG@10 for as few tokens; observed, not tested.",
    ),
    columns: [
      ...CONFIGURATION_COLUMNS,
      { key: "query_type", label: "Type", format: "text" },
      { key: QUALITY, label: "NDCG@10", format: "decimal", interval: true },
      { key: "recall@10", label: "R@10", format: "decimal" },
      { key: "functional_pass", label: "Functional pass %", format: "percent" },
      ...columnsShown("rating", { requests: "Requests", tool_calls: "Tool calls" }),
      { key: "tokens", label: "Tokens", format: "count" },
      { key: "cost", label: "US dollars", format: "decimal" },
      { key: "on_frontier", label: "Frontier", format: "text" },
      { key: "executions", label: "n", format: "count" },
    ],
    rows: rows.map(({ metrics, frontier, tokens, ...row }) => ({
      ...row,
      ...metrics,
      tokens: tokens && Math.round(tokens),
      on_frontier: frontier ? "yes" : "",
    })),
  }),
});

function rowsOf({ configurations, config }: Scored): StrategyRow[] {
  const types = [ALL, ...QUERY_TYPES] as const;
  return types.flatMap((query_type) =>
    withFrontier(configurations.flatMap((one) => rowOf(one, query_type, config) ?? [])),
  );
}

function rowOf(
  { configuration, executions }: ScoredConfiguration,
  query_type: StrategyRow["query_type"],
  config: Config,
): StrategyRow | null {
  const part = ofType(executions, query_type);
  if (part.length === 0) return null;
  const name = `strategies/${configurationName(configuration)}/${query_type}`;
  const estimates = METRICS.map((metric) => [metric, estimateMean(part, metric, name)]);
  return {
    ...configuration,
    query_type,
    executions: part.filter(wasExecuted).length,
    metrics: Object.fromEntries(estimates),
    requests: meanOf(part, ({ processCounts }) => {
      const roles = processCounts?.roles;
      return roles ? roles.reduce((sum, { model_calls }) => sum + model_calls, 0) : null;
    }),
    tool_calls: meanOf(part, (execution) => scoreValue(execution, "tool_calls")),
    tokens: meanOf(part, tokensOf),
    cost: meanOf(part, (execution) => costOfOne(execution, config)),
    frontier: false,
  };
}

function ofType(executions: readonly ScoredExecution[], type: string): ScoredExecution[] {
  return executions.filter(({ scenario }) => type === ALL || queryTypeOf(scenario) === type);
}

/** Of the executions that tell; null where none does. */
function meanOf(
  executions: readonly ScoredExecution[],
  read: (execution: ScoredExecution) => number | null,
): number | null {
  return mean(executions.flatMap((execution) => read(execution) ?? []));
}

function tokensOf(execution: ScoredExecution): number | null {
  const [input, output] = [scoreValue(execution, "tokens_in"), scoreValue(execution, "tokens_out")];
  return input === null || output === null ? null : input + output;
}

function costOfOne(execution: ScoredExecution, config: Config): number | null {
  const [input, output] = [scoreValue(execution, "tokens_in"), scoreValue(execution, "tokens_out")];
  if (input === null || output === null) return null;
  const { cachedInput, cacheWrite } = execution;
  return costOf(config, execution.record.model, { input, output, cachedInput, cacheWrite });
}

function withFrontier(rows: readonly StrategyRow[]): StrategyRow[] {
  const known = rows.filter(
    ({ metrics, tokens, workflow }) =>
      metrics[QUALITY].mean !== null && tokens !== null && !UPPER_BOUNDS.includes(workflow),
  );
  const frontier = onFrontier(known, ({ metrics, tokens }) => ({ worth: metrics[QUALITY].mean!, paid: tokens! }));
  return rows.map((row) => ({ ...row, frontier: frontier.has(row) }));
}

/** Which of a model's agents and strategies are named is read off the results, so Holm is over all pairs that could have been. */
function gainsOf({ configurations, config }: Scored): StrategyGain[] {
  const fixed = configurations.filter(
    ({ configuration: { workflow } }) => !CHOOSING_WORKFLOWS.includes(workflow) && !UPPER_BOUNDS.includes(workflow),
  );
  const models = [...new Set(configurations.map(({ configuration }) => configuration.model))];
  const pairs = models.flatMap((model) => {
    const agents = configurations.filter(
      ({ configuration }) => configuration.model === model && CHOOSING_WORKFLOWS.includes(configuration.workflow),
    );
    // Of another maker's agent the model is its own: it is held against the strategies of all models.
    const isOwn = agents.some(({ configuration }) => configuration.workflow === OWN);
    const rivals = fixed.filter(({ configuration }) => isOwn || configuration.model === model);
    const agent = best(agents, ALL);
    return QUERY_TYPES.flatMap((type) => {
      const rival = best(rivals, type);
      return agents.flatMap((first) =>
        rivals.map((second) => {
          const parts = [first, second].map(({ executions }) => ofType(executions, type));
          return { type, first, second, parts, named: first === agent && second === rival, test: testOf(parts) };
        }),
      );
    });
  });
  const adjusted = holm(pairs.map(({ test }) => test?.p ?? null));
  // Holm multiplies by the pairs that are not rejected yet.
  const left = pairs.filter(({ test }, at) => test && !isSignificant({ holm_p: adjusted[at]! })).length;
  const fewest_scenarios = fewestFor(ALPHA / Math.max(1, left), { range: DIFFERENCE_OF_SHARES });
  return pairs.flatMap(({ named, test, ...pair }, at) =>
    named && test ? { ...gainOf({ ...pair, test: { ...test, holm_p: adjusted[at]! } }, config), fewest_scenarios } : [],
  );
}

/** The configuration with the highest NDCG@10 of a type; the one of fewest tokens among equals. */
function best(configurations: readonly ScoredConfiguration[], type: string): ScoredConfiguration | undefined {
  const measured = configurations.flatMap((one) => {
    const part = ofType(one.executions, type);
    const worth = meanOf(part, (execution) => scoreValue(execution, QUALITY));
    return worth === null ? [] : [{ one, worth, tokens: meanOf(part, tokensOf) ?? Number.POSITIVE_INFINITY }];
  });
  return measured.sort((a, b) => b.worth - a.worth || a.tokens - b.tokens)[0]?.one;
}

type Part = readonly ScoredExecution[];

function testOf(parts: readonly Part[]) {
  const { values, clusters } = pairedValues(parts, QUALITY);
  const [test] = testAllPairs(values, { clusters });
  return test && test.n > 0 ? test : null;
}

interface Pair {
  type: QueryType;
  first: ScoredConfiguration;
  second: ScoredConfiguration;
  parts: readonly Part[];
  test: { difference: number | null; n: number; p: number | null; holm_p: number | null };
}

function gainOf({ type, parts, test, ...sides }: Pair, config: Config): Omit<StrategyGain, "fewest_scenarios"> {
  const [first, second] = [configurationName(sides.first.configuration), configurationName(sides.second.configuration)];
  const { difference, n, p, holm_p } = test;
  const pair = {
    ...{ model: sides.first.configuration.model, query_type: type, first, second, difference, n, p, holm_p },
    tokens_ratio: ratioOf(parts, tokensOf),
    cost_ratio: ratioOf(parts, (execution) => costOfOne(execution, config)),
    failed: { first: failuresOf(parts[0]!), second: failuresOf(parts[1]!) },
  };
  const groups = new Map([
    [first, parts[0]!],
    [second, parts[1]!],
  ]);
  return withSpread(pair, { groups, metric: QUALITY });
}

function failuresOf(part: Part): number {
  const failed = part.filter((one) => wasExecuted(one) && one.record.outcome !== "success");
  return failed.filter(({ scenario }) => scenario.answerable).length;
}

/** Of the means over the scenarios of which both sides tell. */
function ratioOf(parts: readonly Part[], read: (execution: ScoredExecution) => number | null): number | null {
  const told = parts.map((part) => part.filter((execution) => read(execution) !== null));
  const [mine, other] = told.map((part, at) => {
    const there = new Set(told[1 - at]!.map(({ scenario }) => scenario.id));
    return meanOf(
      part.filter(({ scenario }) => there.has(scenario.id)),
      read,
    );
  });
  return mine == null || other == null || other === 0 ? null : mine / other;
}
