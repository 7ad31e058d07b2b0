import pg, { type Pool, type PoolClient, type QueryConfig } from "pg";
import { makeRedactor, type Redactor } from "../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import { QueryFailed, type QueryOptions, type QueryResult, QueryTimeout, type Row, type SqlPort } from "../ports.ts";
import { beginReadOnlySql, endReadOnlySql, type ReadOnlyRole } from "./roles.ts";
import { serverTypeParser } from "./server-types.ts";
import { type ServerAddress, withDatabase } from "./server-url.ts";

/** How long after its limit the server may take to say that it has ended a query; then the connection is dropped. */
const GRACE_MS = 500;

/** Opens a database of a PostgreSQL server, with up to `connections` sessions; with one, all calls share it. */
export async function openServer(address: ServerAddress & { connections: number }): Promise<SqlPort> {
  const pool = new pg.Pool({
    connectionString: withDatabase(address),
    max: address.connections,
    // Calls on a draft rely on their session (temporary tables): it may not be replaced by another.
    idleTimeoutMillis: address.connections === 1 ? 0 : 10_000,
    connectionTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    types: { getTypeParser: (oid: number) => serverTypeParser(oid) },
  });
  // The pool has dropped that connection; whoever asks next gets another.
  pool.on("error", () => undefined);
  const database = new ServerDatabase(pool, makeRedactor(secretsOf({ POSTGRES_URL: address.url })));
  try {
    await database.connect();
    return database;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

class ServerDatabase implements SqlPort {
  backEnd = "postgresql";
  readonly #pool: Pool;
  readonly #redactor: Redactor;
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  /** @param redactor takes the server's password out of what it and the driver say */
  constructor(pool: Pool, redactor: Redactor) {
    this.#pool = pool;
    this.#redactor = redactor;
  }

  async connect(): Promise<void> {
    const { rows } = await this.query<{ server_version: string }>("SHOW server_version");
    this.backEnd = `postgresql ${rows[0]!.server_version.split(" ")[0]}`;
  }

  async query<T extends Row = Row>(
    sql: string,
    parameters: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<QueryResult<T>> {
    const config: QueryConfig & { queryMode: string; query_timeout?: number } = {
      text: sql,
      values: [...parameters],
      // Without it, a query without parameters could hold several statements.
      queryMode: "extended",
      ...(options.timeoutMs === undefined ? {} : { query_timeout: options.timeoutMs + GRACE_MS }),
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
    await this.#pool.end();
  }

  #withClient<T>(options: QueryOptions, use: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new QueryFailed("the database is closed"));
    const work = useClient(this.#pool, use).catch((error: unknown) => {
      throw asPortError(error, options.timeoutMs, this.#redactor);
    });
    this.#running.add(work);
    const done = (): void => void this.#running.delete(work);
    work.then(done, done);
    return work;
  }
}

/** A connection that failed otherwise than by the server's answer is in an unknown state and is dropped. */
async function useClient<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await use(client);
  } catch (error) {
    broken = !(error instanceof pg.DatabaseError);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs a query under its role and limit. The limit is the server's own, so it holds when this process is gone as well. */
async function limited<T>(client: PoolClient, { role, timeoutMs }: QueryOptions, run: () => Promise<T>): Promise<T> {
  if (role !== undefined) return inReadOnlyTransaction(client, { role, timeoutMs }, run);
  if (timeoutMs === undefined) return run();
  await client.query(`SET statement_timeout = ${timeoutMs}`);
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
  if (timeoutMs !== undefined) await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
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

const QUERY_CANCELED = "57014";

function asPortError(error: unknown, timeoutMs: number | undefined, redactor: Redactor): Error {
  const { message, code } = error as Error & { code?: string };
  const said = redactor.message(message || String(code));
  const ended = code === QUERY_CANCELED || message === "Query read timeout";
  if (timeoutMs !== undefined && ended) return new QueryTimeout(`the query was ended after ${timeoutMs} ms`);
  if (error instanceof pg.DatabaseError) return new QueryFailed(said, code ?? null);
  return new QueryFailed(`the connection to the database failed: ${said}`);
}
