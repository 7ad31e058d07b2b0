import { expect, it } from "vitest";
import { allowedModelProblems } from "../../../../harness/record/config/allowed-models.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";

const endpoint = (model: string, more: object = {}) => ({ provider: "openai", model, ...more });
const config = (allow_models: string[] | undefined) =>
  configSchema.parse({
    allow_models,
    models: [
      { name: "stand-in", provider: "policy", model: "explorer" },
      { name: "m", ...endpoint("glm-5.1", { extra_body: { models: ["glm-5.1", "other-1"], model: "other-2" } }) },
    ],
    judges: { primary: { type: "llm", chain: [endpoint("judge-1"), endpoint("judge-2")] } },
    enrichment: { model: endpoint("writer-1") },
    substrate: { embedding: { type: "openai", base_url: "https://host/v1", model: "vectors-1", dimensions: 8 } },
  });

it("names every model that something would be sent to and that is not allowed, wherever it stands", () => {
  const problems = allowedModelProblems(config(["glm-5.1", "judge-1"]));
  expect(problems.map((line) => line.split(" is not")[0])).toEqual([
    "models.m: the model 'other-2'",
    "models.m: the model 'other-1'",
    "judges.primary.chain[1]: the model 'judge-2'",
    "enrichment.model: the model 'writer-1'",
    "substrate.embedding: the model 'vectors-1'",
  ]);
  expect(problems[0]).toMatch(/allow_models.*expected glm-5\.1, judge-1/);
});

it("allows all without a list, stand-ins alone with an empty one", () => {
  expect(allowedModelProblems(config(undefined))).toEqual([]);
  expect(allowedModelProblems(config([])).length).toBe(8);
});
