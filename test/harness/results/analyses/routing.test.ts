import { expect, it } from "vitest";
import { TOOLS } from "../../../../agent/tools/registry.ts";
import { queryTypes } from "../../../../harness/results/analyses/query-types.ts";
import { routing, WAY_OF_TOOL } from "../../../../harness/results/analyses/routing.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { EXECUTION_METRIC_NAMES } from "../../../../harness/results/metrics/execution/registry.ts";
import { QUERY_TYPES, queryTypeOf, scenariosOf } from "../../../../scenarios/set/query-type.ts";
import { COMPLEXITIES, FAMILIES } from "../../../../scenarios/set/schema.ts";
import { nonEmpty } from "../../../non-empty.ts";

/** One planted trace: the tools in the order of their first call, and what it scored. */
function planted(
  id: string,
  {
    family,
    complexity = "single_hop",
    tools,
    ndcg,
  }: { family: string; complexity?: string; tools: string[] | null; ndcg: number },
) {
  const scores = Object.fromEntries(
    EXECUTION_METRIC_NAMES.map((name) => [name, { value: name === "recall@10" ? 1 : ndcg }]),
  );
  return {
    scenario: { id, family, complexity },
    record: { scenario_id: id, family, complexity, scores },
    processCounts: tools && { tools: tools.map((tool) => ({ tool, calls: 2, errors: 0 })) },
  };
}

const CONFIGURATION = { model: "m", workflow: "react", knowledge: "prompt" };
const scoredOf = (executions: object[], configuration = CONFIGURATION) =>
  ({ configurations: [{ configuration, executions }] }) as unknown as Scored;

const EXECUTIONS = [
  planted("S1", { family: "search", tools: ["kb_search", "hybrid_search", "sql_query"], ndcg: 0.8 }),
  planted("S2", { family: "search", tools: ["read_file", "keyword_search", "vector_search"], ndcg: 0.2 }),
  planted("S3", { family: "search", tools: ["kb_search"], ndcg: 0 }),
  planted("S4", { family: "search", tools: null, ndcg: 0 }),
  planted("S5", { family: "traceability", tools: ["identifier_lookup", "trace_links"], ndcg: 1 }),
  planted("S6", { family: "impact", tools: ["identifier_lookup"], ndcg: 0 }),
  planted("S7", { family: "lookup", tools: ["identifier_lookup"], ndcg: 1 }),
  planted("S8", { family: "impact", complexity: "reasoning", tools: ["graph_impact"], ndcg: 1 }),
];

it("first way, first after ids, and any way are held against what the type prefers; what retrieves nothing is no way", () => {
  const rows = routing.compute(scoredOf(EXECUTIONS), {});
  const shown = rows.map(({ query_type, executions, first, ...row }) => [
    ...[query_type, executions, first, row.first_right.mean, row.resolved_right.mean, row.used_right.mean],
    ...[row.ndcg_first_right.mean, row.ndcg_first_wrong.mean],
  ]);
  expect(shown).toEqual([
    ["identifier", 1, { identifier: 1 }, 1, 1, 1, 1, null],
    ["conceptual", 3, { keyword: 1, hybrid: 1, none: 1 }, 1 / 3, 1 / 3, 2 / 3, 0.8, 0.1],
    ["structural", 2, { identifier: 2 }, 0, 0.5, 0.5, null, 0.5],
    ["complex", 1, { graph: 1 }, 1, 1, 1, 1, null],
  ]);
});

it("a name that a model made up is no way, whatever it is", () => {
  const tools = ["constructor", "__proto__", "toString", "KEYWORD_SEARCH", "hybrid_search"];
  const rows = routing.compute(scoredOf([planted("S1", { family: "search", tools, ndcg: 1 })]), {});
  expect(rows).toMatchObject([{ first: { hybrid: 1 }, first_right: { mean: 1 } }]);
});

it("who does not choose is not routed", () => {
  expect(routing.compute(scoredOf(EXECUTIONS, { ...CONFIGURATION, workflow: "graph_rag" }), {})).toEqual([]);
});

it("an agent of another maker that calls our tools is routed by what it called", () => {
  const rows = routing.compute(scoredOf(EXECUTIONS, { ...CONFIGURATION, workflow: "own" }), {});
  expect(rows.map(({ query_type, first_right }) => [query_type, first_right.mean])).toEqual([
    ["identifier", 1],
    ["conceptual", 1 / 3],
    ["structural", 0],
    ["complex", 1],
  ]);
});

it("whose calls nobody saw is routed nowhere: no count is 0", () => {
  const blind = [planted("S1", { family: "search", tools: null, ndcg: 1 })];
  const rows = routing.compute(scoredOf(blind, { ...CONFIGURATION, workflow: "own" }), {});
  expect(rows).toMatchObject([{ executions: 0, first: {}, first_right: { mean: null, n: 0, unscored: 1 } }]);
});

it("every tool that retrieves records has its way", () => {
  // Live sources have no ways of their own: their queries are their servers'.
  const silent = ["schema", "knowledge_base", "artifact", "live_source"];
  const retrieving = Object.values(TOOLS).filter(({ family }) => !silent.includes(family));
  expect(retrieving.map(({ name }) => name).sort()).toEqual(Object.keys(WAY_OF_TOOL).sort());
});

it("metrics by type are over the executions of that type", () => {
  const rows = queryTypes.compute(scoredOf(EXECUTIONS), {});
  expect(rows.map(({ query_type, executions, metrics }) => [query_type, executions, metrics.map.mean])).toEqual([
    ["identifier", 1, 1],
    ["conceptual", 4, 0.25],
    ["structural", 2, 0.5],
    ["complex", 1, 1],
  ]);
  expect(rows.every(({ metrics }) => metrics["recall@10"].mean === 1)).toBe(true);
});

it("each scenario is of one type, and a type's families and complexities lead back to it", () => {
  const cells = FAMILIES.flatMap((family) => COMPLEXITIES.map((complexity) => ({ family, complexity })));
  for (const { family, complexity } of nonEmpty(cells)) {
    const types = QUERY_TYPES.filter((type) => {
      const { families, complexities } = scenariosOf(type);
      return families.includes(family) && complexities.includes(complexity);
    });
    expect(types).toEqual([queryTypeOf({ family, complexity })]);
  }
});
