import { bodyOf, type Dialect } from "./bodies.ts";
import type { Answer } from "./provider.ts";

/** The same answer as server-sent events: text and arguments in two fragments each. */
export function eventsOf(reply: Answer, dialect: Dialect): string[] {
  return dialect === "openai" ? openAiEvents(reply) : anthropicEvents(reply);
}

function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

// biome-ignore lint/suspicious/noExplicitAny: this file's own bodies
type Json = any;

function openAiEvents(reply: Answer): string[] {
  const { choices, usage, object: _, ...head } = bodyOf(reply, "openai") as Json;
  const { message, finish_reason } = choices[0];
  const deltas = [
    { role: "assistant", content: "" },
    ...(message.content ? halves(message.content).map((content) => ({ content })) : []),
    ...(message.refusal ? halves(message.refusal).map((refusal) => ({ refusal })) : []),
    ...(message.tool_calls ?? []).flatMap(({ index, id, type, function: called }: Json) => {
      const [first, rest] = halves(called.arguments);
      return [
        { tool_calls: [{ index, id, type, function: { name: called.name, arguments: first } }] },
        { tool_calls: [{ index, function: { arguments: rest } }] },
      ];
    }),
  ];
  const chunks = [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason }] },
    ...(usage ? [{ ...head, choices: [], usage }] : []),
  ];
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"];
}

function anthropicEvents(reply: Answer): string[] {
  const { content, stop_reason, usage, ...message } = bodyOf(reply, "anthropic") as Json;
  const blocks = content.flatMap((block: Json, index: number) => [
    {
      type: "content_block_start",
      index,
      content_block: block.type === "text" ? { ...block, text: "" } : { ...block, input: {} },
    },
    ...halves(block.text ?? (typeof block.input === "string" ? block.input : JSON.stringify(block.input))).map(
      (part) => ({
        type: "content_block_delta",
        index,
        delta:
          block.type === "text" ? { type: "text_delta", text: part } : { type: "input_json_delta", partial_json: part },
      }),
    ),
    { type: "content_block_stop", index },
  ]);
  const events = [
    {
      type: "message_start",
      message: { ...message, content: [], stop_reason: null, usage: usage && { ...usage, output_tokens: 1 } },
    },
    ...blocks,
    {
      type: "message_delta",
      delta: { stop_reason, stop_sequence: null },
      usage: usage && { output_tokens: usage.output_tokens },
    },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
