import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelConfig, ScopeAgent, ScopeTask } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import { openScopeAgent } from "../../agent/system.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";

/** A server of the four protocols that others wrote, and hold against the real providers every day. */
const server = new LLMock({ port: 0, logLevel: "silent" });
let substrate: Substrate;
let system: ScopeAgent;
let threads = 0;

beforeAll(async () => {
  server
    .on(
      { userMessage: /handover/, hasToolResult: false },
      { toolCalls: [{ name: "keyword_search", arguments: '{"query":"handover"}' }], reasoning: "Words first." },
    )
    .on({ hasToolResult: true }, { content: "No supported recommendation: nothing.", reasoning: "Nothing fits." });
  await server.start();
  substrate = await readSmallSubstrate();
  system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
});
afterAll(async () => {
  await system?.close();
  await substrate?.close();
  await server.stop();
});

const PROTOCOLS: Pick<ModelConfig, "provider" | "api" | "model">[] = [
  { provider: "openai", model: "gpt-4o" },
  { provider: "openai", api: "responses", model: "gpt-4o" },
  { provider: "anthropic", model: "claude-sonnet-4-5" },
  { provider: "google", model: "gemini-2.5-flash" },
];

async function run(model: Partial<ModelConfig> & Pick<ModelConfig, "provider" | "model">) {
  const task: ScopeTask = {
    threadId: `third-party-${threads++}`,
    assistantId: "test",
    turns: ["Which tests cover handover?"],
    model: {
      name: "other",
      family: "other",
      baseUrl: model.provider === "openai" ? `${server.url}/v1` : server.url,
      temperature: 0,
      contextWindow: 100_000,
      requestTimeoutMs: 10_000,
      maxRetries: 3,
      ...model,
    },
    workflow: "react",
    knowledge: "prompt",
    limits: STUDY_LIMITS,
    seed: 7,
    signal: new AbortController().signal,
  };
  const result = await system.run(task);
  return { result, trace: await system.readTrace(task) };
}

describe.each([false, true])("aimock drives the agent, stream %s", (stream) => {
  it.each(PROTOCOLS)("$provider $api: a tool loop with thinking comes out right", async (protocol) => {
    const { result, trace } = await run({ ...protocol, stream });
    expect(result.turns.map(({ outcome, error }) => [outcome, error])).toEqual([["success", undefined]]);
    expect(trace.toolCalls.map(({ tool, status, arguments: sent }) => [tool, status, sent])).toEqual([
      ["keyword_search", "success", { query: "handover" }],
    ]);
    expect(trace.answers).toEqual(["No supported recommendation: nothing."]);
    expect(trace.finishes).toEqual({ tool_calls: 1, stop: 1 });
    // Its Gemini does not say who answered.
    expect(trace.servedModels).toEqual(protocol.provider === "google" ? [] : [protocol.model]);
    expect(trace.usage?.output).toBeGreaterThan(0);
  });
});

describe("aimock in trouble", () => {
  it.each(PROTOCOLS)("$provider $api: 429 with Retry-After is waited for, 500 is retried", async (protocol) => {
    server.nextRequestError(429, { message: "slow down", type: "rate_limit_error" });
    expect((await run(protocol)).result.outcome).toBe("success");
    server.nextRequestError(500, { message: "oops", type: "server_error" });
    expect((await run(protocol)).result.outcome).toBe("success");
  });
});
