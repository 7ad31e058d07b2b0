import { setTimeout as sleep } from "node:timers/promises";
import neo4j, { type Driver } from "neo4j-driver";
import { redactAddresses } from "../../base/providers/secrets/addresses.ts";
import { makeRedactor, type Redactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import { type GraphPort, type GraphSchema, QueryFailed, type Row } from "../ports/ports.ts";
import { loadNeo4j, readSnapshotHash } from "./neo4j-load.ts";
import { neo4jNeighbourhood } from "./neo4j-neighbourhood.ts";
import { asPortError, learnPace, type Neo4jDatabase, readNeo4j } from "./neo4j-session.ts";
import { Neo4jSpeed } from "./neo4j-signs.ts";
import { fromNeo4j } from "./neo4j-values.ts";
import { checkProjection } from "./projection.ts";

export interface Neo4jOptions {
  /** `bolt://host:7687`, `neo4j://...`, or with `+s` for TLS. */
  url: string;
  user: string;
  password: string;
  /** Community edition has one, `neo4j`, the default. */
  database?: string;
}

/**
 * The graph port on a Neo4j 5 server, in a database that belongs to scopebench: loading wipes it.
 * @throws ServerLost when the server does not answer, UserError `substrate` when it is older or none of Neo4j's
 */
export async function neo4jGraph(options: Neo4jOptions): Promise<GraphPort> {
  checkAddress(options.url);
  const redactor = makeRedactor(secretsOf({ NEO4J_PASSWORD: options.password }));
  const driver = neo4j.driver(options.url, neo4j.auth.basic(options.user, options.password), {
    disableLosslessIntegers: true,
    connectionAcquisitionTimeout: 30_000,
  });
  const version = await serverVersion(driver, { url: options.url, redactor });
  const database: Neo4jDatabase = {
    driver,
    url: options.url,
    database: options.database ?? "neo4j",
    redactor,
    speed: new Neo4jSpeed(),
  };
  // Not waited for: a server that has just started takes seconds to plan its first statements.
  learnPace(database).catch(() => undefined);
  let labels: readonly string[] | null = null;
  return {
    backEnd: `neo4j ${version}`,
    dialect: "neo4j",
    schema: () => readSchema(database),
    snapshotHash: () => readSnapshotHash(database),
    async replaceAll(nodes, edges, { snapshotHash } = {}) {
      const checked = await checkProjection(nodes, edges);
      labels = checked.labels;
      await loadNeo4j(database, { nodes, edges, checked, snapshotHash });
      return { nodes: checked.nodes, edges: checked.edges };
    },
    cypher: (query, rest) => runCypher(database, query, rest),
    async neighbourhood(id, rest) {
      labels ??= (await readSchema(database)).labels;
      return neo4jNeighbourhood(database, { id, labels, ...rest });
    },
    quiet: (ms) =>
      readNeo4j(database, undefined, async (run) => {
        await run({ cypher: "RETURN 1" });
        await sleep(ms);
        await run({ cypher: "RETURN 1" });
      }),
    close: () => driver.close(),
  };
}

/** It is shown where it is used, so it may say no more than where the server is. */
function checkAddress(url: string): void {
  if (redactAddresses(url) === url) return;
  throw new UserError(
    "config",
    `the address of the Neo4j server, ${redactAddresses(url)}, holds more than an address`,
    {
      hint: "expected bolt://host:7687; export the user and the password by themselves, as SCOPEBENCH_NEO4J_USER and SCOPEBENCH_NEO4J_PASSWORD",
    },
  );
}

/** `5.26.30`, of a server that answers and takes the password. */
async function serverVersion(driver: Driver, { url, redactor }: { url: string; redactor: Redactor }): Promise<string> {
  try {
    const { agent = "" } = await driver.getServerInfo();
    const version = agent.replace("Neo4j/", "");
    if (Number.parseInt(version, 10) >= 5) return version;
    throw new UserError("substrate", `${url}: expected Neo4j 5 or newer, found ${agent}`);
  } catch (error) {
    await driver.close();
    const known = asPortError(error, { url, redactor, midStatement: false });
    if (known instanceof UserError) throw known;
    throw new UserError("substrate", `Neo4j at ${url} does not answer: ${redactor.message((error as Error).message)}`, {
      hint: "check the address, user and password; scripts/services starts a server of your own",
      cause: error,
    });
  }
}

async function readSchema(database: Neo4jDatabase): Promise<GraphSchema> {
  const [labels, relationships] = await readNeo4j(database, undefined, async (run) => [
    await run({ cypher: "MATCH (n) RETURN DISTINCT labels(n)[0] AS label" }),
    await run({
      cypher: "MATCH (a)-[r]->(b) RETURN DISTINCT type(r) AS type, labels(a)[0] AS `from`, labels(b)[0] AS `to`",
    }),
  ]);
  return {
    labels: labels.map((record) => record.get("label") as string).sort(compareText),
    relationships: relationships
      .map((record) => record.toObject() as { type: string; from: string; to: string })
      .sort((a, b) => compareText(a.type, b.type) || compareText(a.from, b.from) || compareText(a.to, b.to)),
  };
}

async function runCypher(
  database: Neo4jDatabase,
  query: string,
  options: { columns: readonly string[]; parameters?: Record<string, unknown>; timeoutMs?: number },
): Promise<Row[]> {
  const records = await readNeo4j(database, options.timeoutMs, (run) =>
    run({ cypher: query, parameters: options.parameters ?? {} }),
  );
  const width = records[0]?.keys.length ?? options.columns.length;
  if (width !== options.columns.length)
    throw new QueryFailed(`the query gives ${width} columns, ${options.columns.length} were named`);
  return records.map((record) =>
    Object.fromEntries(options.columns.map((name, at) => [name, fromNeo4j(record.get(at))])),
  );
}
