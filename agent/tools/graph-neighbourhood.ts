import { z } from "zod";
import { aboutLinksOf, readEntities } from "./entity-ids.ts";
import { factsOf } from "./substrate-facts.ts";
import { asCorpusHas } from "./substrate-ids.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** Part of the family `graph`: what is around an entity. */
export const graphNeighbourhood = defineTool({
  name: "graph_neighbourhood",
  family: "graph",
  description: [
    "Lists what surrounds one entity in the graph of relations, in both directions, nearest first: containment of backlog items, references of test cases, coverage of messages and protocols, membership of messages in protocols; of source code also calls of functions (messages) and inheritance of classes (protocols).",
    "Each row has id, label, name, distance in hops and the relationships on the way. The id must be exact.",
  ].join(" "),
  schema: (limits) =>
    z.strictObject({
      id: z.string().trim().min(1).max(200).describe("exact id"),
      depth: z.number().int().min(1).max(limits.graphDepthMax).default(limits.graphDepthDefault).describe("hops"),
      relationships: z
        .array(z.string().min(1).max(63))
        .min(1)
        .max(10)
        .optional()
        .describe("only over these relationship types, such as CONTAINS or REFERENCES"),
      limit: z.number().int().min(1).max(limits.cypherRowCap).default(limits.cypherDefaultLimit),
    }),
  row: z.looseObject({ id: z.string(), label: z.string(), name: z.string(), distance: z.number(), path: z.string() }),
  async run({ id: written, depth, relationships, limit }, { substrate, limits }) {
    const [id = written] = await asCorpusHas(substrate, [written]);
    checkTypes(relationships ?? [], (await factsOf(substrate).graphSchema()).relationships);
    const options = { depth, relationships, limit: limit + 1, timeoutMs: limits.cypherTimeoutMs };
    const found = await substrate.graph.neighbourhood(id, options);
    const rows = found.slice(0, limit).map(({ path, ...neighbour }) => ({ ...neighbour, path: path.join(" > ") }));
    const echoes = found.length === 0 ? await aboutLinksOf(substrate, [id], await readEntities(substrate, [id])) : {};
    return { type: "rows", rows, truncated: found.length > limit, echoes };
  },
});

function checkTypes(wanted: readonly string[], known: readonly { type: string }[]): void {
  const types = [...new Set(known.map((relationship) => relationship.type))];
  const unknown = wanted.filter((type) => !types.includes(type));
  if (unknown.length > 0)
    throw new ToolFailure(
      "invalid_arguments",
      `There is no relationship type ${unknown.join(", ")}.`,
      `Types: ${types.join(", ")}.`,
    );
}
