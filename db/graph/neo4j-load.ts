import { countOf } from "../../base/counts.ts";
import { oneAhead } from "../../base/one-ahead.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { UserError } from "../../base/user-error.ts";
import type { GraphEdge, GraphNode, Items } from "../ports/ports.ts";
import { holdNeo4j, type Neo4jDatabase, type Neo4jQuery, readNeo4j, writeNeo4j } from "./neo4j-session.ts";
import type { CheckedProjection } from "./projection.ts";

/** Rows a statement: 5,000 nodes with their properties need a few MB of the server's heap. */
const BATCH_ROWS = 5000;
const WIPE_ROWS = 10_000;

/**
 * Marks are names of constraints, not nodes, so that no Cypher query can see or count them: `..._owner` says that the
 * database is scopebench's, `..._key_LABEL` guards a business key, `..._snapshot_HASH` that the projection of a snapshot is whole.
 */
const MARK = "scopebench_";
const SNAPSHOT_MARK = `${MARK}snapshot_`;

interface Load {
  nodes: Items<GraphNode>;
  edges: Items<GraphEdge>;
  checked: CheckedProjection;
  snapshotHash: string | undefined;
}

/**
 * Wipes and reloads the database. The snapshot's mark goes first and comes last, so a load that was killed leaves none.
 * @throws UserError `substrate` on a database with nodes that scopebench did not load
 */
export async function loadNeo4j(database: Neo4jDatabase, load: Load): Promise<void> {
  if ((await readMarks(database)).length === 0) await refuseForeign(database);
  await writeNeo4j(database, createMark(`${MARK}owner`, OWNER_LABEL));
  await whileLocked(database, async () => {
    // Whoever held the lock before may have loaded the same.
    if (load.snapshotHash === undefined || (await readSnapshotHash(database)) !== load.snapshotHash)
      await wipeAndLoad(database, load);
  });
}

const OWNER_LABEL = "ScopebenchMark";

/**
 * One load at a time: a node that is never committed holds the key that the next load wants to hold. The server lets go of it when
 * this process dies.
 */
function whileLocked(database: Neo4jDatabase, work: () => Promise<void>): Promise<void> {
  return holdNeo4j(database, { cypher: `CREATE (:\`${OWNER_LABEL}\` {id: "load"})` }, work);
}

async function wipeAndLoad(database: Neo4jDatabase, { nodes, edges, checked, snapshotHash }: Load): Promise<void> {
  const marks = await readMarks(database);
  const write = (query: Neo4jQuery) => writeNeo4j(database, query);
  for (const mark of marks.filter((name) => name.startsWith(SNAPSHOT_MARK))) await write(dropMark(mark));
  await write({ cypher: `MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF ${WIPE_ROWS} ROWS` });
  for (const mark of marks.filter((name) => name.startsWith(`${MARK}key_`))) await write(dropMark(mark));
  for (const label of checked.labels) await write(createMark(`${MARK}key_${label}`, label));
  for await (const query of oneAhead(nodeQueries(nodes))) await write(query);
  for await (const query of oneAhead(edgeQueries(edges, checked.labelOf))) await write(query);
  await checkCounts(database, checked);
  if (snapshotHash !== undefined) await write(createMark(`${SNAPSHOT_MARK}${snapshotHash}`, "ScopebenchSnapshot"));
}

/** The snapshot whose projection lies in the database as a whole, null when none does. */
export async function readSnapshotHash(database: Neo4jDatabase): Promise<string | null> {
  const mark = (await readMarks(database)).find((name) => name.startsWith(SNAPSHOT_MARK));
  return mark === undefined ? null : mark.slice(SNAPSHOT_MARK.length);
}

async function readMarks(database: Neo4jDatabase): Promise<string[]> {
  const records = await readNeo4j(database, undefined, (run) =>
    run({
      cypher: "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH $mark RETURN name ORDER BY name",
      parameters: { mark: MARK },
    }),
  );
  return records.map((record) => record.get("name") as string);
}

async function refuseForeign(database: Neo4jDatabase): Promise<void> {
  const nodes = (await countAll(database)).nodes;
  if (nodes === 0) return;
  throw new UserError(
    "substrate",
    `the Neo4j database ${database.database} holds ${countOf(nodes, "node")} that scopebench did not load`,
    {
      hint: "loading wipes the database: give an empty one that scopebench may have to itself",
    },
  );
}

function createMark(name: string, label: string): Neo4jQuery {
  return { cypher: `CREATE CONSTRAINT \`${name}\` IF NOT EXISTS FOR (n:\`${label}\`) REQUIRE n.id IS UNIQUE` };
}

function dropMark(name: string): Neo4jQuery {
  return { cypher: `DROP CONSTRAINT \`${name}\` IF EXISTS` };
}

async function* nodeQueries(nodes: Items<GraphNode>): AsyncGenerator<Neo4jQuery> {
  for await (const [label, batch] of batchesBy(nodes, (node) => node.label)) {
    const { literal, rows } = columnsOf(batch.map(({ id, properties }) => ({ ...properties, id })));
    yield { cypher: `UNWIND $rows AS row CREATE (:\`${label}\` ${literal})`, parameters: { rows } };
  }
}

async function* edgeQueries(edges: Items<GraphEdge>, labelOf: ReadonlyMap<string, string>): AsyncGenerator<Neo4jQuery> {
  const kindOf = ({ from, type, to }: GraphEdge) => `${type} ${labelOf.get(from)} ${labelOf.get(to)}`;
  for await (const [kind, batch] of batchesBy(edges, kindOf)) {
    const [type, from, to] = kind.split(" ");
    const { literal, rows, of } = columnsOf(
      batch.map((edge) => ({ ...edge.properties, from: edge.from, to: edge.to })),
    );
    yield {
      cypher: `UNWIND $rows AS row MATCH (a:\`${from}\` {id: ${of("from")}}) MATCH (b:\`${to}\` {id: ${of("to")}}) CREATE (a)-[:\`${type}\` ${literal}]->(b)`,
      parameters: { rows },
    };
  }
}

/** Items as lists, and the map that makes properties of one: `SET n = $map` takes the server twice as long. Null is no property there. */
function columnsOf(items: readonly Readonly<Record<string, unknown>>[]) {
  const names = [...new Set(items.flatMap(Object.keys))];
  const of = (name: string) => `row[${names.indexOf(name)}]`;
  return {
    literal: `{${names.map((name) => `\`${name.replaceAll("`", "``")}\`: ${of(name)}`).join(", ")}}`,
    rows: items.map((item) => names.map((name) => item[name] ?? null)),
    of,
  };
}

/** A statement names one label or kind: so many items of one, and at the end what is left of each. */
async function* batchesBy<T>(items: Items<T>, keyOf: (item: T) => string): AsyncGenerator<[key: string, batch: T[]]> {
  const open = new Map<string, T[]>();
  for await (const item of items) {
    const key = keyOf(item);
    const batch = open.get(key) ?? [];
    batch.push(item);
    open.set(key, batch);
    if (batch.length < BATCH_ROWS) continue;
    open.delete(key);
    yield [key, batch];
  }
  yield* open;
}

/** Another process that loads at the same time would wipe what this one has written. */
async function checkCounts(database: Neo4jDatabase, { nodes, edges }: CheckedProjection): Promise<void> {
  const found = await countAll(database);
  if (found.nodes !== nodes || found.edges !== edges)
    throw new ServerLost(
      `Neo4j at ${database.url}`,
      `expected ${nodes} nodes and ${edges} relationships after loading, found ${found.nodes} and ${found.edges}: does another process write to the database?`,
    );
}

async function countAll(database: Neo4jDatabase): Promise<{ nodes: number; edges: number }> {
  return readNeo4j(database, undefined, async (run) => {
    const [nodes] = await run({ cypher: "MATCH (n) RETURN count(n) AS n" });
    const [edges] = await run({ cypher: "MATCH ()-[r]->() RETURN count(r) AS n" });
    return { nodes: nodes!.get("n") as number, edges: edges!.get("n") as number };
  });
}
