import { z } from "zod";
import { UserError } from "../base/user-error.ts";
import type { EmbeddingPort } from "../ports.ts";

export interface OpenAiEmbeddingOptions {
  /** Up to and without `/embeddings`. */
  baseUrl: string;
  model: string;
  dimensions: number;
  /** Name of the environment variable that holds the key; absent = no key is sent. */
  apiKeyEnv?: string;
  /** Texts a request. */
  batchSize: number;
  maxRetries: number;
  timeoutMs: number;
}

const responseSchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
});

/**
 * Any server that speaks OpenAI's `POST /embeddings`. Batches; retries 429, 5xx and broken connections with `Retry-After`
 * or exponential waits. Throws a UserError `credentials` without the key or when it is refused, `substrate` otherwise.
 */
export function openAiEmbedding(
  options: OpenAiEmbeddingOptions,
  environment: Readonly<Record<string, string | undefined>>,
): EmbeddingPort {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (options.apiKeyEnv) headers.authorization = `Bearer ${keyOf(options, environment)}`;
  return {
    id: `openai:${options.model}`,
    dimensions: options.dimensions,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += options.batchSize) {
        vectors.push(...(await embedBatch(options, headers, texts.slice(start, start + options.batchSize))));
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
      `embeddings of ${baseUrl} need a key: the environment variable ${apiKeyEnv} is not set`,
    );
  return key;
}

async function embedBatch(
  options: OpenAiEmbeddingOptions,
  headers: Record<string, string>,
  texts: readonly string[],
): Promise<Float32Array[]> {
  // An empty text is an error to most servers.
  const body = JSON.stringify({
    model: options.model,
    dimensions: options.dimensions,
    encoding_format: "float",
    input: texts.map((text) => text || " "),
  });
  const parsed = responseSchema.safeParse(await requestWithRetries(options, headers, body));
  const data = parsed.success ? [...parsed.data.data].sort((a, b) => a.index - b.index) : [];
  const wrong = data.find((entry) => entry.embedding.length !== options.dimensions);
  if (data.length !== texts.length || wrong) {
    const found = wrong ? `${wrong.embedding.length} dimensions` : `${data.length} vectors`;
    throw new UserError(
      "substrate",
      `embeddings of ${options.model}: expected ${texts.length} vectors of ${options.dimensions} dimensions, found ${found}`,
    );
  }
  return data.map((entry) => unit(entry.embedding));
}

async function requestWithRetries(
  options: OpenAiEmbeddingOptions,
  headers: Record<string, string>,
  body: string,
): Promise<unknown> {
  const url = `${options.baseUrl.replace(/\/+$/, "")}/embeddings`;
  for (let attempt = 0; ; attempt++) {
    const outcome = await request(url, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    if ("json" in outcome) return outcome.json;
    if (!outcome.retry || attempt >= options.maxRetries)
      throw new UserError(outcome.code, `embeddings of ${url}: ${outcome.message}`);
    await new Promise((resolve) => setTimeout(resolve, outcome.waitMs ?? Math.min(30_000, 500 * 2 ** attempt)));
  }
}

type Outcome =
  | { json: unknown }
  | { code: "credentials" | "substrate"; message: string; retry: boolean; waitMs?: number };

async function request(url: string, init: RequestInit): Promise<Outcome> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    if (response.ok) return { json: JSON.parse(text) };
    return {
      code: response.status === 401 || response.status === 403 ? "credentials" : "substrate",
      message: `HTTP ${response.status} ${text.slice(0, 300)}`,
      retry: response.status === 429 || response.status >= 500,
      waitMs: retryAfter(response.headers.get("retry-after")),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    return {
      code: "substrate",
      message: cause instanceof Error ? cause.message : message,
      retry: !(error instanceof SyntaxError),
    };
  }
}

/** Seconds, capped at a minute; an HTTP date is left to the exponential wait. */
function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) ? Math.min(60, Math.max(0, seconds)) * 1000 : undefined;
}

function unit(values: readonly number[]): Float32Array {
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return Float32Array.from(values, (value) => value / norm);
}
