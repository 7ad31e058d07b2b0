import { AsyncDuckDB, type AsyncDuckDBConnection, VoidLogger } from "@duckdb/duckdb-wasm";
import type { QueryData } from "../../harness/stages/report/site-data.ts";
import { AnswerRows, type QueryAnswer } from "./answer.ts";
import { readParquet } from "./arrow-table.ts";
import { checkStatement } from "./statement.ts";

/** How long a query may take to notice that it was cancelled; some steps inside DuckDB notice nothing. */
const PATIENCE_MS = 1000;

/** The folder of the report, seen from `duckdb/engine.js` in it. */
const REPORT = new URL("../", import.meta.url);

/** DuckDB over the tables of the run: reads nothing else, writes nothing, asks no other host. */
export class Engine {
  readonly #worker: Worker;
  readonly #database: AsyncDuckDB;
  readonly #tables: readonly string[];
  readonly #loaded = new Map<string, Promise<void>>();
  #running: { connection: AsyncDuckDBConnection; fail: (error: Error) => void } | null = null;

  private constructor(worker: Worker, database: AsyncDuckDB, tables: readonly string[]) {
    this.#worker = worker;
    this.#database = database;
    this.#tables = tables;
  }

  /** Fetches 8 MB and starts it, which takes one or two seconds. */
  static async start(): Promise<Engine> {
    const [{ tables }, worker, wasm] = await Promise.all([fetchTables(), startWorker(), fetchWasm()]);
    const database = new AsyncDuckDB(new VoidLogger(), worker);
    await database.instantiate(wasm);
    URL.revokeObjectURL(wasm);
    await database.open({ query: { castDecimalToDouble: true } });
    const connection = await database.connect();
    for (const statement of LOCKS) await connection.query(statement);
    await connection.close();
    return new Engine(
      worker,
      database,
      tables.map(({ name }) => name),
    );
  }

  /**
   * Runs one statement that reads, over the tables that it names, which are loaded first.
   * @throws Error with DuckDB's message, or "cancelled"
   */
  async query(sql: string, limit: number): Promise<QueryAnswer> {
    checkStatement(sql, await this.#database.tokenize(sql));
    for (const name of this.#tables) if (new RegExp(`\\b${name}\\b`, "i").test(sql)) await this.load(name);
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

  /** Makes a table of the run, once. */
  load(name: string): Promise<void> {
    const loaded = this.#loaded.get(name) ?? this.#insert(name);
    this.#loaded.set(name, loaded);
    return loaded;
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

  async #insert(name: string): Promise<void> {
    const file = await fetchFile(`data/query/${name}.parquet`);
    const table = await readParquet(await file.arrayBuffer());
    const connection = await this.#database.connect();
    await connection.insertArrowTable(table, { name, create: true });
    await connection.close();
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

async function fetchTables(): Promise<QueryData> {
  return (await fetchFile("data/query/tables.json")).json();
}

/** From a blob: a worker with an address of its own would ignore the page's content policy. */
async function startWorker(): Promise<Worker> {
  const script = await (await fetchFile("duckdb/worker.js")).blob();
  const address = URL.createObjectURL(script);
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

/** Address of the WebAssembly, whether or not the host has unpacked the file by itself. */
async function fetchWasm(): Promise<string> {
  const packed = await (await fetchFile("duckdb/duckdb.wasm.gz")).blob();
  const [first] = new Uint8Array(await packed.slice(0, 1).arrayBuffer());
  const stream = packed.stream();
  const unpacked = first === 0x1f ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
  const bytes = await new Response(unpacked).arrayBuffer();
  return URL.createObjectURL(new Blob([bytes], { type: "application/wasm" }));
}

async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(new URL(path, REPORT));
  if (!response.ok) throw new Error(`${path} of the report could not be loaded (${response.status})`);
  return response;
}
