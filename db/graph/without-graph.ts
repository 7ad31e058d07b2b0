import { type GraphPort, type Items, QueryFailed } from "../ports/ports.ts";

/** The graph of a database that cannot hold one: loading counts, and whoever opens the snapshot projects it into a store. */
export function withoutGraph(): GraphPort {
  const refuse = (): Promise<never> => Promise.reject(new QueryFailed("this database holds no graph"));
  return {
    backEnd: "projected on opening",
    dialect: "neo4j",
    replaceAll: async (nodes, edges) => ({ nodes: await countOf(nodes), edges: await countOf(edges) }),
    snapshotHash: async () => null,
    schema: refuse,
    cypher: refuse,
    neighbourhood: refuse,
    quiet: refuse,
    close: async () => undefined,
  };
}

async function countOf(items: Items<unknown>): Promise<number> {
  if (items.count) return items.count();
  let count = 0;
  for await (const _item of items) count++;
  return count;
}
