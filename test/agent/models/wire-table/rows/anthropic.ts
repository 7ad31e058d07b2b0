import { type Json, type Row, row } from "../row.ts";
import { THOUGHTS_IN_TEXT } from "../thoughts-in-text.ts";

const USAGE = { input_tokens: 10, output_tokens: 2 };
const text = (value: Json, more: Json = {}): Json => ({ type: "text", text: value, ...more });
const body = (content: Json, stop_reason: Json = "end_turn", more: Json = {}): Json => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m-1",
  content,
  stop_reason,
  stop_sequence: null,
  usage: USAGE,
  ...more,
});
const said = (content: Json, stop: Json = "end_turn", more: Json = {}) => ({ body: body(content, stop, more) });
const hi = [text("Hi")];
const use = (input: Json, more: Json = {}): Json => ({
  type: "tool_use",
  id: "toolu_1",
  name: "search",
  input,
  ...more,
});
const one = (args: Json = {}): [string, Json][] => [["search", args]];
const withUsage = (usage: Json) => said(hi, "end_turn", { usage });
const start = (usage: Json = USAGE): Json => ({ type: "message_start", message: body([], null, { usage }) });
const delta = (index: Json, type: string, more: Json): Json => ({
  type: "content_block_delta",
  index,
  delta: { type, ...more },
});
const block = (index: number, content_block: Json): Json => ({ type: "content_block_start", index, content_block });
const end = (usage: Json = { output_tokens: 2 }, stop_reason = "end_turn"): Json[] => [
  { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
  { type: "message_stop" },
];
const hiEvents = [block(0, text("")), delta(0, "text_delta", { text: "Hi" })];

const TEXT: Row[] = [
  row("text", "a block", said(hi), { text: "Hi" }),
  row("text", "blocks", said([text("H"), text("i")]), { text: "Hi" }),
  row("text", "an empty list", said([]), {}),
  row("text", "an empty block", said([text("")]), {}),
  row("text", "a string", { body: body("Hi"), only: "whole" }, { text: "Hi" }),
  row("text", "null", { body: body(null), only: "whole" }, {}),
  row("text", "a number", { body: body(5), only: "whole" }, { error: "provider_no_answer", retried: true }),
  row("text", "a block without a type", { body: body([{ text: "Hi" }]), only: "whole" }, { text: "Hi" }),
  row(
    "text",
    "no content and no stop reason",
    { body: { id: "msg_1", type: "message", usage: USAGE }, only: "whole" },
    { error: "provider_no_answer", retried: true },
  ),
  row("citations", "on a block", said([text("Hi", { citations: [{ type: "char_location", cited_text: "x" }] })]), {
    text: "Hi",
    extras: ["block:citations"],
  }),
  row("refusal", "without content", said([], "refusal"), { finish: "refusal" }),
  row(
    "refusal",
    "explained",
    said([], "refusal", { stop_details: { type: "refusal", category: "cyber", explanation: "Not that." } }),
    { finish: "refusal", text: "Not that." },
  ),
  row("refusal", "behind text", said(hi, "refusal"), { finish: "refusal", text: "Hi" }),
  row("blocks", "of an unknown type", said([...hi, { type: "hologram", x: 1 }]), {
    text: "Hi",
    extras: ["block:hologram"],
  }),
];

const REASONING: Row[] = [
  ...THOUGHTS_IN_TEXT.map(([what, sent, expected]) =>
    row("reasoning", `thoughts as text: ${what}`, said([text(sent)]), expected),
  ),
  row(
    "reasoning",
    "thinking with a signature",
    said([{ type: "thinking", thinking: "I think.", signature: "EqQB" }, ...hi]),
    { text: "Hi", reasoning: "I think." },
  ),
  row("reasoning", "redacted", said([{ type: "redacted_thinking", data: "Emwk" }, ...hi]), { text: "Hi" }),
  row(
    "reasoning",
    "empty thinking with a signature",
    said([{ type: "thinking", thinking: "", signature: "EqQB" }, ...hi]),
    { text: "Hi" },
  ),
];

const CALLS: Row[] = [
  row("arguments of a tool without parameters", "{}", said([use({})], "tool_use"), {
    finish: "tool_calls",
    calls: one(),
  }),
  ...["null", "", "{}", '"{}"'].map((given) =>
    row("arguments of a tool without parameters", `text: ${given}`, said([use(given)], "tool_use"), {
      finish: "tool_calls",
      calls: one(),
    }),
  ),
  ...[
    ["null", null],
    ["a list", []],
  ].map(([what, given]) =>
    row(
      "arguments of a tool without parameters",
      String(what),
      { body: body([use(given)], "tool_use"), only: "whole" },
      { finish: "tool_calls", calls: one() },
    ),
  ),
  row("arguments of a tool without parameters", "absent", said([use(undefined)], "tool_use"), {
    finish: "tool_calls",
    calls: one(),
  }),
  row("arguments", "an object", said([use({ q: "x" })], "tool_use"), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "text", said([use('{"q":"x"}')], "tool_use"), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "broken", said([use("{not json")], "tool_use"), {
    finish: "tool_calls",
    calls: [["search", "{not json"]],
  }),
  row("arguments", "cut by the token limit", said([use('{"q":"x')], "max_tokens"), {
    finish: "length",
    calls: [["search", '{"q":"x']],
  }),
  row(
    "arguments",
    "whole where the block starts",
    { events: [start(), block(0, use({ q: "x" })), ...end(USAGE, "tool_use")] },
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "tool calls",
    "parallel, text before them",
    said([...hi, use({ q: 1 }), use({ q: 2 }, { id: "toolu_2" })], "tool_use"),
    {
      finish: "tool_calls",
      text: "Hi",
      calls: [
        ["search", { q: 1 }],
        ["search", { q: 2 }],
      ],
    },
  ),
  row("tool calls", "id missing", said([{ type: "tool_use", name: "search", input: {} }], "tool_use"), {
    finish: "tool_calls",
    calls: one(),
  }),
  row("tool calls", "finish is end_turn", said([use({})]), { finish: "tool_calls", calls: one() }),
  row(
    "tool calls",
    "interleaved",
    {
      events: [
        start(),
        block(0, use({})),
        block(1, use({}, { id: "toolu_2", name: "lookup" })),
        delta(0, "input_json_delta", { partial_json: '{"q"' }),
        delta(1, "input_json_delta", { partial_json: "{" }),
        delta(0, "input_json_delta", { partial_json: ":1}" }),
        delta(1, "input_json_delta", { partial_json: "}" }),
        ...end(USAGE, "tool_use"),
      ],
    },
    {
      finish: "tool_calls",
      calls: [
        ["search", { q: 1 }],
        ["lookup", {}],
      ],
    },
  ),
  ...[
    "server_tool_use",
    "web_search_tool_result",
    "web_fetch_tool_result",
    "code_execution_tool_result",
    "bash_code_execution_tool_result",
    "mcp_tool_use",
    "mcp_tool_result",
    "container_upload",
    "compaction",
  ].map((type) =>
    row(
      "server tools",
      type,
      said([{ type, id: "srvtoolu_1", name: "web_search", input: { query: "x" }, content: [] }, ...hi]),
      { text: "Hi", extras: [`block:${type}`] },
    ),
  ),
];

const FINISH: Row[] = [
  ...[
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["pause_turn", "stop"],
    ["guardrail_intervened", "content_filter"],
  ].map(([sent, finish]) => row("finish", String(sent), said(hi, sent), { text: "Hi", finish: String(finish) })),
  row("finish", "unknown", said(hi, "moonlight"), { text: "Hi", finish: "unknown", extras: ["finish:moonlight"] }),
];

const TOKENS: Row[] = [
  row(
    "usage",
    "0 of output and of the cache",
    withUsage({ input_tokens: 10, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }),
    { text: "Hi", tokens: [10, 0, { cached: 0, written: 0 }] },
  ),
  row(
    "usage",
    "the cache's parts of the input",
    withUsage({ ...USAGE, cache_read_input_tokens: 4, cache_creation_input_tokens: 5 }),
    { text: "Hi", tokens: [19, 2, { cached: 4, written: 5 }] },
  ),
  row(
    "usage",
    "all of the input from the cache",
    withUsage({ input_tokens: 0, output_tokens: 2, cache_read_input_tokens: 10 }),
    { text: "Hi", tokens: [10, 2, { cached: 10 }] },
  ),
  row("usage", "the cache is null", withUsage({ ...USAGE, cache_read_input_tokens: null }), { text: "Hi" }),
  ...[
    ["absent", undefined],
    ["null", null],
    ["negative", { input_tokens: -1, output_tokens: 2 }],
    ["a billion", { input_tokens: 1e9, output_tokens: 2 }],
    ["no output", { input_tokens: 10 }],
  ].map(([what, usage]) =>
    row("usage", String(what), { body: body(hi, "end_turn", { usage }), only: "whole" }, { text: "Hi", tokens: null }),
  ),
  row(
    "usage",
    "all of it at the end, 0 at the start",
    { events: [start({ input_tokens: 0, output_tokens: 0 }), ...hiEvents, ...end(USAGE)] },
    { text: "Hi" },
  ),
  row(
    "usage",
    "null at the end for what the start told",
    { events: [start({ ...USAGE, output_tokens: 1 }), ...hiEvents, ...end({ input_tokens: null, output_tokens: 2 })] },
    { text: "Hi" },
  ),
  row(
    "usage",
    "0 at the end for what the start told",
    { events: [start({ ...USAGE, output_tokens: 1 }), ...hiEvents, ...end({ input_tokens: 0, output_tokens: 2 })] },
    { text: "Hi" },
  ),
  row(
    "usage",
    "0 of output",
    { events: [start({ ...USAGE, output_tokens: 0 }), ...end({ output_tokens: 0 })] },
    { tokens: [10, 0] },
  ),
];

const STREAM: Row[] = [
  row(
    "stream",
    "no message_stop, but a stop reason",
    { events: [start(), ...hiEvents, ...end().slice(0, 1)] },
    { text: "Hi" },
  ),
  row("stream", "neither", { events: [start(), ...hiEvents] }, { error: "provider_stream_cut", retried: true }),
  row("stream", "an answer in one event", { events: [body(hi)] }, { text: "Hi" }),
  row(
    "stream",
    "no content_block_start",
    { events: [start(), delta(0, "text_delta", { text: "Hi" }), ...end()] },
    { text: "Hi" },
  ),
  row(
    "stream",
    "no index",
    {
      events: [
        start(),
        { type: "content_block_start", content_block: text("") },
        delta(undefined, "text_delta", { text: "Hi" }),
        ...end(),
      ],
    },
    { text: "Hi" },
  ),
  row(
    "stream",
    "events and fragments that nobody knows",
    {
      events: [start(), { type: "moonlight", index: 7 }, ...hiEvents, delta(0, "glow_delta", { glow: "x" }), ...end()],
    },
    { text: "Hi" },
  ),
  row(
    "stream",
    "an end mark of another protocol",
    { events: [start(), ...hiEvents, ...end(), "data: [DONE]\n\n"] },
    { text: "Hi" },
  ),
  row(
    "stream",
    "overloaded_error",
    { events: [start(), ...hiEvents, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }] },
    { error: "provider_529", message: /Overloaded/, retried: true },
  ),
  row(
    "stream",
    "rate_limit_error",
    { events: [{ type: "error", error: { type: "rate_limit_error", message: "slow down" } }] },
    { error: "provider_429", message: /slow down/, retried: true },
  ),
  row(
    "stream",
    "api_error",
    { events: [start(), { type: "error", error: { type: "api_error", message: "sorry" } }] },
    { error: "provider_500", message: /sorry/, retried: true },
  ),
  row(
    "stream",
    "a filter's block",
    {
      events: [
        start(),
        {
          type: "error",
          error: { type: "invalid_request_error", message: "Output blocked by content filtering policy" },
        },
      ],
    },
    { finish: "content_filter", tokens: null },
  ),
];

const REST: Row[] = [
  row(
    "members",
    "unknown ones",
    said(hi, "end_turn", { container: { id: "c" }, context_management: { applied_edits: [] } }),
    { text: "Hi", extras: ["body:container"] },
  ),
];

export const ANTHROPIC: Row[] = [...TEXT, ...REASONING, ...CALLS, ...FINISH, ...TOKENS, ...STREAM, ...REST];
