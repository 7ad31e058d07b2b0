import { describe, expect, it } from "vitest";
import { openAiChat } from "../../../../agent/models/openai-chat/index.ts";
import type { StreamEvent } from "../../../../agent/models/transport/dialect.ts";

const chunk = (delta: object, finish_reason: string | null = null): StreamEvent => ({
  data: JSON.stringify({ id: "1", model: "m", choices: [{ index: 0, delta, finish_reason }] }),
});
const call = (fragment: object): StreamEvent => chunk({ tool_calls: [fragment] });
const DONE: StreamEvent = { data: "[DONE]" };

/** Beyond the recorded exchanges: what is known of other servers. */
describe("a streamed chat answer", () => {
  it("keeps calls apart that all have index 0 and ids of their own", () => {
    const events = [
      call({ index: 0, id: "a", function: { name: "f", arguments: "{}" } }),
      call({ index: 0, id: "b", function: { name: "g", arguments: "{}" } }),
      DONE,
    ];
    const body = openAiChat.normalize(openAiChat.assemble(events));
    expect(body.choices).toMatchObject([
      { finish_reason: "tool_calls", message: { tool_calls: [{ id: "a" }, { id: "b" }] } },
    ]);
  });

  it("goes on with the call whose id is repeated in every fragment", () => {
    const parts = ['{"q', '":1}'].map((text) => call({ index: 0, id: "a", function: { name: "f", arguments: text } }));
    const body = openAiChat.assemble([...parts, DONE]);
    expect(body.choices).toMatchObject([
      { message: { tool_calls: [{ id: "a", function: { arguments: '{"q":1}' } }] } },
    ]);
  });

  it.each([
    ["no end mark and no finish reason", [chunk({ content: "half" })]],
    ["half an event", [chunk({ content: "a" }), { data: '{"choices": [{"del' }]],
    ["nothing", []],
  ])("is a cut stream with %s", (_what, events) => {
    expect(() => openAiChat.assemble(events)).toThrow(expect.objectContaining({ code: "stream_cut" }));
  });

  it("is whole with a finish reason and no end mark", () => {
    expect(openAiChat.assemble([chunk({ content: "whole" }, "stop")]).choices).toMatchObject([
      { message: { content: "whole" } },
    ]);
  });

  it("is the error that comes after half an answer", () => {
    const error = { data: JSON.stringify({ error: { code: 502, message: "gone" } }) };
    expect(openAiChat.assemble([chunk({ content: "half" }), error])).toEqual({ error: { code: 502, message: "gone" } });
  });
});

describe("an answer without a choice", () => {
  it.each([{ choices: [] }, { choices: null }, {}])("%j is no_answer", (body) => {
    expect(() => openAiChat.normalize(body)).toThrow(expect.objectContaining({ code: "no_answer" }));
  });
});
