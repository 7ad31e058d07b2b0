import { setTimeout as sleep } from "node:timers/promises";
import pg, { type Pool, type PoolClient, type QueryConfig } from "pg";
import { PACE } from "../../base/outages/life-options.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { withSignsOfLife } from "../../base/outages/signs-of-life.ts";
import { makeRedactor, type Redactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import { untilAborted } from "../../base/until-aborted.ts";
import {
  QueryFailed,
  type QueryOptions,
  type QueryResult,
  QueryTimeout,
  type Row,
  type SqlPort,
} from "../ports/ports.ts";
import { isOutage, isRefusal, QUERY_CANCELED } from "./outage-states.ts";
import { beginReadOnlySql, endReadOnlySql, type ReadOnlyRole } from "./roles.ts";
import { serverTypeParser } from "./server-types.ts";
import { placeOf, type ServerAddress, withDatabase } from "./server-url.ts";
import { StatementMemory } from "./statement-memory.ts";
import { StatementSigns } from "./statement-signs.ts";

/** The server ends a statement by itself so long after its limit: for one whose process here is gone. */
const ABANDONED_MS = 60_000;

/** For an orderly goodbye, which a frozen server never answers. */
const GOODBYE_MS = 2000;

/** A session that cannot be replaced waits for a frozen server as long as a call that can be repeated. */
const LONE_PACE = { ...PACE, silence: 60_000 };

/** Opens a database of a PostgreSQL server, with up to `connections` sessions; with one, all calls share it. */
export async function openServer(address: ServerAddress & { connections: number }): Promise<SqlPort> {
  const database = new ServerDatabase(address);
  try {
    await database.connect();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openPool(address: ServerAddress, { connections }: { connections: number }): Pool {
  const pool = new pg.Pool({
    connectionString: withDatabase(address),
    max: connections,
    // Calls on a draft rely on their session (temporary tables): it may not be replaced by another.
    idleTimeoutMillis: connections === 1 ? 0 : 10_000,
    connectionTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    types: { getTypeParser: (oid: number) => serverTypeParser(oid) },
  });
  // What a connection was lost over is told to whoever uses it; unheard, these events end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

class ServerDatabase implements SqlPort {
  backEnd = "postgresql";
  readonly #address: ServerAddress & { connections: number };
  readonly #pool: Pool;
  /** One connection, for signs of life: the others may all be at work. */
  readonly #pulse: Pool;
  readonly #signs: StatementSigns;
  /** One connection, which watches what the others take. */
  readonly #watch: Pool;
  readonly #memory: StatementMemory;
  readonly #pace: typeof PACE;
  /** Takes the server's password out of what it and the driver say. */
  readonly #redactor: Redactor;
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(address: ServerAddress & { connections: number }) {
    this.#address = address;
    this.#pool = openPool(address, address);
    this.#pulse = openPool(address, { connections: 1 });
    this.#signs = new StatementSigns(this.#pulse);
    this.#watch = openPool(address, { connections: 1 });
    this.#memory = new StatementMemory(this.#watch);
    this.#pace = address.connections === 1 ? LONE_PACE : PACE;
    this.#redactor = makeRedactor(secretsOf({ POSTGRES_URL: address.url }));
  }

  async connect(): Promise<void> {
    const { rows } = await this.query<{ server_version: string }>("SHOW server_version");
    this.backEnd = `postgresql ${rows[0]!.server_version.split(" ")[0]}`;
    if (this.#address.connections > 1) await this.#signs.calibrate().catch((error: unknown) => this.#throwLost(error));
  }

  async query<T extends Row = Row>(
    sql: string,
    parameters: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<QueryResult<T>> {
    const config: QueryConfig & { queryMode: string } = {
      text: sql,
      values: [...parameters],
      // Without it, a query without parameters could hold several statements.
      queryMode: "extended",
    };
    const result = await this.#withClient(options, (client) => limited(client, options, () => client.query<T>(config)));
    return { rows: result.rows, fields: result.fields.map((field) => field.name) };
  }

  async execute(sql: string): Promise<void> {
    await this.#withClient({}, (client) => client.query(sql));
  }

  /** Waits for what is under way, then closes. Closing twice is harmless. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#running);
    const ended = Promise.all([this.#pool.end(), this.#pulse.end(), this.#watch.end()]);
    await Promise.race([ended, sleep(GOODBYE_MS, undefined, { ref: false })]);
  }

  #withClient<T>(options: QueryOptions, use: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new QueryFailed("the database is closed"));
    const work = this.#use(options, use);
    this.#running.add(work);
    const done = (): void => void this.#running.delete(work);
    work.then(done, done);
    return work;
  }

  #use<T>(options: QueryOptions, use: (client: PoolClient) => Promise<T>): Promise<T> {
    let pid: number | null = null;
    const begun = (client: PoolClient): Promise<T> => {
      const session = (client as PoolClient & { processID: number }).processID;
      pid = session;
      const used = options.role === undefined ? use(client) : this.#memory.watched(session, () => use(client));
      return used.finally(() => {
        pid = null;
      });
    };
    // A connection of a lost server is dropped with the statement on it.
    return withSignsOfLife((lost) => this.#useOnce((client) => untilAborted(begun(client), lost)), {
      server: this.#name(),
      look: () => this.#signs.look(pid).catch((error: unknown) => this.#throwLost(error)),
      end: () => this.#signs.end(pid).catch((error: unknown) => this.#throwLost(error)),
      limitMs: options.timeoutMs,
      tooLong: () => new QueryTimeout(`the query was ended after ${options.timeoutMs} ms`),
      patient: this.#address.connections === 1,
      pace: this.#pace,
    });
  }

  async #useOnce<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => this.#throwLost(error));
    let broken = false;
    try {
      return await use(client);
    } catch (error) {
      // A connection that failed otherwise than by the server's answer is in an unknown state and is dropped.
      broken = !(error instanceof pg.DatabaseError) || isOutage(error.code);
      throw this.#asPortError(error);
    } finally {
      client.release(broken);
    }
  }

  #asPortError(error: unknown): Error {
    if (error instanceof ServerLost || error instanceof QueryFailed) return error;
    const { message, code } = error as Error & { code?: string };
    // Who cancelled it, an operator or the watch over its time, is not for the server to say.
    if (code === QUERY_CANCELED || !(error instanceof pg.DatabaseError) || isOutage(code))
      return this.#lost(error, true);
    return new QueryFailed(this.#redactor.message(message), code ?? null);
  }

  #throwLost(error: unknown): never {
    throw error instanceof ServerLost ? error : this.#lost(error, false);
  }

  #lost(error: unknown, midStatement: boolean): ServerLost {
    const { message, code } = error as Error & { code?: string };
    return new ServerLost(this.#name(), this.#redactor.message(message || String(code)), {
      midStatement,
      refused: isRefusal(code),
      hint: "check the address, the login and its rights; `scopebench setup doctor` tries them",
    });
  }

  #name(): string {
    return `PostgreSQL at ${placeOf(withDatabase(this.#address))}`;
  }
}

/** Runs a query under its role, and under a limit of the server's own for when this process is gone. */
async function limited<T>(client: PoolClient, { role, timeoutMs }: QueryOptions, run: () => Promise<T>): Promise<T> {
  if (role !== undefined) return inReadOnlyTransaction(client, { role, timeoutMs }, run);
  if (timeoutMs === undefined) return run();
  await client.query(`SET statement_timeout = ${timeoutMs + ABANDONED_MS}`);
  // A failed transaction of the caller's takes the setting back by itself, at its end.
  return withCleanup(run, () => client.query("RESET statement_timeout").catch(unlessTransactionFailed));
}

/** The end runs whatever the statement did, so nothing that it changed outlives it. */
async function inReadOnlyTransaction<T>(
  client: PoolClient,
  { role, timeoutMs }: { role: ReadOnlyRole; timeoutMs: number | undefined },
  run: () => Promise<T>,
): Promise<T> {
  await client.query(beginReadOnlySql(role));
  if (timeoutMs !== undefined) await client.query(`SET LOCAL statement_timeout = ${timeoutMs + ABANDONED_MS}`);
  return withCleanup(run, () => client.query(endReadOnlySql(null)));
}

/** The clean-up runs after a result and after the server's refusal, not on a connection that no longer answers. */
async function withCleanup<T>(run: () => Promise<T>, cleanUp: () => Promise<unknown>): Promise<T> {
  let answered = true;
  try {
    return await run();
  } catch (error) {
    answered = error instanceof pg.DatabaseError;
    throw error;
  } finally {
    if (answered) await cleanUp();
  }
}

function unlessTransactionFailed(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== "25P02") throw error;
}
