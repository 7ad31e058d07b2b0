import type { AsyncDuckDBConnection } from "@duckdb/duckdb-wasm";
import type { QueryData } from "../../harness/show/report/site-data.ts";
import { readParquet } from "./arrow-table.ts";

/** The folder of the report, seen from `duckdb/engine.js` in it. */
const REPORT = new URL("../", import.meta.url);

/** What the run has to ask. */
export async function fetchTables(): Promise<QueryData> {
  return (await fetchFile("data/query/tables.json")).json();
}

/** Makes a table of the run. */
export async function insertTable(connection: AsyncDuckDBConnection, name: string): Promise<void> {
  const file = await fetchFile(`data/query/${name}.parquet`);
  const table = await readParquet(await file.arrayBuffer());
  await connection.insertArrowTable(table, { name, create: true });
  await connection.close();
}

/** Tables whose names stand in a statement, be it in a text: too many rather than too few. */
export function namedTables(sql: string, { tables }: QueryData): string[] {
  return tables.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`, "i").test(sql));
}

/** From a blob: a worker with an address of its own would ignore the page's content policy. */
export async function startWorker(): Promise<Worker> {
  const script = await (await fetchFile("duckdb/worker.js")).blob();
  const address = URL.createObjectURL(script);
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

/** Address of the WebAssembly, whether or not the host has unpacked the file by itself. */
export async function fetchWasm(): Promise<string> {
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
