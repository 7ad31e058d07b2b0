import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AGE_EXTENSION_SQL, AGE_SESSION_SQL, ageGraph } from "../../../db/graph/age.ts";
import { neo4jGraph } from "../../../db/graph/neo4j.ts";
import type { GraphPort } from "../../../db/ports/ports.ts";
import { openPglite } from "../../../db/postgres/pglite.ts";
import { type ServerName, takeTestNeo4j } from "../../servers.ts";

/** The graph stores that the contract suites run over, each with the servers that it needs. */
export const GRAPH_STORES: readonly { name: string; servers: readonly ServerName[]; open(): Promise<GraphPort> }[] = [
  { name: "Apache AGE in PGlite", servers: [], open: openAge },
  { name: "Neo4j", servers: ["Neo4j"], open: openNeo4j },
];

/** In a database of its own, which `close` removes. */
export async function openAge(): Promise<GraphPort> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-age-"));
  const sql = await openPglite({ folder: join(folder, "pgdata"), sessionSql: AGE_SESSION_SQL });
  await sql.execute(`${AGE_EXTENSION_SQL} CREATE ROLE graph_readonly NOLOGIN;`);
  return {
    ...ageGraph(sql),
    async close() {
      await sql.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Loading wipes the server's one database, so test files take the server one after another. */
export async function openNeo4j(): Promise<GraphPort> {
  const { release, ...server } = await takeTestNeo4j();
  const graph = await neo4jGraph(server);
  return {
    ...graph,
    async close() {
      await graph.close();
      await release();
    },
  };
}
