import { describe, expect, it } from "vitest";
import { withPrices } from "../../../../harness/record/config/prices.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";

const at = (input: number) => ({ input, output: input });

function priced(models: object[], prices: object, rest: object = {}) {
  return withPrices(configSchema.parse({ models, prices, ...rest }));
}

describe("withPrices", () => {
  const openai = { provider: "openai", model: "z-ai/glm-5.1" };

  it("goes by a model's own price, then its id, then the longest pattern", () => {
    const prices = { "*": at(1), "z-ai/*": at(2), "z-ai/glm-5.1": at(3) };
    const models = [
      { name: "own", ...openai, price: at(4) },
      { name: "id", ...openai },
      { name: "pattern", ...openai, model: "z-ai/glm-4" },
      { name: "any", ...openai, model: "gpt-4o" },
    ];
    expect(priced(models, prices).models.map(({ price }) => price?.input)).toEqual([4, 3, 2, 1]);
  });

  it("leaves a model that nothing fits without a price, so that its cost is unknown", () => {
    expect(priced([{ name: "a", ...openai }], { "gpt-*": at(1) }).models[0]?.price).toBeUndefined();
  });

  it("is for judges too", () => {
    const judges = { primary: { type: "llm", chain: [{ provider: "anthropic", model: "claude-x" }] } };
    const { primary } = priced([{ name: "a", ...openai }], { "claude-*": at(9) }, { judges }).judges;
    expect(primary).toMatchObject({ chain: [{ price: at(9) }] });
  });
});
