import { AsyncDuckDB, type AsyncDuckDBConnection, VoidLogger } from "@duckdb/duckdb-wasm";
import type { QueryData } from "../../harness/show/report/site-data.ts";
import { AnswerRows, type QueryAnswer } from "./answer.ts";
import { fetchTables, fetchWasm, insertTable, namedTables, startWorker } from "./report-files.ts";
import { checkStatement } from "./statement.ts";

/** How long a query may take to notice that it was cancelled; some steps inside DuckDB notice nothing. */
const PATIENCE_MS = 1000;

/** DuckDB over the tables of the run: reads nothing else, writes nothing, asks no other host. */
export class Engine {
  readonly #worker: Worker;
  readonly #database: AsyncDuckDB;
  readonly #tables: QueryData;
  readonly #loaded = new Set<string>();
  #running: { connection: AsyncDuckDBConnection; fail: (error: Error) => void } | null = null;

  private constructor(worker: Worker, database: AsyncDuckDB, tables: QueryData) {
    this.#worker = worker;
    this.#database = database;
    this.#tables = tables;
  }

  /** Fetches 8 MB and starts it, which takes one or two seconds. */
  static async start(): Promise<Engine> {
    const [tables, worker, wasm] = await Promise.all([fetchTables(), startWorker(), fetchWasm()]);
    const database = new AsyncDuckDB(new VoidLogger(), worker);
    await database.instantiate(wasm);
    URL.revokeObjectURL(wasm);
    await database.open({ query: { castDecimalToDouble: true } });
    const connection = await database.connect();
    for (const statement of LOCKS) await connection.query(statement);
    await connection.close();
    return new Engine(worker, database, tables);
  }

  /**
   * Runs one statement that reads, over the tables that it names, which are loaded first.
   * @throws Error with DuckDB's message, or "cancelled"
   */
  async query(sql: string, limit: number): Promise<QueryAnswer> {
    checkStatement(sql, await this.#database.tokenize(sql));
    for (const name of namedTables(sql, this.#tables)) await this.#load(name);
    const connection = await this.#database.connect();
    const stopped = new Promise<never>((_, fail) => {
      this.#running = { connection, fail };
    });
    try {
      return await Promise.race([readAnswer(connection, sql, limit), stopped]);
    } catch (error) {
      throw new Error(messageOf(error), { cause: error });
    } finally {
      this.#running = null;
      // Of a worker that was ended no answer comes.
      void connection.close();
    }
  }

  async #load(name: string): Promise<void> {
    if (this.#loaded.has(name)) return;
    await insertTable(await this.#database.connect(), name);
    this.#loaded.add(name);
  }

  /**
   * Ends the running query.
   * @returns whether the engine can be used further; otherwise it is gone
   */
  async cancel(): Promise<boolean> {
    const running = this.#running;
    if (!running) return true;
    const noticed = running.connection.cancelSent().then(() => true);
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
    const usable = await Promise.race([noticed, late]);
    if (!usable) this.#worker.terminate();
    running.fail(new Error("cancelled"));
    return usable;
  }
}

/** What is not said here cannot be said later. DuckDB's extensions would be fetched from elsewhere. */
const LOCKS = [
  "SET autoinstall_known_extensions = false",
  "SET autoload_known_extensions = false",
  "SET enable_external_access = false",
  "SET lock_configuration = true",
];

/** Rows come in batches, so that what is beyond the limit is never made. */
async function readAnswer(connection: AsyncDuckDBConnection, sql: string, limit: number): Promise<QueryAnswer> {
  const reader = await (await connection.send(sql, true)).open();
  const { schema } = reader;
  const rows = new AnswerRows(limit);
  for await (const batch of reader) if (rows.add(batch)) break;
  if (rows.more) await connection.cancelSent();
  return rows.answer(schema);
}

/** What DuckDB says of a statement that is sent comes as JSON. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (!text.startsWith("{")) return text;
  const { exception_type: type, exception_message: message } = JSON.parse(text);
  return `${type} Error: ${message}`;
}
