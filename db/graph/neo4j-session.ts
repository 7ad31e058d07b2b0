import neo4j, { type Driver, Neo4jError, type Record as Neo4jRecord, type Session } from "neo4j-driver";
import type { Redactor } from "../../base/providers/secrets/redactor.ts";
import { QueryFailed, QueryTimeout } from "../ports.ts";
import { toNeo4j } from "./neo4j-values.ts";

/** A database of a Neo4j server. Community edition has one for data, `neo4j`. */
export interface Neo4jDatabase {
  driver: Driver;
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
 * @throws QueryTimeout past `timeoutMs`, QueryFailed with the server's message otherwise
 */
export async function readNeo4j<T>(
  { driver, database, redactor }: Neo4jDatabase,
  timeoutMs: number | undefined,
  work: (run: RunCypher) => Promise<T>,
): Promise<T> {
  const session = driver.session({ database, defaultAccessMode: neo4j.session.READ });
  const limit = timeLimit(session, timeoutMs);
  try {
    const transaction = session.beginTransaction(timeoutMs === undefined ? {} : { timeout: timeoutMs });
    const result = await work(
      async ({ cypher, parameters }) => (await transaction.run(cypher, toParameters(parameters))).records,
    );
    await transaction.rollback();
    return result;
  } catch (error) {
    throw limit.passed()
      ? new QueryTimeout(`the query was ended after ${timeoutMs} ms`)
      : asPortError(error, timeoutMs, redactor);
  } finally {
    limit.clear();
    await session.close();
  }
}

/** Runs a statement that writes, in a transaction of its own. */
export async function writeNeo4j(
  { driver, database, redactor }: Neo4jDatabase,
  query: Neo4jQuery,
): Promise<Neo4jRecord[]> {
  const session = driver.session({ database });
  try {
    return (await session.run(query.cypher, toParameters(query.parameters))).records;
  } catch (error) {
    throw asPortError(error, undefined, redactor);
  } finally {
    await session.close();
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
          void session.close();
        }, timeoutMs);
  return { passed: () => passed, clear: () => clearTimeout(timer) };
}

function asPortError(error: unknown, timeoutMs: number | undefined, redactor: Redactor): unknown {
  if (!(error instanceof Neo4jError)) return error;
  if (error.code.startsWith("Neo.ClientError.Transaction.TransactionTimedOut"))
    return new QueryTimeout(`the query was ended after ${timeoutMs} ms`);
  return new QueryFailed(`${redactor.message(error.message)} (${error.code})`);
}
