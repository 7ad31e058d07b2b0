import type { Json, Protocol } from "./row.ts";

/** The data of a stream's events, or a line as it is. */
export function sse(events: readonly Json[]): string {
  return events.map((event) => (typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`)).join("");
}

/** An answer as its protocol streams it: texts and arguments in two fragments each. */
export const STREAMS: Record<Protocol, (body: Json) => Json[]> = {
  "openai-chat": chatStream,
  "openai-responses": (body) => [
    { type: "response.created", response: { ...body, status: "in_progress", output: [], usage: null } },
    { type: `response.${body.status === "incomplete" ? "incomplete" : "completed"}`, response: body },
  ],
  "anthropic-messages": messageStream,
  "google-generate": candidateStream,
};

function halves(value: Json): Json[] {
  if (typeof value !== "string" || value.length < 2) return [value];
  const middle = Math.ceil(value.length / 2);
  return [value.slice(0, middle), value.slice(middle)];
}

function chatStream({ choices, usage, ...head }: Json): Json[] {
  const [{ message, finish_reason, delta: _, ...choice }, ...others] = choices;
  const { tool_calls: calls, ...members } = message;
  const chunk = (delta: Json, more: Json = {}): Json => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...others.map((other: Json) => ({ ...head, choices: [{ index: other.index, delta: other.message }] })),
    ...Object.entries(members).flatMap(([name, value]) => halves(value).map((part) => chunk({ [name]: part }))),
    ...(Array.isArray(calls) ? calls : []).flatMap((call: Json, index: number) =>
      callStream(call, index).map((part) => chunk({ tool_calls: [part] })),
    ),
    chunk({}, { finish_reason, ...choice }),
    { ...head, choices: [], usage },
    "data: [DONE]\n\n",
  ];
}

function callStream(call: Json, index: number): Json[] {
  const member = call.custom ? "custom" : "function";
  const called = call[member];
  const given = call.custom ? "input" : "arguments";
  const [first, ...rest] = halves(called[given]);
  return [
    { ...call, index, [member]: { ...called, [given]: first } },
    ...rest.map((part) => ({ index, [member]: { [given]: part } })),
  ];
}

function messageStream({ content, stop_reason, stop_details, usage, ...message }: Json): Json[] {
  const blocks = Array.isArray(content) ? content : [];
  return [
    {
      type: "message_start",
      message: { ...message, content: [], stop_reason: null, usage: usage && { ...usage, output_tokens: 1 } },
    },
    { type: "ping" },
    ...blocks.flatMap((block: Json, index: number) => blockStream(block, index)),
    {
      type: "message_delta",
      delta: { stop_reason, stop_details },
      usage: usage && { output_tokens: usage.output_tokens },
    },
    { type: "message_stop" },
  ];
}

function blockStream(block: Json, index: number): Json[] {
  const delta = (type: string, more: Json): Json => ({ type: "content_block_delta", index, delta: { type, ...more } });
  const start = { ...block };
  const deltas: Json[] = [];
  if (typeof block.text === "string") deltas.push(...halves(block.text).map((text) => delta("text_delta", { text })));
  if (typeof block.thinking === "string")
    deltas.push(...halves(block.thinking).map((thinking) => delta("thinking_delta", { thinking })));
  if (typeof block.signature === "string") deltas.push(delta("signature_delta", { signature: block.signature }));
  for (const citation of block.citations ?? []) deltas.push(delta("citations_delta", { citation }));
  for (const name of ["text", "thinking", "signature"]) if (name in start) start[name] = "";
  if (block.type === "tool_use" && block.input !== undefined) {
    const text = typeof block.input === "string" ? block.input : JSON.stringify(block.input);
    deltas.push(...halves(text).map((part) => delta("input_json_delta", { partial_json: part })));
    start.input = {};
  }
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas,
    { type: "content_block_stop", index },
  ];
}

function candidateStream({ candidates, usageMetadata, ...head }: Json): Json[] {
  const [{ content, finishReason, ...candidate } = {} as Json, ...others] = candidates ?? [];
  const parts = content?.parts ?? [];
  const chunk = (part: Json): Json => ({
    ...head,
    candidates: [{ index: 0, content: { role: "model", parts: [part] } }, ...others],
    usageMetadata: usageMetadata && { ...usageMetadata, candidatesTokenCount: undefined },
  });
  const last = candidates === undefined ? {} : { candidates: [{ ...candidate, index: 0, finishReason }] };
  const split = parts.flatMap((part: Json) =>
    typeof part.text === "string" && !part.thoughtSignature
      ? halves(part.text).map((text) => ({ ...part, text }))
      : [part],
  );
  return [...split.map(chunk), { ...head, ...last, usageMetadata }];
}
