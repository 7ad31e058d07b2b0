import type { EmbeddingPort, SqlPort } from "../ports.ts";
import type { Analysis } from "../search/terms.ts";
import type { EmbeddingOptions } from "../substrate-options.ts";
import { decodeLsa, encodeLsa, fitLsa, lsaEmbedding } from "./lsa.ts";
import { openAiEmbedding } from "./openai-compatible.ts";

/** Where keys are looked up by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface EmbeddingSource {
  sql: SqlPort;
  options: EmbeddingOptions;
  /** How texts become terms, for an embedding learned from them. */
  analysis: Analysis;
  environment: Environment;
}

/** The embedding for a new snapshot: learned from its texts and stored in its database, or the endpoint. */
export async function newEmbedding(
  { sql, options, analysis, environment }: EmbeddingSource,
  texts: readonly string[],
): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, environment);
  const { stemming, stopWords, splitNames } = analysis;
  const model = fitLsa(texts, { ...options, analysis: { stemming, stopWords, splitNames } });
  // Without a grant to the agent, like the other tables of search.
  await sql.execute(
    "DROP TABLE IF EXISTS rag.embedding_model; CREATE TABLE rag.embedding_model (model bytea NOT NULL)",
  );
  await sql.query("INSERT INTO rag.embedding_model VALUES ($1)", [encodeLsa(model)]);
  return lsaEmbedding(model);
}

/** The embedding of a finished snapshot. */
export async function storedEmbedding({
  sql,
  options,
  environment,
}: Omit<EmbeddingSource, "analysis">): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, environment);
  const { rows } = await sql.query<{ model: Uint8Array }>("SELECT model FROM rag.embedding_model");
  return lsaEmbedding(decodeLsa(rows[0]!.model));
}
