import { z } from "zod";
import { countOf } from "../../base/counts.ts";
import { postJson } from "../../base/providers/post-json.ts";
import { currentRecording } from "../../base/providers/recording/recording.ts";
import { redactAddresses } from "../../base/providers/secrets/addresses.ts";
import { secretsOf } from "../../base/providers/secrets/secrets.ts";
import { UserError } from "../../base/user-error.ts";
import type { EmbeddingPort } from "../ports/ports.ts";
import type { EmbeddingUsage } from "../ports/substrate-manifest.ts";
import { type Batch, recordedBatch } from "./recorded-batch.ts";
import { unitVector } from "./unit-vector.ts";

export interface OpenAiEmbeddingOptions {
  /** Up to and without `/embeddings`. */
  baseUrl: string;
  model: string;
  dimensions: number;
  /** Name of the environment variable that holds the key; absent = no key is sent. */
  apiKeyEnv?: string;
  /** US dollars per million tokens; absent = the cost is not known. */
  price?: number;
  /** Texts a request. */
  batchSize: number;
  maxRetries: number;
  timeoutMs: number;
}

/** Numbers, or their bytes in base64, which some servers send whatever was asked for. */
const embeddingSchema = z.array(z.number()).or(z.base64().transform(readFloats));

/** A batch of texts has as many tokens in all as in its prompt. */
const usageSchema = z
  .object({ total_tokens: z.int().min(0).nullish(), prompt_tokens: z.int().min(0).nullish() })
  .transform(({ total_tokens, prompt_tokens }) => total_tokens ?? prompt_tokens ?? null);

const responseSchema = z.object({
  data: z.array(z.object({ index: z.number().int().nullish(), embedding: embeddingSchema })),
  usage: usageSchema.nullish().catch(null),
});

/**
 * Any server that speaks OpenAI's `POST /embeddings`, in batches. Throws a UserError `credentials` without the key or
 * when it is refused, `substrate` for other failures and for vectors of another number or length than asked for.
 */
export function openAiEmbedding(
  options: OpenAiEmbeddingOptions,
  environment: Readonly<Record<string, string | undefined>>,
): EmbeddingPort {
  const recording = currentRecording();
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (options.apiKeyEnv && recording?.mode !== "replay")
    headers.authorization = `Bearer ${keyOf(options, environment)}`;
  let usage: EmbeddingUsage = { requests: 0, retries: 0, texts: 0, tokens: 0, cost_usd: null };
  return {
    id: `openai:${options.model}`,
    dimensions: options.dimensions,
    usage: () => ({ ...usage, cost_usd: costOf(usage.tokens, options.price) }),
    async embed(texts, onProgress) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += options.batchSize) {
        onProgress?.(start, texts.length);
        const slice = texts.slice(start, start + options.batchSize);
        const batch = await recordedBatch(recording, { ...options, texts: slice }, () =>
          embedBatch(options, { headers, environment }, slice),
        );
        usage = added(usage, batch);
        vectors.push(...batch.vectors);
      }
      return vectors;
    },
  };
}

function keyOf(
  { apiKeyEnv, baseUrl }: OpenAiEmbeddingOptions,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const key = environment[apiKeyEnv ?? ""];
  if (!key)
    throw new UserError(
      "credentials",
      `embeddings of ${redactAddresses(baseUrl)} need a key: the environment variable ${apiKeyEnv} is not set`,
    );
  return key;
}

interface Access {
  headers: Record<string, string>;
  environment: Readonly<Record<string, string | undefined>>;
}

async function embedBatch(
  options: OpenAiEmbeddingOptions,
  { headers, environment }: Access,
  texts: readonly string[],
): Promise<Batch> {
  const { model, dimensions, apiKeyEnv } = options;
  const secrets = apiKeyEnv === undefined ? [] : secretsOf({ [apiKeyEnv]: environment[apiKeyEnv] }, [apiKeyEnv]);
  // An empty text is an error to most servers.
  const input = texts.map((text) => text || " ");
  const body = { model, dimensions, encoding_format: "float", input };
  const { json, retries } = await postJson("/embeddings", body, { ...options, what: "embeddings", headers, secrets });
  const parsed = responseSchema.safeParse(json);
  const data = parsed.success ? [...parsed.data.data].sort((a, b) => (a.index ?? 0) - (b.index ?? 0)) : [];
  checkShape(data, { model, dimensions, texts: texts.length });
  return {
    vectors: data.map((entry) => unitVector(entry.embedding)),
    tokens: parsed.data?.usage ?? null,
    retries,
  };
}

/** 32-bit floats, little-endian. */
function readFloats(base64: string): number[] {
  const bytes = Buffer.from(base64, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

function checkShape(
  data: readonly { embedding: readonly number[] }[],
  { model, dimensions, texts }: { model: string; dimensions: number; texts: number },
): void {
  const wrong = data.find((entry) => entry.embedding.length !== dimensions);
  if (data.length === texts && !wrong) return;
  const found = wrong ? countOf(wrong.embedding.length, "dimension") : countOf(data.length, "vector");
  throw new UserError(
    "substrate",
    `embeddings of ${model}: expected ${countOf(texts, "vector")} of ${dimensions} dimensions, found ${found}`,
  );
}

function added(usage: EmbeddingUsage, { vectors, tokens, retries }: Batch): EmbeddingUsage {
  return {
    ...usage,
    requests: usage.requests + 1 + retries,
    retries: usage.retries + retries,
    texts: usage.texts + vectors.length,
    tokens: usage.tokens === null || tokens === null ? null : usage.tokens + tokens,
  };
}

function costOf(tokens: number | null, price: number | undefined): number | null {
  return tokens === null || price === undefined ? null : (tokens * price) / 1e6;
}
