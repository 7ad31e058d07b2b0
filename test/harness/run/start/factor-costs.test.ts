import { expect, it } from "vitest";
import { withGenerators } from "../../../../harness/record/config/factors/fraction.ts";
import { withBases } from "../../../../harness/record/config/factors/values.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { requireAgreedSize } from "../../../../harness/run/start/agreed-size.ts";
import { estimate } from "../../../../harness/run/start/estimate.ts";
import { planFactors } from "../../../../harness/run/start/factor-costs.ts";

const price = { input: 1, output: 10 };
const models = [{ name: "m", provider: "openai", model: "v/m", base_url: "https://host/v1", price }];
const configOf = (rest: object) =>
  withGenerators(withBases(configSchema.parse({ models, workflows: ["vector_rag"], knowledge: ["prompt"], ...rest })));

it("says what each factor adds over its base, and which combinations are one", () => {
  const config = configOf({
    factors: { grade: ["no", "yes"], rewrite: ["no", "yes"], rerank: ["none", "llm_listwise"] },
  });
  const plan = planFactors(config, 10)!;
  expect(plan).toMatchObject({ combinations: 8, configurations: 6, substrates: 1 });
  const added = Object.fromEntries(
    plan.factors.map(({ factor, configurations, executions }) => [factor, [configurations, executions]]),
  );
  expect(added).toEqual({ grade: [4, 40], rewrite: [2, 20], rerank: [3, 30] });
  // What is re-ranked costs more than what is not, and the parts are no more than the whole.
  const [whole] = estimate(config, 10);
  const rerank = plan.factors.find(({ factor }) => factor === "rerank")!;
  expect(rerank.cost! / 30).toBeGreaterThan((whole!.cost! - rerank.cost!) / 30);
  expect(rerank.cost).toBeLessThan(whole!.cost!);
});

it("counts substrates, names aliases, and is nothing without further factors", () => {
  expect(planFactors(configOf({}), 10)).toBeNull();
  const factors = { rerank: ["none", "llm_listwise"], stemming: ["porter", "none"], depth: [20, 50] };
  const plan = planFactors(
    configOf({ factors, design: { fraction: { of: Object.keys(factors), resolution: 3 } } }),
    10,
  )!;
  expect(plan).toMatchObject({ configurations: 4, substrates: 2 });
  expect(plan.factors.map(({ aliases }) => aliases)).toEqual([
    ["stemming x depth"],
    ["rerank x depth"],
    ["rerank x stemming"],
  ]);
});

it("has no price where a model has none", () => {
  const config = configOf({ models: [{ ...models[0], price: undefined }], factors: { depth: [20, 50] } });
  expect(planFactors(config, 10)!.factors[0]).toMatchObject({ cost: null, executions: 10 });
});

it("refuses more configurations than are agreed to, with what they would take, and plans them", async () => {
  const factors = Object.fromEntries(
    ["sql_row_cap", "max_tool_calls", "preview_rows"].map((name) => [name, [1, 2, 3, 4, 5, 6, 7, 8]]),
  );
  const config = configOf({ factors, workflows: ["react"], scenarios: { limit: 10 } });
  await expect(requireAgreedSize(config)).rejects.toMatchObject({
    code: "config",
    message: expect.stringMatching(/^512 configurations, more than 500: 5,120 executions, about \$\d+\.\d\d$/),
  });
  await requireAgreedSize({ ...config, design: { max: 512 } });
  expect(planFactors(config, 10)).toMatchObject({ configurations: 512 });
});
