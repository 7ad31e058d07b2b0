import { join } from "node:path";
import { countOf } from "../../base/counts.ts";
import { type Environment, namedSecret } from "../../base/environment.ts";
import type { Outages } from "../../base/outages/outages.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { projectGraph } from "../ingest/sync-graph.ts";
import type { GraphPort } from "../ports.ts";
import { folderStore } from "../snapshots/folder-store.ts";
import type { OpenSnapshot } from "../snapshots/store.ts";
import type { SubstrateManifest } from "../substrate-manifest.ts";
import type { SubstrateOptions } from "../substrate-options.ts";

export interface GraphOpening {
  snapshot: OpenSnapshot;
  manifest: SubstrateManifest;
  options: SubstrateOptions;
  environment: Environment;
  /** Told when a store has to be loaded. */
  log(message: string): void;
  outages: Outages;
}

/** The graph of an open snapshot, by the options: in its own database, or projected into another store. */
export async function openGraph(opening: GraphOpening): Promise<GraphPort> {
  const { snapshot, options, environment } = opening;
  if (options.graph.type === "age") return snapshot.graph.backEnd === "age" ? snapshot.graph : openAgeBeside(opening);
  const { urlEnv, userEnv, passwordEnv, database } = options.graph;
  const { neo4jGraph } = await import("./neo4j.ts"); // Its driver is 400 modules, which most runs have no use for.
  const server = {
    url: namedSecret(urlEnv, environment),
    user: environment[userEnv] || "neo4j",
    password: namedSecret(passwordEnv, environment),
    database,
  };
  const graph = await opening.outages.reach(`Neo4j at ${server.url}`, () => neo4jGraph(server));
  try {
    // A load begins by wiping what is there, so it may be repeated.
    await opening.outages.outlast(() => load(graph, opening));
    return pinnedGraph(graph, opening.manifest.snapshot_hash);
  } catch (error) {
    await graph.close();
    throw error;
  }
}

/** Loads the projection unless the store holds this snapshot's. */
async function load(graph: GraphPort, { snapshot, manifest, log }: GraphOpening): Promise<void> {
  const { snapshot_hash: snapshotHash, counts } = manifest;
  const held = await graph.snapshotHash();
  if (held === snapshotHash) return;
  log(
    `${graph.backEnd} holds ${held === null ? "no snapshot" : `snapshot ${held.slice(0, 12)}`}: loading ${snapshotHash.slice(0, 12)}, ${countOf(counts.graph_nodes, "node")} and ${countOf(counts.graph_edges, "relationship")}`,
  );
  const { nodes, edges } = projectGraph(snapshot.sql);
  await graph.replaceAll(nodes, edges, { snapshotHash });
}

/** Apache AGE beside a PostgreSQL server that has no AGE: a PGlite folder that holds the graph alone. */
async function openAgeBeside(opening: GraphOpening): Promise<GraphPort> {
  const { manifest, options, snapshot } = opening;
  const store = folderStore({ cacheDirectory: join(options.cacheDirectory, "graphs"), extensionSql: "", settings: {} });
  if (!(await store.find(manifest.snapshot_hash))) {
    opening.log(`AGE beside ${snapshot.sql.backEnd}: loading snapshot ${manifest.snapshot_hash.slice(0, 12)}`);
    const draft = await store.begin(null);
    try {
      await draft.sql.execute("CREATE ROLE graph_readonly NOLOGIN");
      const { nodes, edges } = projectGraph(snapshot.sql);
      await draft.graph.replaceAll(nodes, edges);
      await draft.publish(manifest);
    } finally {
      await draft.discard();
    }
  }
  const { graph, close } = await store.open(manifest);
  return { ...graph, close };
}

/**
 * A store that holds one snapshot at a time, read as that of `snapshotHash`: every answer comes from it, or there is
 * none. Another process may load another snapshot at any moment, and a wrong graph would look like a bad agent.
 */
function pinnedGraph(graph: GraphPort, snapshotHash: string): GraphPort {
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
    throw new ServerLost(
      graph.backEnd,
      `it no longer holds the snapshot ${expected.slice(0, 12)} but ${found?.slice(0, 12) ?? "none"}: another process has loaded it`,
      { hint: "a Neo4j database holds one snapshot at a time: give each run on another corpus a server of its own" },
    );
}
