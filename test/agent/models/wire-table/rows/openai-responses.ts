import { type Json, type Row, row } from "../row.ts";
import { THOUGHTS_IN_TEXT } from "../thoughts-in-text.ts";

const USAGE = { input_tokens: 10, output_tokens: 2, total_tokens: 12 };
const text = (value: Json): Json => ({ type: "output_text", text: value, annotations: [] });
const message = (...content: Json[]): Json => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content,
});
const body = (output: Json, more: Json = {}): Json => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  error: null,
  incomplete_details: null,
  model: "m-1",
  output,
  usage: USAGE,
  ...more,
});
const said = (output: Json, more: Json = {}) => ({ body: body(output, more) });
const hi = [message(text("Hi"))];
const called = (given: Json, more: Json = {}): Json => ({
  type: "function_call",
  id: "fc_1",
  call_id: "c1",
  name: "search",
  arguments: given,
  ...more,
});
const one = (args: Json = {}): [string, Json][] => [["search", args]];
const withUsage = (usage: Json) => said(hi, { usage });
const empty = body([]);
const done = (item: Json, output_index = 0): Json => ({ type: "response.output_item.done", output_index, item });

const TEXT: Row[] = [
  row("text", "a part", said(hi), { text: "Hi" }),
  row("text", "parts", said([message(text("H"), text("i"))]), { text: "Hi" }),
  row("text", "a string", said([{ type: "message", role: "assistant", content: "Hi" }]), { text: "Hi" }),
  row("text", "type missing", said([{ role: "assistant", content: [text("Hi")] }]), { text: "Hi" }),
  row("text", "null", said([message(text(null))]), {}),
  row("text", "no content", said([{ type: "message", role: "assistant", content: null }]), {}),
  row("text", "a number", said([{ type: "message", role: "assistant", content: 5 }]), {
    error: "provider_no_answer",
    retried: true,
  }),
  row("text", "no item", said([]), {}),
  row("text", "output_text alone", { body: body(undefined, { output_text: "Hi" }), only: "whole" }, { text: "Hi" }),
  row("text", "no output", { body: body(undefined), only: "whole" }, { error: "provider_no_answer", retried: true }),
  row(
    "text",
    "annotations missing or null",
    said([message({ type: "output_text", text: "H" }, { type: "output_text", text: "i", annotations: null })]),
    { text: "Hi" },
  ),
  row(
    "text",
    "parts of an unknown type",
    said([message(text("Hi"), { type: "hologram", x: 1 }, { type: "output_audio", data: "x" })]),
    { text: "Hi", extras: ["part:hologram", "part:output_audio"] },
  ),
  row(
    "annotations",
    "citations",
    said([
      message({
        type: "output_text",
        text: "Hi",
        annotations: [{ type: "url_citation", url: "https://x.test", title: "x", start_index: 0, end_index: 2 }],
      }),
    ]),
    { text: "Hi", extras: ["part:annotations"] },
  ),
  row(
    "logprobs",
    "of the text",
    said([message({ type: "output_text", text: "Hi", annotations: [], logprobs: [{ token: "Hi", logprob: -1 }] })]),
    { text: "Hi", extras: ["part:logprobs"] },
  ),
  row("refusal", "a part", said([message({ type: "refusal", refusal: "No." })]), { text: "No.", finish: "refusal" }),
  row("refusal", "beside text", said([message(text("I thought."), { type: "refusal", refusal: "No." })]), {
    text: "I thought.No.",
    finish: "refusal",
  }),
];

const REASONING: Row[] = [
  ...THOUGHTS_IN_TEXT.map(([what, sent, expected]) =>
    row("reasoning", `thoughts as text: ${what}`, said([message(text(sent))]), expected),
  ),
  row(
    "reasoning",
    "a summary",
    said([{ type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "I think." }] }, ...hi]),
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "the text itself",
    said([
      { type: "reasoning", id: "rs_1", summary: [], content: [{ type: "reasoning_text", text: "I think." }] },
      ...hi,
    ]),
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "several items",
    said([
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "I " }] },
      { type: "reasoning", id: "rs_2", summary: [{ type: "summary_text", text: "think." }] },
      ...hi,
    ]),
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "encrypted",
    said([{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" }, ...hi]),
    { text: "Hi" },
  ),
  row("reasoning", "no summary", said([{ type: "reasoning", id: "rs_1" }, ...hi]), { text: "Hi" }),
  row(
    "reasoning",
    "summary is null, content is text",
    said([{ type: "reasoning", id: "rs_1", summary: null, content: "I think." }, ...hi]),
    { text: "Hi", reasoning: "I think." },
  ),
];

const CALLS: Row[] = [
  ...["null", "", "{}", '"{}"', "[]"].map((given) =>
    row("arguments of a tool without parameters", given || "empty text", said([called(given)]), {
      finish: "tool_calls",
      calls: one(),
    }),
  ),
  ...[
    ["absent", undefined],
    ["JSON null", null],
    ["an object", {}],
  ].map(([what, given]) =>
    row("arguments of a tool without parameters", String(what), said([called(given)]), {
      finish: "tool_calls",
      calls: one(),
    }),
  ),
  row("arguments", "text", said([called('{"q":"x"}')]), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "an object", said([called({ q: "x" })]), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "encoded twice", said([called('"{\\"q\\":\\"x\\"}"')]), {
    finish: "tool_calls",
    calls: one({ q: "x" }),
  }),
  row("arguments", "broken", said([called("{not json")]), { finish: "tool_calls", calls: [["search", "{not json"]] }),
  row(
    "arguments",
    "cut by the token limit",
    said([called('{"q":"x', { status: "incomplete" })], {
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    }),
    { finish: "length", calls: [["search", '{"q":"x']] },
  ),
  row(
    "tool calls",
    "parallel, text before them",
    said([...hi, called('{"q":1}'), called('{"q":2}', { call_id: "c2" })]),
    {
      finish: "tool_calls",
      text: "Hi",
      calls: [
        ["search", { q: 1 }],
        ["search", { q: 2 }],
      ],
    },
  ),
  row("tool calls", "call_id missing", said([{ type: "function_call", name: "search", arguments: "{}" }]), {
    finish: "tool_calls",
    calls: one(),
  }),
  row("tool calls", "name missing", said([{ type: "function_call", call_id: "c1", arguments: "{}" }]), {
    finish: "tool_calls",
    calls: [["", {}]],
  }),
  row(
    "tool calls",
    "of a custom tool, free text",
    said([{ type: "custom_tool_call", call_id: "c1", name: "search", input: "all tests" }]),
    { finish: "tool_calls", calls: [["search", "all tests"]] },
  ),
  row(
    "tool calls",
    "of a custom tool, JSON",
    said([{ type: "custom_tool_call", call_id: "c1", name: "search", input: '{"q":"x"}' }]),
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  ...[
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "image_generation_call",
    "computer_call",
    "local_shell_call",
    "shell_call",
    "apply_patch_call",
    "mcp_call",
    "mcp_list_tools",
    "mcp_approval_request",
    "compaction",
    "unheard_of",
  ].map((type) =>
    row(
      "server tools",
      type,
      said([{ type, id: "x_1", status: "completed", result: "AAAA", action: { type: "search" } }, ...hi]),
      { text: "Hi", extras: [`item:${type}`] },
    ),
  ),
];

const FINISH: Row[] = [
  ...[
    ["max_output_tokens", "length"],
    ["content_filter", "content_filter"],
  ].map(([reason, finish]) =>
    row("finish", `incomplete: ${reason}`, said(hi, { status: "incomplete", incomplete_details: { reason } }), {
      text: "Hi",
      finish: String(finish),
    }),
  ),
  row(
    "finish",
    "incomplete, for a reason that nobody knows",
    said(hi, { status: "incomplete", incomplete_details: { reason: "moonlight" } }),
    { text: "Hi", finish: "unknown", extras: ["finish:moonlight"] },
  ),
  row("finish", "incomplete, for no reason", said(hi, { status: "incomplete" }), {
    text: "Hi",
    finish: "unknown",
    extras: ["finish:incomplete"],
  }),
  ...["in_progress", "queued", "cancelled", "failed"].map((status) =>
    row("finish", status, { body: body(hi, { status }), only: "whole" }, { error: "provider_500", retried: true }),
  ),
  row(
    "finish",
    "failed, with an error",
    {
      body: body([], { status: "failed", error: { code: "rate_limit_exceeded", message: "slow down" } }),
      only: "whole",
    },
    { error: "provider_429", message: /slow down/, retried: true },
  ),
  row(
    "finish",
    "failed behind a part of the answer",
    { body: body(hi, { status: "failed", error: { code: "server_error", message: "sorry" } }), only: "whole" },
    { error: "provider_500", message: /sorry/, retried: true },
  ),
];

const TOKENS: Row[] = [
  row(
    "usage",
    "0 of output and of details",
    withUsage({
      input_tokens: 10,
      output_tokens: 0,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    }),
    { text: "Hi", tokens: [10, 0, { cached: 0, reasoning: 0 }] },
  ),
  row(
    "usage",
    "details",
    withUsage({ ...USAGE, input_tokens_details: { cached_tokens: 4 }, output_tokens_details: { reasoning_tokens: 1 } }),
    { text: "Hi", tokens: [10, 2, { cached: 4, reasoning: 1 }] },
  ),
  row("usage", "details are null", withUsage({ ...USAGE, input_tokens_details: null }), { text: "Hi" }),
  row("usage", "names of the chat protocol", withUsage({ prompt_tokens: 10, completion_tokens: 2 }), { text: "Hi" }),
  ...[
    ["absent", undefined],
    ["null", null],
    ["negative", { input_tokens: -1, output_tokens: 2 }],
    ["a billion", { input_tokens: 1e9, output_tokens: 2 }],
  ].map(([what, usage]) => row("usage", String(what), withUsage(usage), { text: "Hi", tokens: null })),
];

const STREAM: Row[] = [
  row(
    "stream",
    "items told when done, an end without them",
    { events: [done(called('{"q":"x"}'), 1), done(hi[0], 0), { type: "response.completed", response: empty }] },
    { text: "Hi", finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "stream",
    "fragments, an end without items",
    {
      events: [
        { type: "response.output_item.added", output_index: 0, item: { ...message(), content: [] } },
        { type: "response.output_text.delta", output_index: 0, delta: "H" },
        { type: "response.output_text.delta", output_index: 0, delta: "i" },
        { type: "response.output_item.added", output_index: 1, item: called("") },
        { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"q":' },
        { type: "response.function_call_arguments.delta", output_index: 1, delta: '"x"}' },
        { type: "response.completed", response: empty },
      ],
    },
    { text: "Hi", finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "stream",
    "custom input in fragments, an end without items",
    {
      events: [
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { type: "custom_tool_call", call_id: "c1", name: "search", input: "" },
        },
        { type: "response.custom_tool_call_input.delta", output_index: 0, delta: "all tests" },
        { type: "response.completed", response: empty },
      ],
    },
    { finish: "tool_calls", calls: [["search", "all tests"]] },
  ),
  row(
    "stream",
    "events that nobody knows",
    {
      events: [
        { type: "response.moonlight", x: 1 },
        { type: "response.completed", response: body(hi) },
      ],
    },
    { text: "Hi" },
  ),
  row(
    "stream",
    "no end",
    {
      events: [
        { type: "response.created", response: empty },
        { type: "response.output_text.delta", delta: "Hi" },
      ],
    },
    { error: "provider_stream_cut", retried: true },
  ),
  row(
    "stream",
    "an error event",
    {
      events: [
        { type: "response.created", response: empty },
        { type: "error", code: "rate_limit_exceeded", message: "slow down", param: null },
      ],
    },
    { error: "provider_429", message: /slow down/, retried: true },
  ),
  row(
    "stream",
    "an error event with an error in it",
    { events: [{ type: "error", error: { type: "server_error", message: "sorry" } }] },
    { error: "provider_500", message: /sorry/, retried: true },
  ),
  row(
    "stream",
    "response.failed",
    {
      events: [
        {
          type: "response.failed",
          response: body([], { status: "failed", error: { code: "server_error", message: "sorry" } }),
        },
      ],
    },
    { error: "provider_500", message: /sorry/, retried: true },
  ),
  row(
    "stream",
    "response.failed for the length of the prompt",
    {
      events: [
        {
          type: "response.failed",
          response: body([], {
            status: "failed",
            error: { code: "context_length_exceeded", message: "Your input exceeds the context window of this model." },
          }),
        },
      ],
    },
    { error: "context_overflow", retried: false },
  ),
  row(
    "stream",
    "response.failed for a prompt against the rules",
    {
      events: [
        {
          type: "response.failed",
          response: body([], {
            status: "failed",
            error: {
              code: "invalid_prompt",
              message: "Your prompt was flagged as potentially violating our usage policy.",
            },
          }),
        },
      ],
    },
    { finish: "content_filter", tokens: null },
  ),
];

const REST: Row[] = [
  row("members", "unknown ones", said([{ ...message(text("Hi")), moon: { a: 1 } }], { provider: "Acme" }), {
    text: "Hi",
    extras: ["body:provider", "item:moon"],
  }),
];

export const OPENAI_RESPONSES: Row[] = [...TEXT, ...REASONING, ...CALLS, ...FINISH, ...TOKENS, ...STREAM, ...REST];
