import { z } from "zod";
import { CHOOSING_WORKFLOWS } from "../../../agent/contract/contract.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { QUERY_TYPES, type QueryType, queryTypeOf } from "../../../scenarios/set/query-type.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { configuration as configurationFields, count } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { estimateMean, estimateValues, SHARE } from "../metrics/estimate.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

/** Ways to records, and the tools that take each. What is not among them (terms, schemas, stored results, files) retrieves no record. */
const WAYS = ["identifier", "keyword", "vector", "hybrid", "graph", "sql"] as const;
type Way = (typeof WAYS)[number];
export const WAY_OF_TOOL: Readonly<Record<string, Way>> = {
  identifier_lookup: "identifier",
  find_entities: "identifier",
  keyword_search: "keyword",
  vector_search: "vector",
  hybrid_search: "hybrid",
  lookup_issue: "identifier",
  search_issues: "hybrid",
  search_patterns: "vector",
  trace_links: "graph",
  trace_coverage: "graph",
  graph_neighbourhood: "graph",
  graph_impact: "graph",
  cypher_query: "graph",
  sql_query: "sql",
};

/** The ways that a kind of question prefers. */
const PREFERRED: Readonly<Record<QueryType, readonly Way[]>> = {
  identifier: ["identifier", "keyword"],
  conceptual: ["vector", "hybrid"],
  structural: ["graph"],
  complex: ["hybrid", "graph", "sql"],
};

const routingSchema = z.strictObject({
  ...configurationFields,
  query_type: z.enum(QUERY_TYPES),
  executions: count.describe("with a trace"),
  first: z
    .partialRecord(z.enum([...WAYS, "none"]), count)
    .describe("executions by the way that they took first: a row of the confusion matrix"),
  first_right: estimateSchema.describe("share whose first way the type prefers; none is wrong"),
  resolved_right: estimateSchema.describe(
    "the same with looking an id up not taken for a way, except where the type prefers it or nothing else was done",
  ),
  used_right: estimateSchema.describe("share that took a preferred way at all"),
  ndcg_first_right: estimateSchema.describe("NDCG@10 of those whose first way was right"),
  ndcg_first_wrong: estimateSchema.describe("NDCG@10 of the others: what a wrong first choice costs"),
});
type RoutingRow = z.infer<typeof routingSchema>;

/** Whether those that choose their way choose the one that a kind of question prefers. */
export const routing = defineAnalysis({
  name: "routing",
  schema: z
    .array(routingSchema)
    .describe(
      "Of the agents that choose how they retrieve: the first way and those used, against what the type of question prefers. [] without such agents.",
    ),
  needs: [],
  compute: ({ configurations }) => configurations.flatMap(routingOf),
  // By the order of an execution's calls, which no filter asks for.
  behind: { "*": null },
  table: (rows, facts) =>
    rows.length === 0
      ? null
      : {
          title: "Routing: the first way to the records, by kind of question",
          caption: makeCaption(
            facts,
            `Preferred: ${QUERY_TYPES.map((type) => `${type}: ${PREFERRED[type].join(" or ")}`).join("; ")}. Counts: executions by the way taken first, executors included. First right: it is a preferred one; after ids: looking an id up is not counted as a way, unless the type prefers it or nothing else was done; used: a preferred way was taken at all.`,
          ),
          columns: [
            ...CONFIGURATION_COLUMNS,
            { key: "query_type", label: "Type", format: "text" },
            ...[...WAYS, "none"].map((way) => ({ key: way, label: way, format: "count" as const })),
            { key: "first_right", label: "First right %", format: "percent", interval: true },
            ...columnsShown("percent", { resolved_right: "After ids %", used_right: "Used %" }),
            ...columnsShown("decimal", { ndcg_first_right: "NDCG@10, first right", ndcg_first_wrong: "first wrong" }),
            { key: "executions", label: "n", format: "count" },
          ],
          rows: rows.map(({ first, ...row }) => ({
            ...row,
            // Who has no trace took no way that is known.
            ...Object.fromEntries(
              [...WAYS, "none" as const].map((way) => [way, row.executions === 0 ? null : (first[way] ?? 0)]),
            ),
          })),
        },
});

/** Agents of others are routed where they call our tools. */
function routingOf({ configuration, executions }: ScoredConfiguration): RoutingRow[] {
  if (!CHOOSING_WORKFLOWS.includes(configuration.workflow)) return [];
  return QUERY_TYPES.flatMap((query_type) => {
    const asked = executions.filter(({ scenario }) => queryTypeOf(scenario) === query_type);
    if (asked.length === 0) return [];
    const traced = asked.filter(({ processCounts }) => processCounts !== null);
    const routed = traced.map((execution) => ({ execution, ways: waysOf(execution) }));
    const name = `routing/${configurationName(configuration)}/${query_type}`;
    const isRight = (way: Way | undefined) => way !== undefined && PREFERRED[query_type].includes(way);
    const share = (of: (ways: readonly Way[]) => boolean, what: string) =>
      estimateValues({
        values: routed.map(({ ways }) => (of(ways) ? 1 : 0)),
        clusters: routed.map(({ execution }) => clusterOf(execution.scenario)),
        unscored: asked.length - traced.length,
        range: SHARE,
        seed: [name, what],
      });
    const ndcg = (right: boolean) =>
      estimateMean(
        routed.filter(({ ways }) => isRight(ways[0]) === right).map(({ execution }) => execution),
        "ndcg@10",
        `${name}/${right}`,
      );
    return [
      {
        ...configuration,
        query_type,
        executions: routed.length,
        first: countsOf(routed.map(({ ways }) => ways[0] ?? "none")),
        first_right: share((ways) => isRight(ways[0]), "first"),
        resolved_right: share((ways) => isRight(isRight("identifier") ? ways[0] : afterIds(ways)), "resolved"),
        used_right: share((ways) => ways.some(isRight), "used"),
        ndcg_first_right: ndcg(true),
        ndcg_first_wrong: ndcg(false),
      },
    ];
  });
}

/** The first way but for looking ids up, which comes before any other; that, where nothing else was done. */
function afterIds(ways: readonly Way[]): Way | undefined {
  return ways.find((way) => way !== "identifier") ?? ways[0];
}

/** The ways that an execution took, each once, in the order of their first call. */
function waysOf({ processCounts }: ScoredExecution): Way[] {
  const ways = (processCounts?.tools ?? []).flatMap(({ tool }) =>
    // A model may call what is no tool, by any name.
    Object.hasOwn(WAY_OF_TOOL, tool) ? WAY_OF_TOOL[tool]! : [],
  );
  return [...new Set(ways)];
}

function countsOf(ways: readonly (Way | "none")[]): RoutingRow["first"] {
  const counts: RoutingRow["first"] = {};
  for (const way of [...WAYS, "none" as const]) {
    const count = ways.filter((one) => one === way).length;
    if (count > 0) counts[way] = count;
  }
  return counts;
}
