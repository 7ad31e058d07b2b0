import type { Exchange } from "../wire-exchanges.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies of four protocols, right and wrong ones
export type Json = any;
export type Protocol = Exclude<Exchange["api"], "openai-embeddings">;

/** What comes over the wire, in one of its forms. */
export type Sent =
  /** An answer. Without `only` it is sent whole, and again as the protocol's stream of it. */
  | { body: Json; only?: "whole" }
  /** Events of a stream, as their data. */
  | { events: readonly Json[] }
  /** Anything, byte for byte; in pieces of that many bytes. */
  | { raw: string; status?: number; type?: string; headers?: Record<string, string>; pieces?: number };

/** How a turn comes out; what is absent is as in `USUAL`. */
export interface Outcome {
  finish: string;
  text: string;
  reasoning: string;
  /** Name and arguments; the text as sent where it is no object. */
  calls: readonly [string, unknown][];
  /** In, out; cached, written to the cache, reasoning where they are told. Null = not told, and estimated. */
  tokens: readonly [number, number, { cached?: number; written?: number; reasoning?: number }?] | null;
  extras: readonly string[];
}

export interface Failure {
  /** Code of the turn's error. */
  error: string;
  message?: RegExp;
  retried: boolean;
}

export interface Row {
  field: string;
  variant: string;
  sent: Sent;
  expected: Partial<Outcome> | Failure;
}

export const USUAL: Outcome = { finish: "stop", text: "", reasoning: "", calls: [], tokens: [10, 2], extras: [] };

export const row = (field: string, variant: string, sent: Sent, expected: Row["expected"]): Row => ({
  field,
  variant,
  sent,
  expected,
});
