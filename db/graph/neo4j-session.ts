import { randomUUID } from "node:crypto";
import neo4j, { type Driver, Neo4jError, type Record as Neo4jRecord, type Session } from "neo4j-driver";
import { PACE } from "../../base/outages/life-options.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { withSignsOfLife } from "../../base/outages/signs-of-life.ts";
import type { Redactor } from "../../base/providers/secrets/redactor.ts";
import { untilAborted } from "../../base/until-aborted.ts";
import { QueryFailed, QueryTimeout } from "../ports/ports.ts";
import { type Neo4jSpeed, TransactionSigns, WARM_UP } from "./neo4j-signs.ts";
import { toNeo4j } from "./neo4j-values.ts";

/** A database of a Neo4j server. Community edition has one for data, `neo4j`. */
export interface Neo4jDatabase {
  driver: Driver;
  /** `bolt://host:7687` */
  url: string;
  database: string;
  /** Takes the server's password out of what it and the driver say. */
  redactor: Redactor;
  speed: Neo4jSpeed;
}

/** Under this name a transaction's metadata say whose it is. */
const MARK = "scopebench";
/** The server ends a transaction by itself so long after its limit: for one whose process here is gone. */
const ABANDONED_MS = 60_000;
/** One that works on what cannot be interrupted is not waited for. */
const NEO4J_PACE = { ...PACE, grace: 250 };

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
  return inSession(neo4jDatabase, { timeoutMs, mode: neo4j.session.READ }, async (session, { mark, begun }) => {
    const metadata = { [MARK]: mark };
    const transaction = await session.beginTransaction(
      timeoutMs === undefined ? { metadata } : { metadata, timeout: timeoutMs + ABANDONED_MS },
    );
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
    async (session, { mark }) =>
      (await session.run(cypher, toParameters(parameters), { metadata: { [MARK]: mark } })).records,
  );
}

/** Runs a statement that writes, does something while its transaction is open, and rolls it back. */
export function holdNeo4j(
  neo4jDatabase: Neo4jDatabase,
  { cypher, parameters }: Neo4jQuery,
  work: () => Promise<void>,
): Promise<void> {
  return inSession(neo4jDatabase, { timeoutMs: undefined, mode: neo4j.session.WRITE }, async (session, { mark }) => {
    const transaction = session.beginTransaction({ metadata: { [MARK]: mark } });
    await transaction.run(cypher, toParameters(parameters));
    await work();
    await transaction.rollback();
  });
}

interface SessionOptions {
  timeoutMs: number | undefined;
  mode: "READ" | "WRITE";
}

interface Attempt {
  /** Tells its transaction from others. */
  mark: string;
  /** From now on it may be the statement's own doing that the connection ends. */
  begun(): void;
}

type Use<T> = (session: Session, attempt: Attempt) => Promise<T>;

function inSession<T>(neo4jDatabase: Neo4jDatabase, options: SessionOptions, use: Use<T>): Promise<T> {
  const { timeoutMs, mode } = options;
  const mark = randomUUID();
  const signs = signsOf(neo4jDatabase);
  const tooLong = (): Error => new QueryTimeout(`the query was ended after ${timeoutMs} ms`);
  return withSignsOfLife(
    (lost) => inSessionOnce(neo4jDatabase, { mode, lost }, (session, begun) => use(session, { mark, begun })),
    {
      server: nameOf(neo4jDatabase),
      look: () => signs.look(mark),
      end: () => signs.end(mark),
      limitMs: timeoutMs,
      tooLong,
      unanswered: tooLong,
      // A load waits for another process's.
      patient: mode === "WRITE",
      pace: NEO4J_PACE,
    },
  );
}

function signsOf(neo4jDatabase: Neo4jDatabase): TransactionSigns {
  return new TransactionSigns(neo4jDatabase.speed, (cypher, parameters) =>
    inSessionOnce(neo4jDatabase, { mode: "READ" }, (session) => session.run(cypher, parameters)),
  );
}

/** Looks at no transaction, a few times: the server plans and compiles what it is asked for at each look. */
export async function learnPace(neo4jDatabase: Neo4jDatabase): Promise<void> {
  const signs = signsOf(neo4jDatabase);
  for (let turn = 0; turn < WARM_UP; turn++) await signs.look("");
}

async function inSessionOnce<T>(
  neo4jDatabase: Neo4jDatabase,
  { mode, lost }: { mode: SessionOptions["mode"]; lost?: AbortSignal },
  use: (session: Session, begun: () => void) => Promise<T>,
): Promise<T> {
  let midStatement = false;
  const session = neo4jDatabase.driver.session({ database: neo4jDatabase.database, defaultAccessMode: mode });
  const begun = (): void => {
    midStatement = true;
  };
  try {
    const work = use(session, begun);
    return await (lost ? untilAborted(work, lost) : work);
  } catch (error) {
    throw asPortError(error, { ...neo4jDatabase, midStatement });
  } finally {
    // Ends what still runs there. Not waited for: a server that is gone or frozen does not say goodbye.
    session.close().catch(() => undefined);
  }
}

function toParameters(parameters: Record<string, unknown> = {}): Record<string, unknown> {
  return toNeo4j(parameters) as Record<string, unknown>;
}

/** A driver's error in the port's terms; gives anything else back. */
export function asPortError(
  error: unknown,
  { url, redactor, midStatement }: Pick<Neo4jDatabase, "url" | "redactor"> & { midStatement: boolean },
): unknown {
  if (!(error instanceof Neo4jError)) return error;
  // Before it, the driver explains what an address is.
  const message = error.message.split("Caused by: ").at(-1)!;
  const said = `${redactor.message(message)} (${error.code})`;
  if (!isOutage(error)) return new QueryFailed(said);
  return new ServerLost(nameOf({ url }), said, {
    midStatement,
    refused: isRefusal(error),
    hint: "check the address, user and password; `scopebench setup doctor` tries them",
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
    // Who ended it, at work or while it waited for a lock, an operator or the watch over its time, is not for the server to say.
    /Transaction\.(Terminated|LockClientStopped|TransactionTimedOut)/.test(code)
  );
}

function isRefusal({ code }: Pick<Neo4jError, "code">): boolean {
  return /^Neo\.ClientError\.(Security|Database)\./.test(code);
}

function nameOf({ url }: Pick<Neo4jDatabase, "url">): string {
  return `Neo4j at ${url}`;
}
