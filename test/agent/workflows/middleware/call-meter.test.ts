import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "langchain";
import { expect, it } from "vitest";
import { z } from "zod";
import { askMetered } from "../../../../agent/workflows/middleware/call-meter.ts";
import { makeTask } from "../../task.ts";

const search = tool(() => "", {
  name: "search",
  description: "x".repeat(400),
  schema: z.object({ query: z.string() }),
});
const request = {
  role: "analyst" as const,
  system: "s".repeat(40),
  tools: [search],
  sent: [
    new HumanMessage("q".repeat(8)),
    new AIMessage({ content: "", tool_calls: [{ id: "1", name: "search", args: { query: "paging" } }] }),
    new ToolMessage({ content: "k".repeat(20), tool_call_id: "1", artifact: { family: "skill" } }),
  ],
  before: [],
};
const meter = () => ({ modelCalls: 0, usage: { input: 0, output: 0, estimated: false }, roles: {} });

it("where a provider does not say, all that was sent is counted: system prompt, tools, messages and their calls", async () => {
  const execution = { meter: meter(), task: makeTask({ turns: ["q"] }) };
  await askMetered(execution, { ...request, ask: async () => new AIMessage("a".repeat(12)) });
  const { input } = execution.meter.usage;
  expect(execution.meter.usage).toMatchObject({ output: 3, estimated: true });
  expect(input).toBeGreaterThan(10 + 100 + 2 + 5);
  expect(execution.meter.roles).toEqual({
    analyst: { modelCalls: 1, input, output: 3, systemPrompts: 10, skills: 5 },
  });
});

it("what a provider counted stands, and each request carries its instructions again", async () => {
  const execution = { meter: meter(), task: makeTask({ turns: ["q"] }) };
  const usage_metadata = { input_tokens: 50, output_tokens: 7, total_tokens: 57 };
  const ask = async () => new AIMessage({ content: "a", usage_metadata });
  for (let at = 0; at < 2; at++) await askMetered(execution, { ...request, ask });
  expect(execution.meter.roles).toEqual({
    analyst: { modelCalls: 2, input: 100, output: 14, systemPrompts: 20, skills: 10 },
  });
});
