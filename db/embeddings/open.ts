import { basename, resolve } from "node:path";
import type { Environment } from "../../base/environment.ts";
import { UserError } from "../../base/user-error.ts";
import type { EmbeddingPort, SqlPort } from "../ports/ports.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import { fileIdentity } from "./file-identity.ts";
import { decodeLsa, encodeLsa, fitLsa, lsaEmbedding, type TermPages } from "./lsa.ts";
import { openAiEmbedding } from "./openai-compatible.ts";
import type { EmbeddingOptions } from "./options.ts";
import { countWords, staticEmbedding, type WordCounts } from "./static-vectors.ts";
import { transformersEmbedding } from "./transformers.ts";
import { readWordVectors } from "./word-vectors.ts";

export interface EmbeddingSource {
  sql: SqlPort;
  options: EmbeddingOptions;
  /** How texts become terms, for an embedding learned from them. */
  analysis: TextAnalysis;
  environment: Environment;
}

/** What an embedding may learn from, read when it is asked for: texts, or what they are as terms, some at a time. */
export interface Lesson {
  texts(): AsyncIterable<readonly string[]>;
  terms(): TermPages;
}

/** The embedding for a new snapshot. What it learned from the texts is stored in the snapshot's database. */
export async function newEmbedding(
  { sql, options, analysis, environment }: EmbeddingSource,
  lesson: Lesson,
): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, environment);
  if (options.type === "transformers") return checked(await localModel(options), options);
  if (options.type === "static") {
    const { id, vectors } = await openWordVectors(options);
    const counts = await countWords(lesson.texts(), vectors);
    await storeModel(sql, Buffer.from(JSON.stringify(counts)));
    return checked(staticEmbedding(id, vectors, counts), options);
  }
  const { stemming, stopWords, splitNames } = analysis;
  const model = await fitLsa(lesson.terms(), { ...options, analysis: { stemming, stopWords, splitNames } });
  await storeModel(sql, encodeLsa(model));
  return lsaEmbedding(model);
}

/**
 * The embedding of a finished snapshot. `built` is what it was built with.
 * @throws UserError `substrate` when the options lead to another model, or to other dimensions
 */
export async function storedEmbedding(
  { sql, options, environment }: Omit<EmbeddingSource, "analysis">,
  built: { id: string; dimensions: number },
): Promise<EmbeddingPort> {
  const opened = await openStored({ sql, options, environment });
  if (opened.id === built.id && opened.dimensions === built.dimensions) return opened;
  throw new UserError(
    "substrate",
    `the snapshot's vectors are of ${built.id} with ${built.dimensions} dimensions: expected the same model for queries, found ${opened.id} with ${opened.dimensions}`,
    { hint: "vectors of two models can't be compared: use the model it was built with, or build again" },
  );
}

async function openStored({ sql, options, environment }: Omit<EmbeddingSource, "analysis">): Promise<EmbeddingPort> {
  if (options.type === "openai") return openAiEmbedding(options, environment);
  if (options.type === "transformers") return localModel(options);
  const { rows } = await sql.query<{ model: Uint8Array }>("SELECT model FROM rag.embedding_model");
  const model = rows[0]!.model;
  if (options.type === "lsa") return lsaEmbedding(decodeLsa(model));
  const { id, vectors } = await openWordVectors(options);
  return staticEmbedding(id, vectors, JSON.parse(Buffer.from(model).toString()) as WordCounts);
}

/** Without a grant to the agent, like the other tables of search. */
async function storeModel(sql: SqlPort, model: Buffer): Promise<void> {
  await sql.execute(
    "DROP TABLE IF EXISTS rag.embedding_model; CREATE TABLE rag.embedding_model (model bytea NOT NULL)",
  );
  await sql.query("INSERT INTO rag.embedding_model VALUES ($1)", [model]);
}

async function localModel(options: Extract<EmbeddingOptions, { type: "transformers" }>): Promise<EmbeddingPort> {
  return transformersEmbedding(await idOf("transformers", options.path), options);
}

async function openWordVectors({ path }: Extract<EmbeddingOptions, { type: "static" }>) {
  return { id: await idOf("static", path), vectors: await readWordVectors(path) };
}

/** Name and content: `static:glove.txt@1f2e3d4c`. */
async function idOf(type: string, path: string): Promise<string> {
  return `${type}:${basename(resolve(path))}@${(await fileIdentity(path)).slice(0, 8)}`;
}

function checked(port: EmbeddingPort, { dimensions }: { dimensions?: number }): EmbeddingPort {
  if (dimensions === undefined || dimensions === port.dimensions) return port;
  throw new UserError(
    "substrate",
    `the embedding ${port.id}: expected ${dimensions} dimensions, found ${port.dimensions}`,
  );
}
