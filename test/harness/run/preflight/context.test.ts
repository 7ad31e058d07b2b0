import { describe, expect, it } from "vitest";
import { UserError } from "../../../../base/user-error.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { checkContext } from "../../../../harness/run/preflight/context.ts";
import { contextNotes } from "../../../../harness/run/start/context-note.ts";

function configOf(model: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const models = [{ name: "m", provider: "openai", model: "m-1", ...model }];
  return configSchema.parse({ models, workflows: ["react", "plan_execute", "keyword_rag"], ...more });
}

describe("a model's declared context window", () => {
  it.each([
    ["52 tokens", { context_window: 52 }],
    ["the longest answer takes all of it", { context_window: 32_000, max_output_tokens: 31_000 }],
  ])("is refused where no request fits: %s", async (_what, model) => {
    const error = await checkContext(configOf(model)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).problems?.join("\n")).toMatch(/^m: context_window .* analyst \(react, /m);
  });

  it("is taken where prompt and tools fit, and whatever a stand-in says", async () => {
    await expect(checkContext(configOf({ context_window: 32_000 }))).resolves.toBeUndefined();
    const standIn = configSchema.parse({
      models: [{ name: "explorer", provider: "policy", model: "explorer", context_window: 52 }],
    });
    await expect(checkContext(standIn)).resolves.toBeUndefined();
  });

  it("takes fewer tools for less", async () => {
    const small = { context_window: 5_000 };
    const agents = { workflows: ["react"] };
    await expect(checkContext(configOf(small, { ...agents, tool_families: ["identifier"] }))).resolves.toBeUndefined();
    await expect(checkContext(configOf(small, agents))).rejects.toThrow(UserError);
  });

  it("has a note, once a model, where requests are expected to exceed it", async () => {
    const notes = await contextNotes(configOf({ context_window: 16_000 }));
    expect(notes).toEqual([expect.stringMatching(/^m: requests of plan_execute .* context_window of 16,000/)]);
    expect(await contextNotes(configOf({ context_window: 128_000 }))).toEqual([]);
  });
});
