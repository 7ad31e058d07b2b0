import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { type PGlite, types } from "@electric-sql/pglite";
import { age } from "@electric-sql/pglite-age";
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch";
import { vector } from "@electric-sql/pglite-pgvector";
import { limitMemory, type MemoryLimit } from "../../base/threads/limit-memory.ts";
import type { Row } from "../ports/ports.ts";
import { openCluster } from "./embedded-cluster.ts";
import { KeptStatements } from "./kept-statements.ts";
import type { WorkerReply, WorkerRequest, WorkerSettings } from "./protocol.ts";
import { beginReadOnlySql, endReadOnlySql, type ReadOnlyRole } from "./roles.ts";

/** Opens the database of this worker and answers requests, one at a time, until it is closed or the worker is ended. */
export async function serve(settings: WorkerSettings & { module: object }): Promise<void> {
  const { immutable } = settings;
  const port = parentPort;
  if (!port) throw new Error("worker.ts runs in a worker only");
  const memory = limitMemory(MAX_MEMORY_BYTES);
  const reply = (message: WorkerReply): void => port.postMessage(message);
  try {
    const database = await open(settings);
    const session = { database, memory, kept: immutable ? new KeptStatements(database) : null };
    port.on("message", (request: WorkerRequest) => {
      // Posting can fail too: a value may be nested too deeply to be copied.
      answer(session, request)
        .then(reply)
        .catch((error: unknown) => reply(failure(error)));
    });
    reply({ kind: "ready" });
  } catch (error) {
    reply(failure(error));
  }
}

async function open({ folder, sessionSql, module, immutable }: Parameters<typeof serve>[0]): Promise<PGlite> {
  // A worker that was ended leaves what it had sorted on disk, and PGlite does not clean up as a server's start does.
  await rm(join(folder, "base", "pgsql_tmp"), { recursive: true, force: true });
  const database = await openCluster({
    dataDir: folder,
    extensions: { vector, age, pg_textsearch },
    parsers: PARSERS,
    pgliteWasmModule: module,
    ...(immutable && { bufferMb: SNAPSHOT_BUFFER_MB }),
  });
  if (sessionSql !== "") await database.exec(sessionSql);
  return database;
}

/** Holds the vectors and terms of the full corpus, which its searches scan: a tenth of the tools' time for 16 MB. */
const SNAPSHOT_BUFFER_MB = 32;

/** Values cross as plain JSON: numbers where they fit, times as PostgreSQL prints them. */
const PARSERS = {
  [types.NUMERIC]: (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text),
  [types.DATE]: asText,
  [types.TIMESTAMP]: asText,
  [types.TIMESTAMPTZ]: asText,
};

function asText(text: string): string {
  return text;
}

interface Session {
  database: PGlite;
  memory: MemoryLimit;
  kept: KeptStatements | null;
}

async function answer(session: Session, request: WorkerRequest): Promise<WorkerReply> {
  const { database } = session;
  if (request.kind === "close") {
    await database.close();
    return { kind: "done" };
  }
  if (request.kind === "script") {
    await database.exec(request.sql);
    return { kind: "done" };
  }
  const { role } = request;
  const answered = role
    ? await session.memory.within(STATEMENT_BYTES, () => inReadOnlyTransaction(session, role, request))
    : await query(session, request);
  return { kind: "rows", ...answered };
}

/** What runs with a role's rights and path is not kept among the session's own. */
async function query({ database, kept }: Session, { sql, parameters, role }: Query) {
  if (kept && (!role || parameters.length === 0)) return kept.query(sql, parameters);
  const { rows, fields } = await database.query<Row>(sql, [...parameters], { serializers: BINARY });
  return { rows, fields: fields.map((field) => field.name) };
}

/** Parameters of type `real[]` (1021 in pg_type.dat) come as PostgreSQL's own bytes; PGlite binds these, though its types know texts alone. */
const BINARY = { 1021: (bytes: Uint8Array) => bytes as unknown as string };

type Query = Extract<WorkerRequest, { kind: "query" }>;

/** The rollback runs whatever the statement did, so nothing that it changed, settings included, outlives it. */
async function inReadOnlyTransaction(session: Session, role: ReadOnlyRole, request: Query) {
  const { database, kept } = session;
  const isSelect = SELECTS.test(request.sql);
  await database.exec(beginReadOnlySql(role));
  try {
    return await query(session, request);
  } finally {
    await database.exec(endReadOnlySql("postgres", { keepStatements: isSelect }));
    if (!isSelect) kept?.forget();
  }
}

/** Leaves no prepared statement behind: a SELECT may call nothing that runs a statement. */
const SELECTS = /^\s*(SELECT|WITH)\b/i;

function failure(error: unknown): WorkerReply {
  const { message, code, errno } = error as { message?: string; code?: unknown; errno?: unknown };
  const text = message || FILE_ERRORS[Number(errno)] || `error ${String(errno ?? error)}`;
  return { kind: "failed", message: text, sqlState: typeof code === "string" ? code : null };
}

/** PGlite's file system throws bare numbers, WASI's. */
const FILE_ERRORS: Record<number, string> = {
  2: "Permission denied",
  19: "Disk quota exceeded",
  51: "No space left on device",
  63: "Permission denied",
  69: "Read-only file system",
};

/**
 * Bytes that the database may use: a build of the full corpus with HNSW takes 221 MB, the module alone would allow 4 GB. PostgreSQL answers
 * what goes beyond with an ordinary error (53200).
 */
const MAX_MEMORY_BYTES = 1024 * 2 ** 20;

/** Bytes that a read-only statement may add: as many as on a server (`statement-memory.ts`). */
const STATEMENT_BYTES = 512 * 2 ** 20;
