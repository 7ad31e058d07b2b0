import { describe, expect, it } from "vitest";
import { substrateOptionsSchema } from "../../../../db/options/substrate-options.ts";
import { substrateSchema } from "../../../../harness/record/config/substrate-schema.ts";
import { toSearchOptions } from "../../../../harness/record/config/to-search.ts";

const optionsOf = (section: unknown) => substrateOptionsSchema.parse(toSearchOptions(substrateSchema.parse(section)));

describe("toSearchOptions", () => {
  it("an empty section gives the substrate's own defaults", () => {
    expect(optionsOf({})).toEqual(substrateOptionsSchema.parse({}));
  });

  it("each setting of search and HNSW arrives", () => {
    const search = { stemming: "none", stop_words: ["foo"], split_names: false, k1: 2, b: 0.1 };
    const options = optionsOf({ search, hnsw: { m: 8, ef_construction: 32, ef_search: 100 } });
    expect(options.search).toEqual({ stemming: "none", stopWords: ["foo"], splitNames: false, k1: 2, b: 0.1 });
    expect(options.hnsw).toEqual({ m: 8, efConstruction: 32, efSearch: 100 });
  });

  it.each([
    [
      { type: "lsa", dimensions: 64, context_tokens: 100 },
      { type: "lsa", dimensions: 64, seed: 1, contextTokens: 100 },
    ],
    [
      {
        ...{ type: "openai", base_url: "http://127.0.0.1/v1", model: "m", dimensions: 8, api_key_env: "KEY" },
        ...{ price: 0.1, batch_size: 2, max_retries: 1, request_timeout_s: 3, context_tokens: 512 },
      },
      {
        ...{ type: "openai", baseUrl: "http://127.0.0.1/v1", model: "m", dimensions: 8, apiKeyEnv: "KEY" },
        ...{ price: 0.1, batchSize: 2, maxRetries: 1, timeoutMs: 3000, contextTokens: 512 },
      },
    ],
    [
      { type: "transformers", path: "models/e5", pooling: "cls", dtype: "q8", batch_size: 4 },
      { type: "transformers", path: "models/e5", pooling: "cls", dtype: "q8", batchSize: 4, contextTokens: 512 },
    ],
    [
      { type: "static", path: "glove.txt", dimensions: 50 },
      { type: "static", path: "glove.txt", dimensions: 50, contextTokens: 1024 },
    ],
  ])("each setting of an embedding arrives: %j", (embedding, expected) => {
    expect(optionsOf({ embedding }).embedding).toEqual(expected);
  });
});
