import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import { TOOLS } from "../../agent/tools/registry.ts";
import { type StructuredError, toStructuredError } from "../../agent/tools/tool-failure.ts";
import type { ToolContext } from "../../agent/turns/tool-context.ts";
import { namedSecret } from "../../base/environment.ts";
import { generateTelecomCorpus } from "../../db/corpora/telecom/index.ts";
import { substrateOptionsSchema } from "../../db/options/substrate-options.ts";
import type { Row, SqlPort, Substrate } from "../../db/ports/ports.ts";
import { openServer } from "../../db/postgres/server.ts";
import { buildSubstrate, openSubstrate } from "../../db/substrate.ts";

/** The default corpus at a twentieth of its size, on a private copy; on a PostgreSQL server (graph embedded) where a variable names one. */
export async function openTelecom(
  cacheDirectory: string,
  database?: { urlEnv: string; prefix: string },
): Promise<Substrate> {
  const server = database ? { database: { type: "postgres", ...database }, bm25: "portable" } : {};
  const embedding = { type: "lsa", dimensions: 32, seed: 1 };
  const options = substrateOptionsSchema.parse({ cacheDirectory, embedding, ...server });
  const manifest = await buildSubstrate(generateTelecomCorpus({ seed: 3, scale: 0.05 }), options, {
    environment: process.env,
  });
  return openSubstrate(manifest.snapshot_hash, options, { environment: process.env });
}

/** One more session on the database of a server's snapshot. */
export async function openBeside(sql: SqlPort, urlEnv: string): Promise<SqlPort> {
  const { rows } = await sql.query<{ name: string }>("SELECT current_database() AS name");
  return openServer({ url: namedSecret(urlEnv, process.env), database: rows[0]!.name, connections: 1 });
}

export type Language = "sql" | "cypher";
export interface StatementOutcome {
  rows: readonly Row[];
  truncated: boolean;
  error: StructuredError | null;
  durationMs: number;
}

/** Runs a statement as the agent's tool does, guard and all. */
export async function runTool(
  substrate: Substrate,
  language: Language,
  { query, timeoutMs = STUDY_LIMITS.sqlTimeoutMs, limit = 50 }: { query: string; timeoutMs?: number; limit?: number },
): Promise<StatementOutcome> {
  const limits = { ...STUDY_LIMITS, sqlTimeoutMs: timeoutMs, cypherTimeoutMs: timeoutMs };
  const startedAt = performance.now();
  const finished = (outcome: Omit<StatementOutcome, "durationMs">): StatementOutcome => ({
    ...outcome,
    durationMs: performance.now() - startedAt,
  });
  try {
    const output = await TOOLS[`${language}_query`].run({ query, limit, detail: false }, {
      substrate,
      limits,
    } as ToolContext);
    if (output.type !== "rows") throw new Error("not rows");
    return finished({ rows: output.rows, truncated: output.truncated, error: null });
  } catch (error) {
    return finished({ rows: [], truncated: false, error: toStructuredError(error) });
  }
}
