import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { costOf } from "../../../agent/models/cost.ts";
import { addUsage, NO_USAGE } from "../../../agent/models/usage.ts";

const million = { input: 1_000_000, output: 1_000_000 };

describe("costOf", () => {
  it("is unknown, not 0, without a price", () => {
    expect(costOf(undefined, million)).toBeNull();
  });

  it("takes cached input and cache writes at their own prices, else at that of input", () => {
    const usage = { ...million, cachedInput: 600_000, cacheWrite: 100_000 };
    expect(costOf({ input: 2, output: 10 }, usage)).toBeCloseTo(12, 9);
    expect(costOf({ input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 }, usage)).toBeCloseTo(
      0.3 * 2 + 0.6 * 0.2 + 0.1 * 2.5 + 10,
      9,
    );
  });
});

describe("addUsage", () => {
  const message = (details?: object): AIMessage =>
    new AIMessage({
      content: "",
      usage_metadata: { input_tokens: 10, output_tokens: 2, total_tokens: 12, ...details },
    });

  it("keeps absent what no provider told, and adds up what one did", () => {
    const plain = addUsage(NO_USAGE, message());
    expect(plain).toEqual({ input: 10, output: 2, estimated: false });
    const reported = message({ input_token_details: { cache_read: 4 }, output_token_details: { reasoning: 1 } });
    expect(addUsage(addUsage(plain, reported), reported)).toEqual({
      input: 30,
      output: 6,
      estimated: false,
      cachedInput: 8,
      reasoning: 2,
    });
  });
});
