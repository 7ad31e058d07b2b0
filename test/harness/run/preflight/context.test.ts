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
    const error = await checkContext(configOf(model), ["models"]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).problems?.join("\n")).toMatch(/^m: context_window .* analyst \(react, /m);
  });

  it("is taken where prompt and tools fit, and whatever a stand-in says", async () => {
    await expect(checkContext(configOf({ context_window: 32_000 }), ["models"])).resolves.toBeUndefined();
    const standIn = configSchema.parse({
      models: [{ name: "explorer", provider: "policy", model: "explorer", context_window: 52 }],
    });
    await expect(checkContext(standIn, ["models"])).resolves.toBeUndefined();
  });

  it("takes fewer tools for less", async () => {
    const small = { context_window: 5_000 };
    const agents = { workflows: ["react"] };
    await expect(
      checkContext(configOf(small, { ...agents, tool_families: ["identifier"] }), ["models"]),
    ).resolves.toBeUndefined();
    await expect(checkContext(configOf(small, agents), ["models"])).rejects.toThrow(UserError);
  });

  it("of a judge is refused where it holds no prompt and form, and has a note where it holds no ten results", async () => {
    const judged = (context_window?: number) => {
      const chain = [{ provider: "openai", model: "j-1", ...(context_window && { context_window }) }];
      return configOf({}, { judges: { primary: { type: "llm", chain } } });
    };
    const error = await checkContext(judged(600), ["primary"]).catch((thrown: unknown) => thrown);
    expect((error as UserError).problems).toEqual([
      expect.stringMatching(/^j-1: .* prompt and form of the primary judge/),
    ]);
    await expect(checkContext(judged(6_000), ["primary"])).resolves.toBeUndefined();
    expect(await contextNotes(judged(6_000))).toEqual([expect.stringMatching(/^j-1: a judge's requests .* blocked$/)]);
    expect(await contextNotes(judged())).toEqual([]);
  });

  it("of a model that orders records is held against those records", async () => {
    const small = { ...{ name: "m", provider: "openai", model: "m-1" }, context_window: 4_300 };
    const ordered = (rerank: string) =>
      configSchema.parse({ models: [small], workflows: ["keyword_rag"], retrieval: { rerank, pool: 100 } });
    expect(await contextNotes(ordered("llm_listwise"))).not.toEqual(await contextNotes(ordered("none")));
  });

  it("has a note, once a model, where requests are expected to exceed it", async () => {
    const notes = await contextNotes(configOf({ context_window: 16_000 }));
    expect(notes).toEqual([expect.stringMatching(/^m: requests of plan_execute .* context_window of 16,000/)]);
    expect(await contextNotes(configOf({ context_window: 128_000 }))).toEqual([]);
  });
});
