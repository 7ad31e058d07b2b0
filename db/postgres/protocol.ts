import type { QueryOptions, Row } from "../ports/ports.ts";

/** What the worker needs to open a database. Its thread is started with them. */
export interface WorkerSettings {
  folder: string;
  /** Run after each open: a reopened worker has lost its session's settings. */
  sessionSql: string;
  /** Its tables do not change: statements are kept with their plans. */
  immutable: boolean;
}

/** One statement with parameters, or a script of several without. One request is under way at a time. */
export type WorkerRequest =
  | { kind: "query"; sql: string; parameters: readonly unknown[]; role: QueryOptions["role"] | null }
  | { kind: "script"; sql: string }
  | { kind: "close" };

export type WorkerReply =
  | { kind: "ready" }
  | { kind: "rows"; rows: Row[]; fields: string[] }
  | { kind: "done" }
  | { kind: "failed"; message: string; sqlState: string | null };
