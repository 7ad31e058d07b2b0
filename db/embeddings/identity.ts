import { fileIdentity } from "./file-identity.ts";
import type { EmbeddingOptions } from "./options.ts";

/**
 * What decides the vectors, for a snapshot's hash: batches, retries, keys and prices do not. Of a model in a file its
 * content counts, not its place.
 */
export async function embeddingIdentity(options: EmbeddingOptions): Promise<Record<string, unknown>> {
  const { type, contextTokens } = options;
  if (type === "lsa") return options;
  if (type === "openai")
    return { type, contextTokens, baseUrl: options.baseUrl, model: options.model, dimensions: options.dimensions };
  const content = await fileIdentity(options.path);
  if (type === "static") return { type, contextTokens, content };
  return { type, contextTokens, content, pooling: options.pooling, dtype: options.dtype };
}
