import { type Json, type Row, row } from "../row.ts";
import { THOUGHTS_IN_TEXT } from "../thoughts-in-text.ts";

const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
const HEAD = { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m-1" };
const choices = (message: Json, finish_reason: Json = "stop", more: Json = {}): Json => [
  { index: 0, message: { role: "assistant", ...message }, finish_reason, ...more },
];
const body = (message: Json, finish_reason: Json = "stop", more: Json = {}): Json => ({
  ...HEAD,
  choices: choices(message, finish_reason),
  usage: USAGE,
  ...more,
});
const said = (message: Json, finish: Json = "stop", more: Json = {}) => ({ body: body(message, finish, more) });
const called = (given: Json) => ({ id: "c1", type: "function", function: { name: "search", arguments: given } });
const calls = (...tool_calls: Json[]) => said({ content: null, tool_calls }, "tool_calls");
const chunk = (delta: Json, finish_reason: Json = null, more: Json = {}): Json => ({
  ...HEAD,
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const fragment = (tool_call: Json): Json => chunk({ tool_calls: [tool_call] });
const END = [chunk({}, "stop", { usage: USAGE }), "data: [DONE]\n\n"];
const CALLS_END = [chunk({}, "tool_calls", { usage: USAGE }), "data: [DONE]\n\n"];
const hi = said({ content: "Hi" });
const reported = (usage: Json) => said({ content: "Hi" }, "stop", { usage });
const one = (args: Json = {}): [string, Json][] => [["search", args]];

const TEXT: Row[] = [
  row("text", "string", hi, { text: "Hi" }),
  row("text", "empty", said({ content: "" }), {}),
  row("text", "null", said({ content: null }), {}),
  row("text", "absent", said({}), {}),
  row(
    "text",
    "parts",
    said({
      content: [
        { type: "text", text: "H" },
        { type: "text", text: "i" },
      ],
    }),
    { text: "Hi" },
  ),
  row("text", "one part that is no list", said({ content: { type: "text", text: "Hi" } }), { text: "Hi" }),
  row(
    "text",
    "parts of an unknown type",
    said({
      content: [
        { type: "text", text: "Hi" },
        { type: "hologram", x: 1 },
        { type: "image_url", image_url: { url: "data:," } },
      ],
    }),
    { text: "Hi", extras: ["part:hologram", "part:image_url"] },
  ),
  row(
    "text",
    "in the choice, as of the legacy protocol",
    { body: { ...HEAD, choices: [{ index: 0, text: "Hi", finish_reason: "stop" }], usage: USAGE }, only: "whole" },
    { text: "Hi" },
  ),
  row(
    "text",
    "a delta in an answer that is not streamed",
    {
      body: { ...HEAD, choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: "stop" }], usage: USAGE },
      only: "whole",
    },
    { text: "Hi" },
  ),
  row("text", "letters of several bytes, and escapes", said({ content: 'Größe 😀 \\ " \n 移动性' }), {
    text: 'Größe 😀 \\ " \n 移动性',
  }),
  row("refusal", "beside null content", said({ content: null, refusal: "No." }), { text: "No.", finish: "refusal" }),
  row("refusal", "beside text", said({ content: "I thought.", refusal: "No." }), {
    text: "I thought.\nNo.",
    finish: "refusal",
  }),
  row("refusal", "the same as the text", said({ content: "No.", refusal: "No." }), { text: "No.", finish: "refusal" }),
  row("refusal", "a part of the content", said({ content: [{ type: "refusal", refusal: "No." }] }), {
    text: "No.",
    finish: "refusal",
  }),
  row("refusal", "empty", said({ content: "Hi", refusal: "" }), { text: "Hi" }),
  row("refusal", "with content_filter", said({ content: null, refusal: "No." }, "content_filter"), {
    text: "No.",
    finish: "content_filter",
  }),
  row(
    "audio",
    "a transcript beside null content",
    said({ content: null, audio: { id: "a", data: "AAAA", transcript: "Hi" } }),
    { text: "Hi", extras: ["message:audio"] },
  ),
  row(
    "images",
    "beside the text",
    said({ content: "Hi", images: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] }),
    { text: "Hi", extras: ["message:images"] },
  ),
];

const REASONING: Row[] = [
  ...THOUGHTS_IN_TEXT.map(([what, sent, expected]) =>
    row("reasoning", `thoughts as text: ${what}`, said({ content: sent }), expected),
  ),
  ...["reasoning_content", "reasoning", "reasoning_text", "thinking", "thought"].map((name) =>
    row("reasoning", name, said({ content: "Hi", [name]: "I think." }), { text: "Hi", reasoning: "I think." }),
  ),
  row(
    "reasoning",
    "two names with the same text",
    said({ content: "Hi", reasoning: "I think.", reasoning_content: "I think." }),
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "details beside text",
    said({
      content: "Hi",
      reasoning: "I think.",
      reasoning_details: [{ type: "reasoning.text", text: "I think.", index: 0 }],
    }),
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "details alone: text, then encrypted",
    said({
      content: "Hi",
      reasoning_details: [
        { type: "reasoning.summary", summary: "I think.", index: 0 },
        { type: "reasoning.encrypted", data: "xx", index: 1 },
      ],
    }),
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "details in fragments",
    {
      events: [
        chunk({ reasoning_details: [{ type: "reasoning.text", text: "I ", index: 0 }] }),
        chunk({ reasoning_details: [{ type: "reasoning.text", text: "think.", index: 0, signature: "s" }] }),
        chunk({ content: "Hi" }),
        ...END,
      ],
    },
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "thinking parts",
    said({
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "I think." }] },
        { type: "text", text: "Hi" },
      ],
    }),
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "reasoning",
    "thinking parts with text",
    said({
      content: [
        { type: "thinking", thinking: "I think." },
        { type: "text", text: "Hi" },
      ],
    }),
    { text: "Hi", reasoning: "I think." },
  ),
  row("reasoning", "an object", said({ content: "Hi", reasoning: { text: "I think." } }), {
    text: "Hi",
    reasoning: "I think.",
  }),
  row("reasoning", "null", said({ content: "Hi", reasoning_content: null, reasoning: null }), { text: "Hi" }),
];

const NOTHING: [string, Json][] = [
  ["null", "null"],
  ["empty text", ""],
  ["blanks", "  "],
  ["{}", "{}"],
  ["{} with blanks", " {} \n"],
  ["encoded twice", '"{}"'],
  ["empty text, encoded twice", '""'],
  ["[]", "[]"],
];
const CALLS: Row[] = [
  ...NOTHING.map(([what, given]) =>
    row("arguments of a tool without parameters", what, calls(called(given)), { finish: "tool_calls", calls: one() }),
  ),
  ...[
    ["absent", undefined],
    ["JSON null", null],
    ["an object", {}],
    ["a list", []],
  ].map(([what, given]) =>
    row(
      "arguments of a tool without parameters",
      String(what),
      { body: calls(called(given)).body, only: "whole" },
      { finish: "tool_calls", calls: one() },
    ),
  ),
  row("arguments", "text", calls(called('{"q":"x"}')), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "an object", calls(called({ q: "x" })), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "encoded twice", calls(called('"{\\"q\\":\\"x\\"}"')), {
    finish: "tool_calls",
    calls: one({ q: "x" }),
  }),
  row("arguments", "two values run together", calls(called('{}{"q":"x"}')), {
    finish: "tool_calls",
    calls: [["search", '{}{"q":"x"}']],
  }),
  row("arguments", "a number", calls(called("7")), { finish: "tool_calls", calls: [["search", "7"]] }),
  row("arguments", "a list", calls(called('["x"]')), { finish: "tool_calls", calls: [["search", '["x"]']] }),
  row("arguments", "cut by the token limit", said({ content: null, tool_calls: [called('{"q":"x')] }, "length"), {
    finish: "length",
    calls: [["search", '{"q":"x']],
  }),
  row("arguments", "cut before the first letter", said({ content: null, tool_calls: [called("")] }, "length"), {
    finish: "length",
    calls: [["search", ""]],
  }),
  row("tool calls", "parallel", calls(called('{"q":1}'), { ...called('{"q":2}'), id: "c2" }), {
    finish: "tool_calls",
    calls: [
      ["search", { q: 1 }],
      ["search", { q: 2 }],
    ],
  }),
  row("tool calls", "text before them", said({ content: "Let me see.", tool_calls: [called("{}")] }, "tool_calls"), {
    finish: "tool_calls",
    text: "Let me see.",
    calls: one(),
  }),
  row("tool calls", "finish is stop", said({ content: null, tool_calls: [called("{}")] }), {
    finish: "tool_calls",
    calls: one(),
  }),
  row("tool calls", "finish is tool_calls, and there are none", said({ content: "Hi", tool_calls: [] }, "tool_calls"), {
    finish: "tool_calls",
    text: "Hi",
  }),
  row("tool calls", "null", said({ content: "Hi", tool_calls: null }), { text: "Hi" }),
  row("tool calls", "id and type missing", calls({ function: { name: "search", arguments: "{}" } }), {
    finish: "tool_calls",
    calls: one(),
  }),
  row("tool calls", "name missing", calls({ id: "c1", type: "function", function: { arguments: "{}" } }), {
    finish: "tool_calls",
    calls: [["", {}]],
  }),
  row(
    "tool calls",
    "of a custom tool, free text",
    calls({ id: "c1", type: "custom", custom: { name: "search", input: "all tests" } }),
    { finish: "tool_calls", calls: [["search", "all tests"]] },
  ),
  row(
    "tool calls",
    "of a custom tool, JSON",
    calls({ id: "c1", type: "custom", custom: { name: "search", input: '{"q":"x"}' } }),
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "tool calls",
    "the legacy function_call",
    {
      body: body({ content: null, function_call: { name: "search", arguments: '{"q":"x"}' } }, "function_call"),
      only: "whole",
    },
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "tool calls",
    "the legacy function_call, streamed",
    {
      events: [
        chunk({ function_call: { name: "search", arguments: "" } }),
        chunk({ function_call: { arguments: '{"q":' } }),
        chunk({ function_call: { arguments: '"x"}' } }),
        chunk({}, "function_call", { usage: USAGE }),
      ],
    },
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "tool calls",
    "a name in pieces",
    {
      events: [
        fragment({ index: 0, id: "c1", function: { name: "sea", arguments: "" } }),
        fragment({ index: 0, function: { name: "rch" } }),
        fragment({ index: 0, function: { arguments: "{}" } }),
        ...CALLS_END,
      ],
    },
    { finish: "tool_calls", calls: one() },
  ),
  row(
    "tool calls",
    "a name as far as it has come",
    {
      events: [
        fragment({ index: 0, id: "c1", function: { name: "sea" } }),
        fragment({ index: 0, id: "c1", function: { name: "search", arguments: "{}" } }),
        ...CALLS_END,
      ],
    },
    { finish: "tool_calls", calls: one() },
  ),
  row(
    "tool calls",
    "name and id in every fragment",
    {
      events: ['{"q"', ':"x"}']
        .map((text) => fragment({ index: 0, id: "c1", function: { name: "search", arguments: text } }))
        .concat(CALLS_END),
    },
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "tool calls",
    "interleaved",
    {
      events: [
        fragment({ index: 0, id: "a", function: { name: "search", arguments: '{"q"' } }),
        fragment({ index: 1, id: "b", function: { name: "lookup", arguments: "{" } }),
        fragment({ index: 0, function: { arguments: ":1}" } }),
        fragment({ index: 1, function: { arguments: "}" } }),
        ...CALLS_END,
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
  row(
    "tool calls",
    "index missing",
    {
      events: [
        fragment({ id: "a", function: { name: "search", arguments: '{"q":1}' } }),
        fragment({ id: "b", function: { name: "search", arguments: '{"q":2}' } }),
        ...CALLS_END,
      ],
    },
    {
      finish: "tool_calls",
      calls: [
        ["search", { q: 1 }],
        ["search", { q: 2 }],
      ],
    },
  ),
  row(
    "tool calls",
    "index 0 for all, no ids",
    {
      events: [
        fragment({ index: 0, id: "", function: { name: "search", arguments: '{"q":1}' } }),
        fragment({ index: 0, id: "", function: { name: "search", arguments: '{"q":2}' } }),
        ...CALLS_END,
      ],
    },
    {
      finish: "tool_calls",
      calls: [
        ["search", { q: 1 }],
        ["search", { q: 2 }],
      ],
    },
  ),
  row(
    "tool calls",
    "one id for two of them",
    {
      events: [
        fragment({ index: 0, id: "a", function: { name: "search", arguments: '{"q":1}' } }),
        fragment({ index: 1, id: "a", function: { name: "search", arguments: '{"q":2}' } }),
        ...CALLS_END,
      ],
    },
    {
      finish: "tool_calls",
      calls: [
        ["search", { q: 1 }],
        ["search", { q: 2 }],
      ],
    },
  ),
  row(
    "tool calls",
    "id after the name",
    {
      events: [
        fragment({ index: 0, function: { name: "search" } }),
        fragment({ index: 0, id: "a", function: { arguments: "{}" } }),
        ...CALLS_END,
      ],
    },
    { finish: "tool_calls", calls: one() },
  ),
];

const FINISH: Row[] = [
  ...[
    ["stop", "stop"],
    ["length", "length"],
    ["content_filter", "content_filter"],
    ["model_length", "length"],
    ["eos", "stop"],
    ["stop_sequence", "stop"],
    ["sensitive", "content_filter"],
    ["MAX_TOKENS", "length"],
  ].map(([sent, finish]) =>
    row("finish", String(sent), said({ content: "Hi" }, sent), { text: "Hi", finish: String(finish) }),
  ),
  row("finish", "unknown", said({ content: "Hi" }, "moonlight"), {
    text: "Hi",
    finish: "unknown",
    extras: ["finish:moonlight"],
  }),
  row("finish", "null, with the end mark", said({ content: "Hi" }, null), { text: "Hi" }),
  row("finish", "the word null", said({ content: "Hi" }, "null"), { text: "Hi" }),
  row(
    "spent credit",
    "insufficient_quota",
    {
      raw: JSON.stringify({
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          type: "insufficient_quota",
          param: null,
          code: "insufficient_quota",
        },
      }),
      status: 429,
    },
    { error: "provider_quota", retried: true },
  ),
  row("finish", "insufficient_system_resource", said({ content: "H" }, "insufficient_system_resource"), {
    error: "provider_503",
    retried: true,
  }),
  row("finish", "network_error", said({ content: "H" }, "network_error"), { error: "provider_502", retried: true }),
  row(
    "finish",
    "error, with the error in the choice",
    {
      body: {
        ...HEAD,
        choices: choices({ content: "H" }, "error", { error: { code: 429, message: "slow down" } }),
        usage: USAGE,
      },
    },
    { error: "provider_429", message: /slow down/, retried: true },
  ),
  row("finish", "abort", said({ content: "H" }, "abort"), { error: "provider_502", retried: true }),
];

const TOKENS: Row[] = [
  row("usage", "0 of output", reported({ prompt_tokens: 10, completion_tokens: 0, total_tokens: 10 }), {
    text: "Hi",
    tokens: [10, 0],
  }),
  row(
    "usage",
    "0 of details",
    reported({
      ...USAGE,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    }),
    { text: "Hi", tokens: [10, 2, { cached: 0, reasoning: 0 }] },
  ),
  row(
    "usage",
    "details are null",
    reported({ ...USAGE, prompt_tokens_details: null, completion_tokens_details: { reasoning_tokens: null } }),
    { text: "Hi" },
  ),
  row(
    "usage",
    "details",
    reported({
      ...USAGE,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 1 },
    }),
    { text: "Hi", tokens: [10, 2, { cached: 4, reasoning: 1 }] },
  ),
  row("usage", "prompt_cache_hit_tokens", reported({ ...USAGE, prompt_cache_hit_tokens: 4 }), {
    text: "Hi",
    tokens: [10, 2, { cached: 4 }],
  }),
  row("usage", "cached_tokens at the top", reported({ ...USAGE, cached_tokens: 0 }), {
    text: "Hi",
    tokens: [10, 2, { cached: 0 }],
  }),
  row("usage", "names of the responses protocol", reported({ input_tokens: 10, output_tokens: 2 }), { text: "Hi" }),
  row("usage", "no total", reported({ prompt_tokens: 10, completion_tokens: 2 }), { text: "Hi" }),
  row("usage", "no output, but a total", reported({ prompt_tokens: 10, total_tokens: 12 }), { text: "Hi" }),
  row(
    "usage",
    "reasoning left out of the output",
    reported({ ...USAGE, total_tokens: 20, completion_tokens_details: { reasoning_tokens: 8 } }),
    { text: "Hi", tokens: [10, 10, { reasoning: 8 }] },
  ),
  row("usage", "numbers as text", reported({ prompt_tokens: "10", completion_tokens: "2" }), { text: "Hi" }),
  row("usage", "more cached than there is", reported({ ...USAGE, prompt_tokens_details: { cached_tokens: 11 } }), {
    text: "Hi",
  }),
  ...[
    ["absent", undefined],
    ["null", null],
    ["negative", { prompt_tokens: -1, completion_tokens: 2 }],
    ["a billion", { prompt_tokens: 1e9, completion_tokens: 2 }],
    ["no prompt", { prompt_tokens: 0, completion_tokens: 0 }],
    ["empty", {}],
  ].map(([what, usage]) => row("usage", String(what), reported(usage), { text: "Hi", tokens: null })),
  row(
    "usage",
    "in every chunk, null at first",
    {
      events: [
        chunk({ content: "H" }, null, { usage: null }),
        chunk({ content: "i" }, null, { usage: { prompt_tokens: 10, completion_tokens: 1 } }),
        ...END,
      ],
    },
    { text: "Hi" },
  ),
  row(
    "usage",
    "again as 0 behind the end",
    {
      events: [
        chunk({ content: "Hi" }),
        ...END.slice(0, 1),
        { ...HEAD, choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } },
      ],
    },
    { text: "Hi" },
  ),
  row(
    "usage",
    "in the choice",
    {
      events: [
        chunk({ content: "Hi" }),
        { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: USAGE }] },
      ],
    },
    { text: "Hi" },
  ),
  row(
    "usage",
    "in x_groq",
    { events: [chunk({ content: "Hi" }), chunk({}, "stop", { x_groq: { id: "r", usage: USAGE } })] },
    { text: "Hi" },
  ),
];

const REST: Row[] = [
  row(
    "choices",
    "n = 2",
    {
      body: {
        ...HEAD,
        choices: [...choices({ content: "Hi" }), { index: 1, message: { content: "Ho" }, finish_reason: "stop" }],
        usage: USAGE,
      },
      only: "whole",
    },
    { text: "Hi", extras: ["choices:more_than_one"] },
  ),
  row(
    "choices",
    "n = 2, streamed",
    { events: [chunk({ content: "Hi" }), { ...HEAD, choices: [{ index: 1, delta: { content: "Ho" } }] }, ...END] },
    { text: "Hi", extras: ["choice:other_choices"] },
  ),
  row(
    "choices",
    "none",
    { body: { ...HEAD, choices: [], usage: USAGE }, only: "whole" },
    { error: "provider_no_answer", retried: true },
  ),
  row(
    "choices",
    "null",
    { body: { ...HEAD, choices: null, usage: USAGE }, only: "whole" },
    { error: "provider_no_answer", retried: true },
  ),
  row("content", "a member that is no part", said({ content: [{}, { type: "text", text: "Hi" }] }), { text: "Hi" }),
  ...[5, true, { answer: "Hi" }, [["Hi"]]].map((content) =>
    row("content", `${JSON.stringify(content)}`, said({ content }), { error: "provider_no_answer", retried: true }),
  ),
  row(
    "members",
    "unknown ones, filled and empty",
    said({ content: "Hi", provider_specific_fields: { a: 1 }, empty: [] }, "stop", { provider: "Acme", nothing: null }),
    { text: "Hi", extras: ["body:provider", "message:provider_specific_fields"] },
  ),
  row(
    "annotations",
    "citations of a server's own search",
    said({ content: "Hi", annotations: [{ type: "url_citation", url_citation: { url: "https://x.test" } }] }),
    { text: "Hi", extras: ["message:annotations"] },
  ),
  row(
    "citations",
    "at the top",
    said({ content: "Hi" }, "stop", { citations: ["https://x.test"], search_results: [{ url: "x" }] }),
    { text: "Hi", extras: ["body:citations", "body:search_results"] },
  ),
  row("server tools", "executed_tools", said({ content: "Hi", executed_tools: [{ type: "search", output: "x" }] }), {
    text: "Hi",
    extras: ["message:executed_tools"],
  }),
  row(
    "logprobs",
    "in the choice",
    {
      body: {
        ...HEAD,
        choices: choices({ content: "Hi" }, "stop", { logprobs: { content: [{ token: "Hi", logprob: -1 }] } }),
        usage: USAGE,
      },
    },
    { text: "Hi", extras: ["choice:logprobs"] },
  ),
  row(
    "safety",
    "Azure's filter results",
    {
      body: {
        ...HEAD,
        prompt_filter_results: [
          { prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: "safe" } } },
        ],
        choices: choices({ content: "Hi" }, "stop", {
          content_filter_results: { hate: { filtered: false, severity: "safe" } },
        }),
        usage: USAGE,
      },
    },
    { text: "Hi", extras: ["body:prompt_filter_results", "choice:content_filter_results"] },
  ),
];

const STREAM: Row[] = [
  row(
    "stream",
    "an answer in one event, not in chunks",
    { events: [{ ...HEAD, choices: choices({ content: "Hi" }), usage: USAGE }] },
    { text: "Hi" },
  ),
  row(
    "stream",
    "delta and the message so far",
    {
      events: ["H", "i"].map((content, at) => ({
        ...HEAD,
        choices: [
          {
            index: 0,
            delta: { content },
            message: { role: "assistant", content: at ? "Hi" : "H" },
            finish_reason: at ? "stop" : null,
          },
        ],
        usage: USAGE,
      })),
    },
    { text: "Hi" },
  ),
  row("stream", "no end mark", { events: [chunk({ content: "Hi" }), ...END.slice(0, 1)] }, { text: "Hi" }),
  row(
    "stream",
    "no finish and no end mark",
    { events: [chunk({ content: "H" })] },
    { error: "provider_stream_cut", retried: true },
  ),
  row(
    "stream",
    "cut inside an event",
    { events: [chunk({ content: "H" }), 'data: {"choices":[{"del'] },
    { error: "provider_stream_cut", retried: true },
  ),
  row(
    "stream",
    "a chunk without choices and without usage",
    { events: [{ ...HEAD, choices: [] }, chunk({ content: "Hi" }), { ...HEAD }, ...END] },
    { text: "Hi" },
  ),
  row(
    "stream",
    "an error on every chunk that is none",
    { events: [chunk({ content: "Hi" }, null, { error: null }), chunk({}, "stop", { error: {}, usage: USAGE })] },
    { text: "Hi" },
  ),
  row(
    "stream",
    "an error behind half an answer",
    { events: [chunk({ content: "H" }), { error: { message: "overloaded", code: 503 } }] },
    { error: "provider_503", message: /overloaded/, retried: true },
  ),
];

export const OPENAI_CHAT: Row[] = [...TEXT, ...REASONING, ...CALLS, ...FINISH, ...TOKENS, ...REST, ...STREAM];
