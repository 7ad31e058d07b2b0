import { z } from "zod";
import { guardCypher } from "../guards/cypher/guard.ts";
import { factsOf } from "./substrate-facts.ts";
import { defineTool } from "./tool.ts";

/** The family `cypher`: one guarded reading query. */
export const cypherQuery = defineTool({
  name: "cypher_query",
  family: "cypher",
  description: [
    "Runs one read-only Cypher query over the graph: labels TestCase, BacklogItem (all subtypes; schema_overview lists their own labels), Message, Protocol;",
    "relationships (BacklogItem)-[:CONTAINS]->(BacklogItem), (TestCase)-[:REFERENCES]->(BacklogItem), (TestCase)-[:COVERS_MESSAGE]->(Message), (TestCase)-[:COVERS_PROTOCOL]->(Protocol), (Message)-[:BELONGS_TO]->(Protocol).",
    "Every node has id and name. Paths of variable length need an upper bound (*1..3). Name what RETURN gives; use ORDER BY and LIMIT.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      query: z.string().trim().min(1).max(20_000).describe("one query: MATCH ... RETURN ..."),
      limit: z
        .number()
        .int()
        .min(1)
        .max(limits.cypherRowCap)
        .default(Math.min(limits.cypherDefaultLimit, limits.cypherRowCap)),
    }),
  async run({ query, limit }, { substrate, limits }) {
    const schema = await factsOf(substrate).graphSchema();
    const { dialect } = substrate.graph;
    const options = { dialect, schema, maxDepth: limits.graphDepthMax, maxRows: limit };
    const { cypher, columns, parameters } = guardCypher(query, options);
    const rows = await substrate.graph.cypher(cypher, { columns, parameters, timeoutMs: limits.cypherTimeoutMs });
    return { type: "rows", rows: rows.slice(0, limit), truncated: rows.length > limit };
  },
});
