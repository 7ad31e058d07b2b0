import { expect, it } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { hiddenConfig } from "../../../../harness/show/anonymise/hidden-config.ts";

it("says nowhere where embeddings, re-rankers, retrievals and policies lie, in levels of factors neither", () => {
  const endpoint = {
    type: "openai",
    base_url: "https://secret.example/v1",
    model: "m",
    dimensions: 8,
    api_key_env: "SECRET_KEY",
  };
  const config = configSchema.parse({
    substrate: { embedding: endpoint },
    cross_encoder: { protocol: "onnx", path: "/home/secret/model" },
    retrievals: [{ name: "mine", path: "/home/secret/retrieve.ts" }],
    policies: { "tool-routing": "As secret decided." },
    factors: [
      {
        name: "f",
        base: null,
        levels: [
          { name: "a", patch: { "substrate.embedding": endpoint, policies: { "tool-routing": "secret" } } },
          { name: "b", patch: { "substrate.embedding": { type: "transformers", path: "/home/secret/minilm" } } },
        ],
      },
    ],
  });
  const hidden = hiddenConfig(config, { name: (name) => name, text: (text) => text });
  expect(JSON.stringify(hidden)).not.toMatch(/secret/i);
  expect(hidden.factors?.[0]?.levels.map(({ name, patch }) => [name, Object.keys(patch)])).toEqual([
    ["a", ["substrate.embedding", "policies"]],
    ["b", ["substrate.embedding"]],
  ]);
});
