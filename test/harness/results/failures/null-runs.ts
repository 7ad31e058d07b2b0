import { makeRandom, type Random } from "../../../../base/random.ts";
import type { ExecutionFacts, RunFailures } from "../../../../harness/results/failures/collect-failures.ts";
import type { Failure } from "../../../../harness/results/failures/failure.ts";

/** What distinguishes each of up to 30 causes: two features of different blocks. */
const MARKS: readonly (readonly string[])[] = [
  ...["never_retrieved", "not_shown", "not_passed_on", "not_reported", "unlisted", "below_cut"].map((lost) => [
    `ids.${lost}`,
    `step.${lost}`,
  ]),
  ...[
    "context_overflow",
    "length",
    "repetition",
    "refusal",
    "rate_limit",
    "time_limit",
    "call_limit",
    "unreadable",
  ].map((reason) => [`ending.${reason}`]),
  ...["missed", "false"].map((kind) => [`abstention.${kind}`]),
  ...["fabricated", "entities", "too_many", "empty"].map((fault) => [`answer.${fault}`, `contract.rule_${fault}`]),
  ...["sql_query", "cypher_query", "keyword_search", "trace_links", "kb_search"].map((tool) => [
    `errors.${tool}`,
    `tools.${tool}`,
  ]),
  ...["no_list", "cut_off", "label_order", "unused_source", "undefined_label"].map((rule) => [
    `contract.rule_${rule}`,
    "contract.retried",
  ]),
];

export interface NullOptions {
  seed: number;
  causes: number;
  scenarios?: number;
  configurations?: number;
  /** In the second run, every failure of this share of executions more is of the first cause. */
  effect?: number;
}

/** Two runs of one system: scenarios differ in how often they fail and why, the two runs of a scenario by chance alone. */
export function twoRuns({
  seed,
  causes,
  scenarios = 40,
  configurations = 6,
  effect = 0,
}: NullOptions): [RunFailures, RunFailures] {
  const random = makeRandom("null runs", seed, causes);
  const kinds = [...Array(scenarios).keys()].map(() => ({
    rate: random() ** 2,
    weights: [...Array(causes).keys()].map(() => random() ** 4),
  }));
  const run = (more: number): RunFailures => {
    const executions: ExecutionFacts[] = [];
    const failures: Failure[] = [];
    kinds.forEach(({ rate, weights }, scenario) => {
      for (let configuration = 0; configuration < configurations; configuration++) {
        const facts = factsOf(scenario, configuration);
        executions.push(facts);
        const cause = random() < more ? 0 : random() < rate ? draw(weights, random) : null;
        if (cause !== null)
          failures.push({ ...facts, by: ["functional"], features: featuresOf(cause, random), unknown: [] });
      }
    });
    return { executions, failures };
  };
  return [run(0), run(effect)];
}

function draw(weights: readonly number[], random: Random): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [cause, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return cause;
  }
  return 0;
}

function featuresOf(cause: number, random: Random): Record<string, number> {
  return {
    ...Object.fromEntries(MARKS[cause]!.map((name) => [name, 1])),
    ...(random() < 0.5 && { "tools.hybrid_search": 1 }),
    ...(random() < 0.8 && { "judge.fails": 1 }),
    "effort.tokens": 0.3 + 0.1 * random(),
  };
}

function factsOf(scenario: number, configuration: number): ExecutionFacts {
  const [unit, model] = [`S${scenario}`, `m${configuration}`];
  const key = { scenario_id: unit, model, workflow: "react", knowledge: "prompt" as const, repeat: 0 };
  return {
    name: `${model}__react__prompt__${unit}__0`,
    key,
    configuration: `${model}__react__prompt`,
    family: "lookup",
    unit,
  };
}
