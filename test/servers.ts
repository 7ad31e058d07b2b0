import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sha256 } from "../base/hash.ts";
import { openServer } from "../db/postgres/server.ts";
import { describeUnless } from "./left-out.ts";

/**
 * Real servers for the contract suites, by environment. Where they are required (CI), a missing one fails; elsewhere
 * its suites are left out (`left-out.ts`).
 */
const SERVERS = {
  PostgreSQL: "SCOPEBENCH_TEST_POSTGRES_URL",
  Neo4j: "SCOPEBENCH_TEST_NEO4J_URL",
  /** The program: each suite serves a corpus of its own. */
  backlot: "SCOPEBENCH_TEST_BACKLOT",
  Synapse: "SCOPEBENCH_TEST_SYNAPSE_URL",
} as const;

export type ServerName = keyof typeof SERVERS;

/** `describe` over suites that need these servers. */
export function describeOn(servers: readonly ServerName[], title: string, suite: () => void): void {
  const missing = servers.map((name) => SERVERS[name]).filter((variable) => !process.env[variable]);
  const isRunning = missing.length === 0 || process.env.SCOPEBENCH_SERVERS_REQUIRED !== undefined;
  const reason = `${missing.join(" and ")} not set; start servers by scripts/services.ts, see test/servers.ts`;
  describeUnless(isRunning ? null : reason, title, suite);
}

export function testPostgresUrl(): string {
  return required("SCOPEBENCH_TEST_POSTGRES_URL");
}

export function testRedmine(): { url: string; key: string } {
  return { url: required("SCOPEBENCH_TEST_REDMINE_URL"), key: required("SCOPEBENCH_TEST_REDMINE_KEY") };
}

export function testSynapse(): { url: string; secret: string } {
  return { url: required("SCOPEBENCH_TEST_SYNAPSE_URL"), secret: required("SCOPEBENCH_TEST_SYNAPSE_SECRET") };
}

export function testBacklot(): string {
  return required("SCOPEBENCH_TEST_BACKLOT");
}

export interface TestNeo4j {
  url: string;
  user: string;
  password: string;
  /** Lets the next test file have the server. */
  release(): Promise<void>;
}

/** The Neo4j server, for one test file at a time: it has one database, which every load wipes. */
export async function takeTestNeo4j(): Promise<TestNeo4j> {
  const url = required("SCOPEBENCH_TEST_NEO4J_URL");
  const lock = join(tmpdir(), `scopebench-test-neo4j-${sha256(url).slice(0, 12)}`);
  while (!(await tryLock(lock))) await sleep(200);
  return {
    url,
    user: process.env.SCOPEBENCH_TEST_NEO4J_USER || "neo4j",
    password: required("SCOPEBENCH_TEST_NEO4J_PASSWORD"),
    release: () => rm(lock, { force: true }),
  };
}

/** A file with its owner's process number; that of a process that is gone does not count. */
async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const owner = Number(await readFile(path, "utf8").catch(() => "0"));
    if (owner > 0 && !isAlive(owner)) await rm(path, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function required(variable: string): string {
  const value = process.env[variable];
  if (value) return value;
  throw new Error(`${variable} is not set, and SCOPEBENCH_SERVERS_REQUIRED says that it must be`);
}

export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** A database of one test file's own, by code point like the embedded one. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = await openServer({ url: testPostgresUrl(), connections: 1 });
  const name = `test_${randomBytes(6).toString("hex")}`;
  await admin.execute(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
  );
  return {
    name,
    url: Object.assign(new URL(testPostgresUrl()), { pathname: `/${name}` }).toString(),
    async drop() {
      await admin.execute(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    },
  };
}

/** Start of the names of a test file's snapshot databases, dropped with all that bear it. */
export function testPrefix(): { prefix: string; dropAll(): Promise<void> } {
  const prefix = `t${randomBytes(5).toString("hex")}`;
  return {
    prefix,
    async dropAll() {
      const admin = await openServer({ url: testPostgresUrl(), connections: 1 });
      const { rows } = await admin.query<{ name: string }>(
        "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
        [prefix],
      );
      for (const { name } of rows) await admin.execute(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    },
  };
}
