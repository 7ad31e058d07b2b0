import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isThere } from "../../../../base/parts.ts";
import { allowedModelProblems } from "../../../../harness/record/config/allowed-models.ts";
import { withPolicyTexts } from "../../../../harness/record/config/policies.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { actsOf } from "../../../../harness/run/preflight/acts.ts";
import { preflight } from "../../../../harness/run/preflight/index.ts";

/** A configuration whose second level of one factor has these values; all that it says itself is local. */
function configOf(patch: object, rest: object = {}) {
  const levels = [
    { name: "base", patch: {} },
    { name: "other", patch },
  ];
  return configSchema.parse({
    workflows: ["vector_rag"],
    knowledge: ["prompt"],
    factors: [{ name: "f", base: "base", levels }],
    ...rest,
  });
}

const ELSEWHERE = {
  type: "openai",
  base_url: "https://elsewhere.example/v1",
  model: "e/m",
  dimensions: 8,
  api_key_env: "MY_KEY",
};
const environment = { MY_KEY: "secret" };

describe("what a level alone would do", () => {
  it("is asked about before anything is sent, once", () => {
    const acts = actsOf(configOf({ "substrate.embedding": ELSEWHERE }), { needs: ["substrate"], environment });
    expect(acts).toHaveLength(1);
    expect(JSON.stringify(acts)).toContain("elsewhere.example");
    const cross_encoder = { base_url: "https://ranks.example", model: "r/m", api_key_env: "MY_KEY" };
    const ranked = configOf({ "retrieval.rerank": "cross_encoder" }, { cross_encoder });
    expect(JSON.stringify(actsOf(ranked, { needs: ["models"], environment }))).toContain("ranks.example");
  });

  it("is refused where the model is not among those that are allowed", () => {
    const problems = (patch: object, rest: object = {}) =>
      allowedModelProblems(configOf(patch, { allow_models: ["v/m"], ...rest }));
    expect(problems({ "substrate.embedding": ELSEWHERE })).toEqual([expect.stringContaining("'e/m' is not among")]);
    const models = [{ name: "m", provider: "openai", model: "v/m" }];
    expect(problems({ "model.extra_body": { model: "other/m" } }, { models })).toEqual([
      expect.stringContaining("'other/m' is not among"),
    ]);
  });

  it("is checked in the first second: files of an embedding that are not there, keys that are not set", async () => {
    const missing = configOf({ "substrate.embedding": { type: "transformers", path: "/nowhere/model" } });
    await expect(preflight(["substrate"], { config: missing, environment: {} })).rejects.toThrow(/nowhere/);
    const unset = configOf({ "substrate.embedding": ELSEWHERE });
    await expect(preflight(["substrate"], { config: unset, environment: {} })).rejects.toThrow(/MY_KEY/);
    const cross_encoder = { protocol: "onnx", path: "/nowhere/model" };
    const ranked = configOf({ "retrieval.rerank": "cross_encoder" }, { cross_encoder });
    await expect(preflight(["models"], { config: ranked, environment: {} })).rejects.toThrow(/nowhere/);
  });

  it.skipIf(isThere("@huggingface/transformers"))(
    "is refused without the package that runs a local model",
    async () => {
      const path = await mkdtemp(join(tmpdir(), "model-"));
      await mkdir(join(path, "onnx"));
      for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"])
        await writeFile(join(path, file), "{}");
      const ranked = configOf(
        { "retrieval.rerank": "cross_encoder" },
        { cross_encoder: { protocol: "onnx", path, dtype: "fp32" } },
      );
      const embedded = configOf({ "substrate.embedding": { type: "transformers", path, dtype: "fp32" } });
      const said = /needs? the package @huggingface\/transformers, which is not installed/;
      await expect(preflight(["models"], { config: ranked, environment: {} })).rejects.toThrow(said);
      await expect(preflight(["substrate"], { config: embedded, environment: {} })).rejects.toThrow(said);
    },
  );

  it("brings no credential into the run by the texts of its policies", async () => {
    const folder = await mkdtemp(join(tmpdir(), "policies-"));
    await mkdir(join(folder, "p"));
    await writeFile(join(folder, "p/tool-routing.md"), "See https://user:password@host/wiki first.");
    const config = configOf({ policies: join(folder, "p") });
    await expect(withPolicyTexts(config, {})).rejects.toMatchObject({
      problems: [expect.stringContaining("an address with a user")],
    });
  });
});
