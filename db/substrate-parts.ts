import { join } from "node:path";
import { fitLsa, lsaEmbedding, readLsa, writeLsa } from "./embeddings/lsa.ts";
import { openAiEmbedding } from "./embeddings/openai-compatible.ts";
import { AGE_SESSION_SQL } from "./graph/age.ts";
import type { EmbeddingPort, SqlPort } from "./ports.ts";
import { openPglite } from "./postgres/pglite.ts";
import { SNAPSHOT_PATHS } from "./substrate-files.ts";
import type { EmbeddingOptions, SubstrateOptions } from "./substrate-options.ts";

/** Where keys are looked up by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Opens the database in a scratch folder, new or copied. */
export function openDatabase(scratch: string, { vectorIndex }: SubstrateOptions): Promise<SqlPort> {
  // HNSW looks at 40 candidates unless told; searches here ask for up to several hundred.
  const hnsw = vectorIndex === "hnsw" ? "SET hnsw.ef_search = 400; SET hnsw.iterative_scan = strict_order;" : "";
  return openPglite({ folder: join(scratch, SNAPSHOT_PATHS.database), sessionSql: `${AGE_SESSION_SQL} ${hnsw}` });
}

/** The embedding for a new snapshot: learned from its texts and stored in `folder`, or the endpoint. */
export async function newEmbedding(
  { folder, options, environment }: { folder: string; options: EmbeddingOptions; environment: Environment },
  texts: readonly string[],
): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, environment);
  const model = fitLsa(texts, options);
  await writeLsa(join(folder, SNAPSHOT_PATHS.embedding), model);
  return lsaEmbedding(model);
}

/** The embedding of a finished snapshot. */
export async function storedEmbedding(
  folder: string,
  options: EmbeddingOptions,
  environment: Environment,
): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, environment);
  return lsaEmbedding(await readLsa(join(folder, SNAPSHOT_PATHS.embedding)));
}
