import neo4j, { type Driver, Neo4jError, type Record as Neo4jRecord, type Session } from "neo4j-driver";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { withSignsOfLife } from "../../base/outages/signs-of-life.ts";
import type { Redactor } from "../../base/providers/secrets/redactor.ts";
import { QueryFailed, QueryTimeout } from "../ports.ts";
import { toNeo4j } from "./neo4j-values.ts";

/** A database of a Neo4j server. Community edition has one for data, `neo4j`. */
export interface Neo4jDatabase {
  driver: Driver;
  /** `bolt://host:7687` */
  url: string;
  database: string;
  /** Takes the server's password out of what it and the driver say. */
  redactor: Redactor;
}

export interface Neo4jQuery {
  cypher: string;
  parameters?: Record<string, unknown>;
}

/** Runs one statement. Given to the callers of `readNeo4j` and `writeNeo4j`. */
export type RunCypher = (query: Neo4jQuery) => Promise<Neo4jRecord[]>;

/**
 * Runs statements in one read transaction, which the server itself keeps from writing and which is always rolled back.
 * @throws QueryTimeout past `timeoutMs`, ServerLost without an answer, QueryFailed with the server's message otherwise
 */
export function readNeo4j<T>(
  neo4jDatabase: Neo4jDatabase,
  timeoutMs: number | undefined,
  work: (run: RunCypher) => Promise<T>,
): Promise<T> {
  return inSession(neo4jDatabase, { timeoutMs, mode: neo4j.session.READ }, async (session, begun) => {
    const transaction = await session.beginTransaction(timeoutMs === undefined ? {} : { timeout: timeoutMs });
    begun();
    const result = await work(
      async ({ cypher, parameters }) => (await transaction.run(cypher, toParameters(parameters))).records,
    );
    await transaction.rollback();
    return result;
  });
}

/** Runs a statement that writes, in a transaction of its own. */
export function writeNeo4j(neo4jDatabase: Neo4jDatabase, { cypher, parameters }: Neo4jQuery): Promise<Neo4jRecord[]> {
  return inSession(
    neo4jDatabase,
    { timeoutMs: undefined, mode: neo4j.session.WRITE },
    async (session) => (await session.run(cypher, toParameters(parameters))).records,
  );
}

/** Runs a statement that writes, does something while its transaction is open, and rolls it back. */
export function holdNeo4j(
  neo4jDatabase: Neo4jDatabase,
  { cypher, parameters }: Neo4jQuery,
  work: () => Promise<void>,
): Promise<void> {
  return inSession(neo4jDatabase, { timeoutMs: undefined, mode: neo4j.session.WRITE }, async (session) => {
    const transaction = session.beginTransaction();
    await transaction.run(cypher, toParameters(parameters));
    await work();
    await transaction.rollback();
  });
}

interface SessionOptions {
  timeoutMs: number | undefined;
  mode: "READ" | "WRITE";
}

/** `begun`: from now on it may be the statement's own doing that the connection ends. */
type Use<T> = (session: Session, begun: () => void) => Promise<T>;

function inSession<T>(neo4jDatabase: Neo4jDatabase, options: SessionOptions, use: Use<T>): Promise<T> {
  return withSignsOfLife(() => inSessionOnce(neo4jDatabase, options, use), {
    server: nameOf(neo4jDatabase),
    ping: () =>
      inSessionOnce(neo4jDatabase, { ...options, timeoutMs: undefined }, (session) => session.run("RETURN 1")),
    isTimeout: (error) => error instanceof QueryTimeout,
  });
}

async function inSessionOnce<T>(
  neo4jDatabase: Neo4jDatabase,
  { timeoutMs, mode }: SessionOptions,
  use: Use<T>,
): Promise<T> {
  let midStatement = false;
  const session = neo4jDatabase.driver.session({ database: neo4jDatabase.database, defaultAccessMode: mode });
  const limit = timeLimit(session, timeoutMs);
  try {
    return await use(session, () => {
      midStatement = true;
    });
  } catch (error) {
    throw limit.passed()
      ? new QueryTimeout(`the query was ended after ${timeoutMs} ms`)
      : asPortError(error, { ...neo4jDatabase, timeoutMs, midStatement });
  } finally {
    limit.clear();
    // Not waited for: a server that is gone or frozen does not say goodbye.
    session.close().catch(() => undefined);
  }
}

function toParameters(parameters: Record<string, unknown> = {}): Record<string, unknown> {
  return toNeo4j(parameters) as Record<string, unknown>;
}

/**
 * The server looks for transactions over their time every two seconds only (as it comes). Closing the session resets its
 * connection, which ends what runs there at once; the server's own limit stands for a client that has died.
 */
function timeLimit(session: Session, timeoutMs: number | undefined): { passed(): boolean; clear(): void } {
  let passed = false;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          passed = true;
          session.close().catch(() => undefined);
        }, timeoutMs);
  return { passed: () => passed, clear: () => clearTimeout(timer) };
}

/** A driver's error in the port's terms; gives anything else back. */
export function asPortError(
  error: unknown,
  {
    url,
    redactor,
    timeoutMs,
    midStatement,
  }: Pick<Neo4jDatabase, "url" | "redactor"> & { timeoutMs?: number | undefined; midStatement: boolean },
): unknown {
  if (!(error instanceof Neo4jError)) return error;
  // Before it, the driver explains what an address is.
  const message = error.message.split("Caused by: ").at(-1)!;
  const said = `${redactor.message(message)} (${error.code})`;
  if (error.code.startsWith("Neo.ClientError.Transaction.TransactionTimedOut"))
    return new QueryTimeout(`the query was ended after ${timeoutMs} ms`);
  if (!isOutage(error)) return new QueryFailed(said);
  return new ServerLost(nameOf({ url }), said, {
    midStatement,
    refused: isRefusal(error),
    hint: "check the address, user and password; `scopebench doctor` tries them",
    cause: error,
  });
}

/**
 * What the driver itself says (a connection that was cut while it was made is a "ProtocolError"), what it would repeat (database
 * not available, deadlock with another transaction), the login, the database, and what befell the server inside. Out of memory
 * or stack is the statement's own doing, though Neo4j counts it among them.
 */
function isOutage({ code, retryable }: Neo4jError): boolean {
  if (/OutOfMemory|StackOverFlow/.test(code)) return false;
  if (!code.startsWith("Neo.") || retryable) return true;
  return (
    isRefusal({ code }) ||
    /DatabaseError\.(Database|General|Transaction)\./.test(code) ||
    code.includes("Transaction.Terminated")
  );
}

function isRefusal({ code }: Pick<Neo4jError, "code">): boolean {
  return /^Neo\.ClientError\.(Security|Database)\./.test(code);
}

function nameOf({ url }: Pick<Neo4jDatabase, "url">): string {
  return `Neo4j at ${url}`;
}
