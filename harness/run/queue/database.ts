import pg from "pg";
import type { Outages } from "../../../base/outages/outages.ts";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import { makeRedactor, type Redactor } from "../../../base/providers/secrets/redactor.ts";
import { secretsOf } from "../../../base/providers/secrets/secrets.ts";
import { UserError } from "../../../base/user-error.ts";
import { isOutage, isRefusal } from "../../../db/postgres/outage-states.ts";
import { placeOf } from "../../../db/postgres/server-url.ts";

/** A server that is silent for so long is lost: a connection may be half open. */
export const SILENCE_MS = 10_000;

/** Texts that go in one statement, together, but for the last of them: sent and stored long before the server counts as silent. */
export const AT_ONCE_CHARACTERS = 2_000_000;

type Rows = Record<string, unknown>[];

/** One session, or any: the shape in which pg-boss takes a database, too. */
export interface Sql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Rows }>;
}

/**
 * The database of a queue. Every call waits for a lost server, so what is sent must bear to be sent again: whether a
 * statement whose answer was lost had an effect is not known.
 */
export class QueueDatabase implements Sql {
  readonly #pool: pg.Pool;
  readonly #outages: Outages;
  readonly #redactor: Redactor;
  readonly #name: string;

  private constructor(url: string, outages: Outages) {
    this.#name = `the queue, PostgreSQL at ${placeOf(url)}`;
    this.#outages = outages;
    this.#redactor = makeRedactor(secretsOf({ QUEUE_URL: url }));
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 4,
      application_name: "scopebench queue",
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
    });
    // What a connection was lost over is told to whoever uses it; unheard, these events end the process.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) => void client.on("error", () => undefined));
  }

  /** @throws UserError `environment` where the server does not answer or does not let us in, `config` for an invalid address */
  static async open(url: string, outages: Outages): Promise<QueueDatabase> {
    const database = new QueueDatabase(url, outages);
    try {
      await outages.reach(database.#name, () => database.#onSession((sql) => sql.executeSql("SELECT 1")));
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  executeSql(text: string, values: unknown[] = []): Promise<{ rows: Rows }> {
    return this.#lasting((sql) => sql.executeSql(text, values));
  }

  async query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.executeSql(text, values)).rows as T[];
  }

  /** All of it or nothing; begun again from the start where the server was lost in between. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#lasting(async (sql) => {
      await sql.executeSql("BEGIN");
      const result = await work(sql);
      await sql.executeSql("COMMIT");
      return result;
    });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #lasting<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#outages.outlast(() => untilNoVictim(() => this.#onSession(work)));
  }

  /** A session that failed is dropped: it may stand in a transaction, which is taken back so. */
  async #onSession<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => Promise.reject(this.#asOurs(error)));
    let whole = false;
    try {
      const result = await work({
        executeSql: (text, values = []) =>
          run(client, text, values).catch((error: unknown) => {
            // Who asked not to wait for a lock is told that it was not free.
            throw isLocked(error) && /\bNOWAIT\b/.test(text) ? error : this.#asOurs(error);
          }),
      });
      whole = true;
      return result;
    } finally {
      client.release(!whole);
    }
  }

  #asOurs(error: unknown): Error {
    const { message, code } = error as Error & { code?: string };
    const said = this.#redactor.message(message || String(code));
    if (!(error instanceof pg.DatabaseError) || isOutage(code) || PUT_OFF.has(code ?? ""))
      return new ServerLost(this.#name, said, {
        refused: isRefusal(code),
        cause: error,
        hint: HINTS[code ?? ""] ?? ADDRESS,
      });
    if (code !== NO_RIGHT) return error;
    return new UserError("environment", `${this.#name}: ${said}`, {
      cause: error,
      hint: "take the login that made the queue; one that is to make it needs CREATE on the database, one that only inspects USAGE of the schemas scopebench_queue and scopebench_jobs and SELECT on their tables",
    });
  }
}

/**
 * Again at once what the server ended so that others could go on: nothing of it had an effect. Making, attaching and dropping a
 * run's tables (pg-boss) crosses with whatever reads all jobs, so this befalls any two who begin or end at the same time.
 */
async function untilNoVictim<T>(call: () => Promise<T>): Promise<T> {
  for (let left = MOST_VICTIM; ; left--) {
    try {
      return await call();
    } catch (error) {
      if (left === 0 || !VICTIM.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

/** Whether a lock was not given, to this statement or to one that it stood for. */
export function isLocked(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].includes(LOCKED);
}

/** Several statements in one text give several results; pg-boss asks for the rows of all. */
async function run(client: pg.PoolClient, text: string, values: unknown[]): Promise<{ rows: Rows }> {
  const result: pg.QueryResult | pg.QueryResult[] = await (values.length === 0
    ? client.query(text)
    : client.query(text, values));
  return { rows: [result].flat().flatMap(({ rows }) => rows ?? []) };
}

/**
 * What the operator, not the statement, is behind: a statement cancelled, by hand or by a `statement_timeout` of the login; a lock
 * not given in its `lock_timeout`; a server that only reads, as one does that took over.
 */
const LOCKED = "55P03";
const PUT_OFF = new Set(["57014", LOCKED, "25006"]);
/** Deadlock, and what could not be put in a row with others. */
const VICTIM = new Set(["40P01", "40001"]);
/** Each time the server has looked for a second: longer than any crowd of beginners needs. */
const MOST_VICTIM = 30;
/** The class of "insufficient privilege". */
const NO_RIGHT = "42501";
const ADDRESS =
  "expected the address that --queue or SCOPEBENCH_QUEUE_URL gives to lead to a PostgreSQL server that lets scopebench in";
const HINTS: Readonly<Record<string, string>> = {
  "57014": "take statement_timeout from the login that --queue or SCOPEBENCH_QUEUE_URL names",
  [LOCKED]: "take lock_timeout from the login that --queue or SCOPEBENCH_QUEUE_URL names",
  "25006": "the address leads to a server, or a login, that only reads: name one that writes",
  "53100":
    "free disk space on the queue's server, or purge abandoned runs (scopebench queue purge); finished work is kept, and resume --queue continues with new workers",
  "53300": "raise max_connections of the queue's server, or start fewer workers of more slots: each takes up to five",
};
