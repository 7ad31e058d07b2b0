import { type GraphPort, QueryFailed } from "../ports.ts";

/**
 * A store that holds one snapshot at a time, read as that of `snapshotHash`: every answer comes from it, or there is
 * none. Another process may load another snapshot at any moment, and a wrong graph would look like a bad agent.
 */
export function pinnedGraph(graph: GraphPort, snapshotHash: string): GraphPort {
  /** Looked at after the answer as well: the graph may have changed under the query. */
  const checked = async <T>(read: () => Promise<T>): Promise<T> => {
    await expectSnapshot(graph, snapshotHash);
    const result = await read();
    await expectSnapshot(graph, snapshotHash);
    return result;
  };
  return {
    ...graph,
    schema: () => checked(() => graph.schema()),
    cypher: (query, options) => checked(() => graph.cypher(query, options)),
    neighbourhood: (id, options) => checked(() => graph.neighbourhood(id, options)),
  };
}

async function expectSnapshot(graph: GraphPort, expected: string): Promise<void> {
  const found = await graph.snapshotHash();
  if (found !== expected)
    throw new QueryFailed(
      `${graph.backEnd} no longer holds the snapshot ${expected.slice(0, 12)} but ${found?.slice(0, 12) ?? "none"}: another process has loaded it`,
    );
}
