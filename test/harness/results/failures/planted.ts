import { makeRandom, type Random } from "../../../../base/random.ts";
import type { ExecutionFacts, RunFailures } from "../../../../harness/results/failures/collect-failures.ts";
import type { Failure } from "../../../../harness/results/failures/failure.ts";

/** A cause: features that its failures always have, and others by chance. */
export interface Cause {
  name: string;
  count: number;
  always: Readonly<Record<string, number>>;
  often?: Readonly<Record<string, number>>;
}

/** Five causes, the last two rare. */
export const FIVE: readonly Cause[] = [
  {
    name: "retrieval",
    count: 60,
    always: { "ids.never_retrieved": 1, "step.never_retrieved": 1 },
    often: { "answer.entities": 0.5, "abstention.false": 0.3 },
  },
  {
    name: "abstention",
    count: 45,
    always: { "abstention.missed": 1 },
    often: { "contract.retried": 0.4 },
  },
  {
    name: "reporting",
    count: 40,
    always: { "ids.not_reported": 0.5, "step.not_reported": 1, "rank.first_three": 0.5 },
    often: { "judge.low_completeness": 0.8 },
  },
  { name: "time", count: 6, always: { "ending.time_limit": 1 }, often: { "ids.never_retrieved": 0.2 } },
  {
    name: "sql",
    count: 5,
    always: { "errors.sql_query": 1, "answer.fabricated": 1, "contract.rule_ungrounded_id": 1 },
  },
];

/** What any failure may have, whatever its cause: tools, the judge's words, effort. */
function noise(random: Random): Record<string, number> {
  const tools = ["keyword_search", "hybrid_search", "trace_links"].filter(() => random() < 0.5);
  return {
    ...Object.fromEntries(tools.map((tool) => [`tools.${tool}`, 1])),
    ...(random() < 0.9 && { "judge.fails": 1 }),
    ...(random() < 0.3 && { "judge.low_relevance": 1 }),
    "effort.tokens": 0.3 + 0.1 * random(),
    "effort.calls": 0.15 + 0.15 * random(),
  };
}

export interface Planted extends RunFailures {
  /** By name of the failure. */
  causeOf: ReadonlyMap<string, string>;
}

/** A run of 24 scenarios and 12 configurations in which these causes were planted. */
export function plantFailures(causes: readonly Cause[], seed: number): Planted {
  const random = makeRandom("planted", seed);
  const executions = [...Array(288).keys()].map(factsAt);
  const places = [...executions.keys()].sort(() => random() - 0.5);
  const causeOf = new Map<string, string>();
  const failures = causes.flatMap(({ name, count, always, often = {} }) =>
    [...Array(count).keys()].map((): Failure => {
      const facts = executions[places.pop()!]!;
      causeOf.set(facts.name, name);
      const happens = Object.entries(often).filter(([, chance]) => random() < chance);
      const features = { ...noise(random), ...Object.fromEntries(happens.map(([key]) => [key, 1])), ...always };
      return { ...facts, by: ["functional"], features, unknown: [] };
    }),
  );
  const order = new Map(executions.map(({ name }, at) => [name, at]));
  return { executions, failures: failures.sort((a, b) => order.get(a.name)! - order.get(b.name)!), causeOf };
}

const FAMILIES = ["lookup", "impact", "search"];

function factsAt(at: number): ExecutionFacts {
  const scenario = `S${String(1 + (at % 24)).padStart(3, "0")}`;
  const model = `m${Math.floor(at / 24)}`;
  const key = { scenario_id: scenario, model, workflow: "react", knowledge: "prompt" as const, repeat: 0 };
  const configuration = `${model}__react__prompt`;
  return { name: `${configuration}__${scenario}__0`, key, configuration, family: FAMILIES[at % 3]!, unit: scenario };
}
