import { AIMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openAiEmbedding } from "../../../../../db/embeddings/openai-compatible.ts";
import { readForm } from "../../../../../harness/judge/judges/llm/ask.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Embeddings of a server that always answers the same; how often it was asked. */
async function embed(status: number, body: unknown): Promise<{ error: string; requests: number }> {
  const send = vi.fn(async () => new Response(JSON.stringify(body), { status, headers: { "retry-after-ms": "1" } }));
  vi.stubGlobal("fetch", send);
  const options = {
    baseUrl: "http://provider.test/v1",
    model: "m",
    dimensions: 2,
    batchSize: 8,
    maxRetries: 1,
    timeoutMs: 60_000,
  };
  const error = await openAiEmbedding(options, {})
    .embed(["x"])
    .then(() => "", String);
  return { error, requests: send.mock.calls.length };
}

describe("errors of a server of embeddings", () => {
  it("have their own words, whatever the form", async () => {
    expect(await embed(422, { detail: [{ loc: ["body", "input"], msg: "too long" }] })).toEqual({
      error: expect.stringMatching(/HTTP 422 body\.input: too long$/),
      requests: 1,
    });
  });

  it("in a 200 are retried by their own status", async () => {
    expect(await embed(200, { error: { code: 503, message: "loading" } })).toEqual({
      error: expect.stringMatching(/HTTP 503 loading$/),
      requests: 2,
    });
  });
});

describe("a judge's answer without a form", () => {
  it.each([
    [{ finish_reason: "SAFETY" }, "refusal"],
    [{ status: "incomplete", incomplete_details: { reason: "content_filter" } }, "refusal"],
    [{ stop_reason: "refusal" }, "refusal"],
    [{ finish_reason: "MAX_TOKENS" }, "cut_off"],
    [{ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }, "cut_off"],
    [{ finish_reason: "stop" }, "empty"],
  ])("%j is %s, in every protocol's words", (response_metadata, code) => {
    const message = new AIMessage({ content: "", response_metadata });
    expect(() => readForm(message, z.object({}))).toThrow(expect.objectContaining({ code }));
  });
});
