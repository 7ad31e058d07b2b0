import { join } from "node:path";
import { countOf } from "../base/counts.ts";
import { type Environment, namedSecret } from "../base/environment.ts";
import type { Outages } from "../base/outages/outages.ts";
import { ServerLost } from "../base/outages/server-lost.ts";
import type { Neo4jOptions } from "./graph/neo4j.ts";
import { projectGraph } from "./ingest/sync-graph.ts";
import type { SubstrateOptions } from "./options/substrate-options.ts";
import type { GraphPort, SqlPort } from "./ports/ports.ts";
import type { SubstrateManifest } from "./ports/substrate-manifest.ts";
import { folderStore } from "./snapshots/folder-store.ts";
import type { OpenSnapshot } from "./snapshots/store.ts";

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
  const { snapshot_hash: snapshotHash, counts } = opening.manifest;
  const server = neo4jServer(options.graph, environment);
  const graph = await opening.outages.reach(`Neo4j at ${server.url}`, () => openNeo4j(server));
  const size = `, ${countOf(counts.graph_nodes, "node")} and ${countOf(counts.graph_edges, "relationship")}`;
  try {
    // A load begins by wiping what is there, so it may be repeated.
    await opening.outages.outlast(() => load(graph, { sql: snapshot.sql, snapshotHash, size, log: opening.log }));
    return pinnedGraph(graph, snapshotHash);
  } catch (error) {
    await graph.close();
    throw error;
  }
}

type GraphAhead = Pick<GraphOpening, "options" | "environment" | "log"> & {
  snapshotHash: string;
  /** Another session of a database that holds what the graph is projected from. */
  session(): Promise<SqlPort>;
};

/** Loads a server's graph before the snapshot is whole, so that who opens it finds it loaded: it takes as long as making the chunks. */
export async function loadGraphAhead({ options, environment, session, ...rest }: GraphAhead): Promise<void> {
  if (options.graph.type === "age") return;
  const graph = await openNeo4j(neo4jServer(options.graph, environment));
  try {
    const sql = await session();
    await load(graph, { ...rest, sql, size: "" }).finally(() => sql.close());
  } finally {
    await graph.close();
  }
}

function neo4jServer(
  { urlEnv, userEnv, passwordEnv, database }: Exclude<SubstrateOptions["graph"], { type: "age" }>,
  environment: Environment,
): Neo4jOptions {
  return {
    url: namedSecret(urlEnv, environment),
    user: environment[userEnv] || "neo4j",
    password: namedSecret(passwordEnv, environment),
    database,
  };
}

/** Its driver is 400 modules, which most runs have no use for. */
async function openNeo4j(server: Neo4jOptions): Promise<GraphPort> {
  const { neo4jGraph } = await import("./graph/neo4j.ts");
  return neo4jGraph(server);
}

interface Load {
  sql: SqlPort;
  snapshotHash: string;
  /** As it is told. */
  size: string;
  log: GraphOpening["log"];
}

/** Loads the projection unless the store holds this snapshot's. */
async function load(graph: GraphPort, { sql, snapshotHash, size, log }: Load): Promise<void> {
  const held = await graph.snapshotHash();
  if (held === snapshotHash) return;
  log(
    `${graph.backEnd} holds ${held === null ? "no snapshot" : `snapshot ${held.slice(0, 12)}`}: loading ${snapshotHash.slice(0, 12)}${size}`,
  );
  const { nodes, edges } = projectGraph(sql);
  await graph.replaceAll(nodes, edges, { snapshotHash });
}

/** Apache AGE beside a PostgreSQL server that has no AGE: a PGlite folder that holds the graph alone. */
async function openAgeBeside(opening: GraphOpening): Promise<GraphPort> {
  const { manifest, options, snapshot } = opening;
  const store = folderStore({
    cacheDirectory: join(options.cacheDirectory, "graphs"),
    emptySql: async () => "CREATE ROLE graph_readonly NOLOGIN",
    settings: {},
  });
  if (!(await store.find(manifest.snapshot_hash))) {
    opening.log(`AGE beside ${snapshot.sql.backEnd}: loading snapshot ${manifest.snapshot_hash.slice(0, 12)}`);
    const draft = await store.begin(null);
    try {
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
