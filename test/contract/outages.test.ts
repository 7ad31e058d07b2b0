import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import neo4j from "neo4j-driver";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Outages } from "../../base/outages/outages.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { neo4jGraph } from "../../db/graph/neo4j.ts";
import { openPglite } from "../../db/postgres/pglite.ts";
import { openServer } from "../../db/postgres/server.ts";
import { outlastingGraph, outlastingSql } from "../../db/snapshots/outlasting.ts";
import { type ServerProxy, startProxy } from "../../scripts/outage-rounds/proxy.ts";
import { describeOn, takeTestNeo4j, testPostgresUrl } from "../servers.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function proxyTo(url: string): Promise<ServerProxy> {
  const proxy = await startProxy();
  proxy.aim(url);
  closing.push(() => proxy.close());
  return proxy;
}

const NOWHERE = "tcp://127.0.0.1:1";

/** Cuts what is connected again and again until a call has failed: on a busy machine it begins when it can. Gives its error. */
async function cutWhile(call: Promise<unknown>, proxy: ServerProxy): Promise<unknown> {
  const cutting = setInterval(() => proxy.cut(), 50);
  try {
    return await call.catch((error: unknown) => error);
  } finally {
    clearInterval(cutting);
  }
}

const LIMIT_MS = 1000;

/** Returns once a statement has waited for longer than its limit. @throws what it fails with */
async function hasWaited(statement: Promise<unknown>, outages: Outages): Promise<void> {
  const from = Date.now();
  const over = statement.then(() => Promise.reject(new Error("it was answered")));
  over.catch(() => undefined);
  while (outages.within(from, Date.now()) < 1.5 * LIMIT_MS) await Promise.race([sleep(20), over]);
}

describeOn(["PostgreSQL"], "a PostgreSQL that is lost", () => {
  async function opened() {
    const proxy = await proxyTo(testPostgresUrl());
    const sql = await openServer({ url: proxy.address(testPostgresUrl()), connections: 2 });
    closing.push(() => sql.close());
    return { proxy, sql, outlasting: outlastingSql(sql, new Outages()) };
  }

  it("is told from a wrong statement where the connection is cut in the middle of one, and answers the next", async () => {
    const { proxy, sql, outlasting } = await opened();
    await sql.query("SELECT 1");
    const cut = await cutWhile(sql.query("SELECT pg_sleep(60)"), proxy);
    expect(cut).toMatchObject({ name: "ServerLost", midStatement: true });
    expect((await outlasting.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  it("is waited for where an operator ends its sessions, idle and at work", async () => {
    const { sql, outlasting } = await opened();
    const { rows } = await sql.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const admin = await openServer({ url: testPostgresUrl(), connections: 1 });
    closing.push(() => admin.close());
    await admin.query("SELECT pg_terminate_backend($1)", [rows[0]!.pid]);
    expect((await outlasting.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    const own = sql.query("SELECT pg_terminate_backend(pg_backend_pid())");
    await expect(own).rejects.toMatchObject({ name: "ServerLost", midStatement: true });
  });

  it("answers a statement that waited for another client's lock beyond its limit, and counts the wait as an outage", async () => {
    const { sql } = await opened();
    const other = await openServer({ url: testPostgresUrl(), connections: 1 });
    closing.push(() => other.close());
    const table = `locked_${process.pid}`;
    await other.execute(`CREATE TABLE ${table} (id int)`);
    closing.push(() => other.execute(`DROP TABLE ${table}`));
    await other.execute(`BEGIN; LOCK TABLE ${table}`);
    const outages = new Outages();
    const options = { timeoutMs: LIMIT_MS };
    const counting = outlastingSql(sql, outages).query(`SELECT count(*) AS n FROM ${table}`, [], options);
    await hasWaited(counting, outages);
    await other.execute("COMMIT");
    expect((await counting).rows).toEqual([{ n: 0 }]);
  });

  it("is waited for while nobody listens, and named without the password when the wait was in vain", async () => {
    const { proxy, sql } = await opened();
    proxy.aim(NOWHERE);
    proxy.cut();
    const vain: unknown = await outlastingSql(sql, new Outages({ waitMs: 0 }))
      .query("SELECT 1")
      .catch((error: unknown) => error);
    expect(vain).toBeInstanceOf(ServerLost);
    expect((vain as ServerLost).message).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+\//);
    const waiting = outlastingSql(sql, new Outages()).query("SELECT 1 AS one");
    await sleep(50);
    proxy.aim(testPostgresUrl());
    expect((await waiting).rows).toEqual([{ one: 1 }]);
  });
});

describeOn(["Neo4j"], "a Neo4j that is lost", () => {
  it("is waited for where the connection is cut and while nobody listens", async () => {
    const { release, ...server } = await takeTestNeo4j();
    closing.push(release);
    const proxy = await proxyTo(server.url);
    const graph = await neo4jGraph({ ...server, url: proxy.address(server.url) });
    closing.push(() => graph.close());
    const one = () => outlastingGraph(graph, new Outages()).cypher("RETURN 1 AS one", { columns: ["one"] });
    proxy.cut();
    expect(await one()).toEqual([{ one: 1 }]);
    expect(await cutWhile(graph.quiet(60_000), proxy)).toBeInstanceOf(ServerLost);
    proxy.aim(NOWHERE);
    proxy.cut();
    const waiting = one();
    await sleep(50);
    await expect(graph.cypher("RETURN 1", { columns: ["one"] })).rejects.toBeInstanceOf(ServerLost);
    proxy.aim(server.url);
    expect(await waiting).toEqual([{ one: 1 }]);
  });

  it("answers a query that waited for another client's lock beyond its limit, and counts the wait as an outage", async () => {
    const { release, ...server } = await takeTestNeo4j();
    closing.push(release);
    const graph = await neo4jGraph(server);
    const driver = neo4j.driver(server.url, neo4j.auth.basic(server.user, server.password));
    closing.push(() => Promise.all([graph.close(), driver.close()]));
    await graph.replaceAll([{ id: "A", label: "TestCase", properties: {} }], []);
    const outages = new Outages();
    const options = { columns: ["id"], timeoutMs: LIMIT_MS };
    const query = () => outlastingGraph(graph, outages).cypher("MATCH (n:TestCase {id: 'A'}) RETURN n.id", options);
    await query(); // Planned, so that it comes to the lock at once.
    const holder = driver.session().beginTransaction();
    await holder.run("CREATE INDEX locked FOR (n:TestCase) ON (n.locked)");
    const waiting = query();
    await hasWaited(waiting, outages);
    await holder.rollback();
    expect(await waiting).toEqual([{ id: "A" }]);
  });

  it("is loaded by one process after the other, however many want to at once", async () => {
    const { release, ...server } = await takeTestNeo4j();
    closing.push(release);
    const graphs = await Promise.all([neo4jGraph(server), neo4jGraph(server)]);
    closing.push(() => Promise.all(graphs.map((graph) => graph.close())));
    const nodes = Array.from({ length: 50 }, (_, at) => ({ id: `N${at}`, label: "TestCase", properties: {} }));
    const edges = nodes.map(({ id }) => ({ from: id, to: "N0", type: "COVERS" }));
    const outages = new Outages(); // A deadlock of the two is an outage.
    const loads = graphs.map((graph, at) =>
      outages.outlast(() => graph.replaceAll(nodes, edges, { snapshotHash: `hash${at}` })),
    );
    const counts = { nodes: 50, edges: 50 };
    expect(await Promise.all(loads)).toEqual([counts, counts]);
    const whole = await graphs[0]!.cypher("MATCH (n)-[r]->() RETURN count(r) AS n", { columns: ["n"] });
    expect([whole, await graphs[0]!.snapshotHash()]).toEqual([[{ n: 50 }], expect.stringMatching(/^hash[01]$/)]);
  });
});

describe("an embedded database whose worker ends", () => {
  it("is opened again for the same call", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-worker-"));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const sql = await openPglite({ folder: join(folder, "pgdata") });
    closing.push(() => sql.close());
    const post = vi.spyOn(Worker.prototype, "postMessage").mockImplementationOnce(function (this: Worker) {
      void this.terminate();
    });
    expect((await outlastingSql(sql, new Outages()).query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    expect(post).toHaveBeenCalledTimes(2);
    post.mockRestore();
  });
});
