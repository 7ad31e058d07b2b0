import type { Body, Made } from "./shapes.ts";

/** How a provider's own protocol says what `shapes.ts` decides. Members by the recorded exchanges in `test/agent/models`. */
export interface Protocol {
  /** The request in the members of chat completions; null = this is no question to a model. */
  read(path: string, body: Record<string, unknown>): Body;
  write(made: Made, model: string): object;
  /** The same as server-sent events. */
  events(made: Made, model: string): { event?: string; data: object }[];
}

interface Block {
  type: string;
  text?: string;
  content?: unknown;
}

const texts = (content: unknown): string =>
  typeof content === "string"
    ? content
    : ((content ?? []) as Block[]).map(({ text, content: inner }) => text ?? texts(inner)).join("\n");

interface Call {
  id: string;
  function: { name: string; arguments: string };
}
const callsOf = ({ message }: Made) => (message.tool_calls ?? []) as Call[];

interface Counts {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
}
const countsOf = ({ usage }: Made) => usage as Counts;

/** `POST /v1/messages`: input without what came from the cache, which stands beside it. */
export const ANTHROPIC: Protocol = {
  read(_path, { messages, system, tools, max_tokens, temperature, stream }) {
    const told = messages as { role: string; content: unknown }[];
    const isResult = ({ content }: { content: unknown }) =>
      Array.isArray(content) && (content as Block[]).some(({ type }) => type === "tool_result");
    return {
      messages: [
        { role: "system", content: texts(system) },
        ...told.map((one) => ({ role: isResult(one) ? "tool" : one.role, content: texts(one.content) })),
      ],
      ...(tools !== undefined && {
        tools: (tools as { name: string }[]).map(({ name }) => ({ function: { name } })),
      }),
      ...{ max_tokens: max_tokens as number, temperature: temperature as number, stream: stream as boolean },
    };
  },
  write: (made, model) => ({
    ...{ id: "msg_1", type: "message", role: "assistant", model, stop_sequence: null },
    content: [
      ...(made.message.content ? [{ type: "text", text: made.message.content }] : []),
      ...callsOf(made).map(({ id, function: { name, arguments: args } }) => ({
        ...{ type: "tool_use", id, name, input: JSON.parse(args) },
      })),
    ],
    stop_reason: { length: "max_tokens", tool_calls: "tool_use" }[made.finish_reason] ?? "end_turn",
    usage: anthropicUsage(made),
  }),
  events(made, model) {
    const whole = ANTHROPIC.write(made, model) as { content: { text: string }[]; stop_reason: string };
    const [block] = whole.content;
    return [
      { type: "message_start", message: { ...whole, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: block?.text ?? "" } },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: whole.stop_reason, stop_sequence: null },
        usage: anthropicUsage(made),
      },
      { type: "message_stop" },
    ].map((data) => ({ event: data.type, data }));
  },
};

function anthropicUsage(made: Made): object {
  const { prompt_tokens: all, completion_tokens: output, prompt_tokens_details: details } = countsOf(made);
  const cached = details?.cached_tokens ?? 0;
  return {
    ...{ input_tokens: all - cached, output_tokens: output },
    ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: cached },
  };
}

/** `POST /v1beta/models/MODEL:generateContent`, or `:streamGenerateContent?alt=sse`. Calls have no ids. */
export const GOOGLE: Protocol = {
  read(path, body) {
    const config = (body.generationConfig ?? {}) as Record<string, unknown>;
    const contents = body.contents as { role?: string; parts: Record<string, unknown>[] }[];
    const declared = ((body.tools ?? []) as { functionDeclarations: { name: string }[] }[]).flatMap(
      ({ functionDeclarations }) => functionDeclarations,
    );
    return {
      messages: contents.map(({ role = "user", parts }) => ({
        role: parts.some((part) => "functionResponse" in part) ? "tool" : role,
        content: parts.map(({ text }) => (text as string | undefined) ?? "").join("\n"),
      })),
      ...(declared.length > 0 && { tools: declared.map(({ name }) => ({ function: { name } })) }),
      ...(config.responseJsonSchema !== undefined && { response_format: config.responseJsonSchema }),
      ...{ seed: config.seed as number, temperature: config.temperature as number },
      ...{ max_tokens: config.maxOutputTokens as number, stream: path.includes(":streamGenerateContent") },
    };
  },
  write(made, model) {
    const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = countsOf(made);
    const parts = [
      ...(made.message.content ? [{ text: made.message.content }] : []),
      ...callsOf(made).map(({ function: { name, arguments: args } }) => ({
        functionCall: { name, args: JSON.parse(args) },
      })),
    ];
    const finishReason = made.finish_reason === "length" ? "MAX_TOKENS" : "STOP";
    return {
      candidates: [{ content: { parts, role: "model" }, finishReason, index: 0 }],
      usageMetadata: {
        ...{ promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
        ...(details?.cached_tokens && { cachedContentTokenCount: details.cached_tokens }),
      },
      ...{ modelVersion: model, responseId: "r1" },
    };
  },
  events: (made, model) => [{ data: GOOGLE.write(made, model) }],
};
