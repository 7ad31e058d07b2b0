import { type AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { makeModel } from "../../../agent/make-model.ts";
import { type Exchange, modelOf, readExchanges, replay } from "./wire-exchanges.ts";

const exchanges = new Map(readExchanges().map((exchange) => [exchange.name, exchange]));

/** Answers a recorded message's calls and gives the request that follows: what the provider is shown of its own message. */
async function nextRequest(name: string): Promise<Record<string, unknown>> {
  const exchange = exchanges.get(name) as Exchange;
  const { fetch, requests } = replay(exchange);
  const model = await makeModel({
    model: modelOf(exchange),
    seed: 1,
    environment: {},
    remainingMs: () => 10_000,
    fetch,
  });
  const question = new HumanMessage("hi");
  const message = (await model.invoke([question])) as AIMessage;
  const results = (message.tool_calls ?? []).map(
    ({ id = "", name: tool }) => new ToolMessage({ content: "42", tool_call_id: id, name: tool }),
  );
  await model.invoke([question, message, ...results]);
  return requests[1] ?? {};
}

/** The assistant's message of a chat request. */
function assistantOf(body: Record<string, unknown>): Record<string, unknown> | undefined {
  return (body.messages as Record<string, unknown>[]).find(({ role }) => role === "assistant");
}

describe("what goes back in a tool loop", () => {
  it.each(["deepseek-chat-reasoner-tool-loop-1", "deepseek-chat-reasoner-tool-loop-2", "glm-chat-stream-tool-loop-1"])(
    "%s: the reasoning, as the next recorded request has it",
    async (name) => {
      const number = Number(name.at(-1)) + 1;
      const recorded = exchanges.get(`${name.slice(0, -1)}${number}`)?.request.body.messages as Record<
        string,
        unknown
      >[];
      const sent = assistantOf(await nextRequest(name));
      const calls = sent?.tool_calls as { id: string }[];
      const same = recorded.find(
        ({ tool_calls: before }) => (before as { id: string }[] | undefined)?.[0]?.id === calls[0]?.id,
      );
      expect(sent?.reasoning_content).toBe(same?.reasoning_content);
      expect(String(sent?.reasoning_content).length).toBeGreaterThan(50);
    },
  );

  it("ollama-qwen3-chat-tool-loop-1: the reasoning under the name in which it came", async () => {
    const sent = assistantOf(await nextRequest("ollama-qwen3-chat-tool-loop-1"));
    expect(sent).toHaveProperty("reasoning");
    expect(sent).not.toHaveProperty("reasoning_content");
  });

  it("openai-chat-tool-loop-1: no reasoning to a server that sent none", async () => {
    const sent = assistantOf(await nextRequest("openai-chat-tool-loop-1"));
    expect(Object.keys(sent ?? {}).sort()).toEqual(["content", "role", "tool_calls"]);
  });

  it("anthropic-stream-thinking-tool: thinking with its signature, before the call", async () => {
    const sent = assistantOf(await nextRequest("anthropic-stream-thinking-tool"));
    const blocks = sent?.content as { type: string; signature?: string; thinking?: string }[];
    expect(blocks.map(({ type }) => type)).toEqual(["thinking", "tool_use"]);
    expect(blocks[0]?.signature?.length).toBeGreaterThan(100);
    expect(blocks[0]?.thinking).toMatch(/Florence/);
  });

  it.each(["google-parallel-tools", "google-stream-thinking-tool"])(
    "%s: the signature of the call, no thoughts",
    async (name) => {
      const { contents } = (await nextRequest(name)) as {
        contents: { role: string; parts: Record<string, unknown>[] }[];
      };
      const parts = contents.find(({ role }) => role === "model")?.parts ?? [];
      expect(parts[0]).toMatchObject({ functionCall: {}, thoughtSignature: expect.stringMatching(/^C/) });
      expect(parts.some((part) => "thought" in part)).toBe(false);
      expect(contents.at(-1)?.parts[0]).toHaveProperty("functionResponse");
    },
  );

  it("openai-responses-stream-tool-loop-1: the call and its output, by call id", async () => {
    const { input } = (await nextRequest("openai-responses-stream-tool-loop-1")) as {
      input: Record<string, unknown>[];
    };
    const id = "call_sVidsfFJ6zlzRpelrPkTPlpd";
    expect(input.filter(({ call_id }) => call_id === id).map(({ type }) => type)).toEqual([
      "function_call",
      "function_call_output",
    ]);
  });

  it("openrouter-chat-malformed-args: arguments that were broken go back as an object", async () => {
    const calls = assistantOf(await nextRequest("openrouter-chat-malformed-args"))?.tool_calls as {
      function: { arguments: string };
    }[];
    expect(JSON.parse(calls[0]?.function.arguments ?? "")).toEqual({
      unparsed_arguments: '{}{"location": "Paris, France"}',
    });
  });
});
