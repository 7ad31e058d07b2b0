import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "langchain";
import { expect, it } from "vitest";
import { z } from "zod";
import { RequestLog, requestOf } from "../../../../agent/turns/request-log.ts";
import { askMetered } from "../../../../agent/workflows/middleware/call-meter.ts";
import { makeTask } from "../../task.ts";

const search = tool(() => "", {
  name: "search",
  description: "x".repeat(400),
  schema: z.object({ query: z.string() }),
});
const request = {
  agent: { role: "analyst", subAgent: null } as const,
  purpose: "answer" as const,
  system: "s".repeat(40),
  tools: [search],
  sent: [
    new HumanMessage("q".repeat(8)),
    new AIMessage({ content: "", tool_calls: [{ id: "1", name: "search", args: { query: "paging" } }] }),
    new ToolMessage({ content: "k".repeat(20), tool_call_id: "1", artifact: { family: "skill" } }),
  ],
  before: [],
};
function makeExecution() {
  const task = makeTask({ turns: ["q"] });
  const meter = { modelCalls: 0, usage: { input: 0, output: 0, estimated: false }, roles: {} };
  return {
    meter,
    task,
    requests: new RequestLog({ turn: () => 0, elapsedMs: () => 5, signal: new AbortController().signal }, task),
  };
}

it("where a provider does not say, all that was sent is counted: system prompt, tools, messages and their calls", async () => {
  const execution = makeExecution();
  await askMetered(execution, { ...request, ask: async () => new AIMessage("a".repeat(12)) });
  const { input } = execution.meter.usage;
  expect(execution.meter.usage).toMatchObject({ output: 3, estimated: true });
  expect(input).toBeGreaterThan(10 + 100 + 2 + 5);
  expect(execution.meter.roles).toEqual({
    analyst: { modelCalls: 1, input, output: 3, systemPrompts: 10, skills: 5 },
  });
});

it("what a provider counted stands, and each request carries its instructions again", async () => {
  const execution = makeExecution();
  const usage_metadata = { input_tokens: 50, output_tokens: 7, total_tokens: 57 };
  const ask = async () => new AIMessage({ content: "a", usage_metadata });
  for (let at = 0; at < 2; at++) await askMetered(execution, { ...request, ask });
  expect(execution.meter.roles).toEqual({
    analyst: { modelCalls: 2, input: 100, output: 14, systemPrompts: 20, skills: 10 },
  });
});

it("each request is recorded with what it took: its answer names it, its prompt is kept without the thread's own name", async () => {
  const execution = makeExecution();
  const system = `You work on ${execution.task.threadId}.`;
  const waits = [{ reason: "429", ms: 40 }];
  const answer = new AIMessage({
    content: "a",
    usage_metadata: { input_tokens: 50, output_tokens: 7, total_tokens: 57, output_token_details: { reasoning: 4 } },
    additional_kwargs: { reasoning_content: "hm" },
    response_metadata: { finish_reason: "stop", model_name: "m-1", waits },
  });
  const message = await askMetered(execution, { ...request, system, ask: async () => answer });
  const failing = Object.assign(new Error("no"), { cause: Object.assign(new Error("429"), { status: 429, waits }) });
  const asking = askMetered(execution, { ...request, system, ask: () => Promise.reject(failing) });
  await expect(asking).rejects.toBe(failing);
  const { requests, prompts } = execution.requests;
  const [hash] = Object.keys(prompts);
  expect(prompts).toEqual({ [hash!]: "You work on {thread}." });
  const both = { turn: 0, role: "analyst", subAgent: null, purpose: "answer", startMs: 5, durationMs: 0, prompt: hash };
  const usage = { input: 50, output: 7, estimated: false, reasoning: 4 };
  expect(requests).toEqual([
    { ...both, index: 0, usage, finish: "stop", servedModel: "m-1", reasoning: "hm", waits },
    { ...both, index: 1, error: { code: "provider_429", message: "no" }, waits },
  ]);
  expect(requestOf(message as AIMessage)).toBe(0);
});
