import { type Json, type Row, row } from "../row.ts";
import { THOUGHTS_IN_TEXT } from "../thoughts-in-text.ts";

const USAGE = { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 };
const body = (parts: Json, finishReason: Json = "STOP", more: Json = {}): Json => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason }],
  usageMetadata: USAGE,
  modelVersion: "m-1",
  responseId: "r1",
  ...more,
});
const said = (parts: Json, finish: Json = "STOP", more: Json = {}) => ({ body: body(parts, finish, more) });
const whole = (value: Json) => ({ body: value, only: "whole" as const });
const hi = [{ text: "Hi" }];
const called = (args: Json, more: Json = {}): Json => ({ functionCall: { name: "search", args, ...more } });
const one = (args: Json = {}): [string, Json][] => [["search", args]];
const withUsage = (usageMetadata: Json) => said(hi, "STOP", { usageMetadata });
const candidate = (more: Json, rest: Json = {}): Json => ({
  candidates: [{ index: 0, ...more }],
  modelVersion: "m-1",
  ...rest,
});
const part = (value: Json): Json => candidate({ content: { parts: [value] } });
const blocked = (promptFeedback: Json, more: Json = {}): Json => ({
  promptFeedback,
  usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 },
  modelVersion: "m-1",
  ...more,
});
const END = candidate({ finishReason: "STOP" }, { usageMetadata: USAGE });

const TEXT: Row[] = [
  row("text", "a part", said(hi), { text: "Hi" }),
  row("text", "parts", said([{ text: "H" }, { text: "i" }]), { text: "Hi" }),
  row("text", "an empty part", said([{ text: "" }]), {}),
  row(
    "text",
    "no parts",
    whole(candidate({ content: { role: "model" }, finishReason: "STOP" }, { usageMetadata: USAGE })),
    {},
  ),
  row("text", "no content", whole(candidate({ finishReason: "STOP" }, { usageMetadata: USAGE })), {}),
  row(
    "text",
    "content is a flag",
    whole(candidate({ content: true, finishReason: "STOP" }, { usageMetadata: USAGE })),
    {
      error: "provider_no_answer",
      retried: true,
    },
  ),
  row("text", "content is text", whole(candidate({ content: "Hi", finishReason: "STOP" }, { usageMetadata: USAGE })), {
    text: "Hi",
  }),
  row(
    "text",
    "one part that is no list",
    whole(candidate({ content: { parts: { text: "Hi" } }, finishReason: "STOP" }, { usageMetadata: USAGE })),
    { text: "Hi" },
  ),
  row("text", "a signature alone behind it", said([...hi, { text: "", thoughtSignature: "Cq" }]), { text: "Hi" }),
  row("text", "no candidate and no word why", whole({ usageMetadata: USAGE, candidates: [] }), {
    error: "provider_no_answer",
    retried: true,
  }),
  ...[
    ["a picture", { inlineData: { mimeType: "image/png", data: "AAAA" } }, "inlineData"],
    ["a file", { fileData: { fileUri: "x" } }, "fileData"],
    ["code that the server ran", { executableCode: { language: "PYTHON", code: "1" } }, "executableCode"],
    ["what that code gave", { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }, "codeExecutionResult"],
    ["a kind that nobody knows", { hologram: { x: 1 } }, "hologram"],
  ].map(([what, value, name]) =>
    row("parts", String(what), said([...hi, value]), { text: "Hi", extras: [`part:${name}`] }),
  ),
];

const REASONING: Row[] = [
  ...THOUGHTS_IN_TEXT.map(([what, sent, expected]) =>
    row("reasoning", `thoughts as text: ${what}`, said([{ text: sent }]), expected),
  ),
  row("reasoning", "a thought", said([{ text: "I think.", thought: true }, ...hi]), {
    text: "Hi",
    reasoning: "I think.",
  }),
  row("reasoning", "a thought alone", said([{ text: "I think.", thought: true }], "MAX_TOKENS"), {
    finish: "length",
    reasoning: "I think.",
  }),
  row("reasoning", "a signature on a call", said([{ ...called({ q: "x" }), thoughtSignature: "Cq" }]), {
    finish: "tool_calls",
    calls: one({ q: "x" }),
  }),
];

const CALLS: Row[] = [
  ...[
    ["absent", undefined],
    ["null", null],
    ["{}", {}],
    ["text: null", "null"],
    ["text: {}", "{}"],
    ["empty text", ""],
  ].map(([what, args]) =>
    row("arguments of a tool without parameters", String(what), said([called(args)]), {
      finish: "tool_calls",
      calls: one(),
    }),
  ),
  row("arguments", "an object", said([called({ q: "x" })]), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "text", said([called('{"q":"x"}')]), { finish: "tool_calls", calls: one({ q: "x" }) }),
  row("arguments", "broken text", said([called("{not json")]), {
    finish: "tool_calls",
    calls: [["search", "{not json"]],
  }),
  row("tool calls", "parallel, text before them", said([...hi, called({ q: 1 }), called({ q: 2 })]), {
    finish: "tool_calls",
    text: "Hi",
    calls: [
      ["search", { q: 1 }],
      ["search", { q: 2 }],
    ],
  }),
  row("tool calls", "with an id", said([called({}, { id: "c1" })]), { finish: "tool_calls", calls: one() }),
  row("tool calls", "name missing", said([{ functionCall: { args: {} } }]), {
    finish: "tool_calls",
    calls: [["", {}]],
  }),
];

const FILTERS = [
  "SAFETY",
  "RECITATION",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
  "MODEL_ARMOR",
];
const STRANGE = [
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MISSING_THOUGHT_SIGNATURE",
  "MALFORMED_RESPONSE",
  "LANGUAGE",
  "OTHER",
  "NO_IMAGE",
  "IMAGE_OTHER",
  "FINISH_REASON_UNSPECIFIED",
  "MOONLIGHT",
];
const FINISH: Row[] = [
  row("finish", "MAX_TOKENS", said(hi, "MAX_TOKENS"), { text: "Hi", finish: "length" }),
  ...FILTERS.map((reason) => row("finish", reason, said([], reason), { finish: "content_filter" })),
  row("finish", "SAFETY behind text", said(hi, "SAFETY"), { text: "Hi", finish: "content_filter" }),
  ...STRANGE.map((reason) =>
    row("finish", reason, said([], reason), { finish: "unknown", extras: [`finish:${reason.toLowerCase()}`] }),
  ),
  row(
    "finish",
    "a message beside it",
    whole(
      candidate(
        {
          content: {},
          finishReason: "MALFORMED_FUNCTION_CALL",
          finishMessage: "Malformed function call: print(search())",
        },
        { usageMetadata: USAGE },
      ),
    ),
    { finish: "unknown", extras: ["candidate:finishMessage", "finish:malformed_function_call"] },
  ),
];

const BLOCKS: Row[] = [
  ...[
    "SAFETY",
    "OTHER",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "IMAGE_SAFETY",
    "MODEL_ARMOR",
    "JAILBREAK",
    "BLOCK_REASON_UNSPECIFIED",
  ].flatMap((blockReason) => [
    row("blocked prompt", blockReason, whole(blocked({ blockReason })), {
      finish: "content_filter",
      tokens: [10, 0],
      extras: [`block:${blockReason}`],
    }),
    row(
      "blocked prompt",
      blockReason,
      { events: [blocked({ blockReason })] },
      { finish: "content_filter", tokens: [10, 0], extras: [`block:${blockReason}`] },
    ),
  ]),
  row(
    "blocked prompt",
    "with an empty list of candidates and ratings",
    whole(
      blocked({ blockReason: "SAFETY", safetyRatings: [{ category: "X", probability: "HIGH" }] }, { candidates: [] }),
    ),
    { finish: "content_filter", tokens: [10, 0], extras: ["block:SAFETY"] },
  ),
  row(
    "blocked prompt",
    "behind a part of the answer",
    { events: [part({ text: "Hi" }), blocked({ blockReason: "SAFETY" })] },
    { text: "Hi", finish: "content_filter", tokens: [10, 0], extras: ["block:SAFETY"] },
  ),
  row(
    "feedback",
    "that blocks nothing",
    said(hi, "STOP", { promptFeedback: { safetyRatings: [{ category: "X", probability: "LOW" }] } }),
    { text: "Hi" },
  ),
  row("feedback", "that blocks nothing, empty", said(hi, "STOP", { promptFeedback: {} }), { text: "Hi" }),
];

const TOKENS: Row[] = [
  row("usage", "0 of output is left out", withUsage({ promptTokenCount: 10, totalTokenCount: 10 }), {
    text: "Hi",
    tokens: [10, 0],
  }),
  row("usage", "thoughts are output", withUsage({ ...USAGE, thoughtsTokenCount: 5, totalTokenCount: 17 }), {
    text: "Hi",
    tokens: [10, 7, { reasoning: 5 }],
  }),
  row(
    "usage",
    "0 of thoughts and of the cache",
    withUsage({ ...USAGE, thoughtsTokenCount: 0, cachedContentTokenCount: 0 }),
    { text: "Hi", tokens: [10, 2, { cached: 0, reasoning: 0 }] },
  ),
  row("usage", "from the cache", withUsage({ ...USAGE, cachedContentTokenCount: 4 }), {
    text: "Hi",
    tokens: [10, 2, { cached: 4 }],
  }),
  row("usage", "prompts of tools are input", withUsage({ ...USAGE, toolUsePromptTokenCount: 3, totalTokenCount: 15 }), {
    text: "Hi",
    tokens: [13, 2],
  }),
  ...[
    ["absent", undefined],
    ["empty", {}],
    ["negative", { promptTokenCount: -1, candidatesTokenCount: 2 }],
    ["a billion", { promptTokenCount: 1e9, candidatesTokenCount: 2 }],
  ].map(([what, usage]) => row("usage", String(what), withUsage(usage), { text: "Hi", tokens: null })),
  row(
    "usage",
    "thoughts in the first chunk alone",
    {
      events: [
        {
          ...part({ text: "Hi" }),
          usageMetadata: { promptTokenCount: 10, thoughtsTokenCount: 5, totalTokenCount: 15 },
        },
        candidate(
          { finishReason: "STOP" },
          { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 17 } },
        ),
      ],
    },
    { text: "Hi", tokens: [10, 7, { reasoning: 5 }] },
  ),
];

const STREAM: Row[] = [
  row("stream", "no finish reason", { events: [part({ text: "H" })] }, { error: "provider_stream_cut", retried: true }),
  row(
    "stream",
    "an error behind half an answer",
    { events: [part({ text: "H" }), { error: { code: 503, status: "UNAVAILABLE", message: "overloaded" } }] },
    { error: "provider_503", message: /overloaded/, retried: true },
  ),
  row(
    "stream",
    "an error by its name alone",
    { events: [{ error: { status: "RESOURCE_EXHAUSTED", message: "quota" } }] },
    { error: "provider_429", message: /quota/, retried: true },
  ),
  row(
    "stream",
    "a list of chunks, without alt=sse",
    { raw: JSON.stringify([part({ text: "H" }), part({ text: "i" }), END]), type: "application/json; charset=UTF-8" },
    { text: "Hi" },
  ),
  row(
    "stream",
    "parts in the last chunk",
    {
      events: [
        part({ text: "H" }),
        candidate({ content: { parts: [{ text: "i" }] }, finishReason: "STOP" }, { usageMetadata: USAGE }),
      ],
    },
    { text: "Hi" },
  ),
  row(
    "stream",
    "chunks behind the finish reason",
    { events: [part({ text: "Hi" }), END, { usageMetadata: USAGE, modelVersion: "m-1" }] },
    { text: "Hi" },
  ),
];

const REST: Row[] = [
  row(
    "candidates",
    "two",
    whole({
      ...body(hi),
      candidates: [
        { index: 1, content: { parts: [{ text: "Ho" }] }, finishReason: "STOP" },
        { index: 0, content: { parts: hi }, finishReason: "STOP" },
      ],
    }),
    { text: "Hi", extras: ["choices:more_than_one"] },
  ),
  row(
    "candidate",
    "safety ratings, citations, grounding, logprobs",
    whole(
      candidate(
        {
          content: { parts: hi },
          finishReason: "STOP",
          safetyRatings: [{ category: "X" }],
          citationMetadata: { citationSources: [{ uri: "x" }] },
          groundingMetadata: { webSearchQueries: ["x"] },
          avgLogprobs: -0.1,
        },
        { usageMetadata: USAGE },
      ),
    ),
    {
      text: "Hi",
      extras: [
        "candidate:avgLogprobs",
        "candidate:citationMetadata",
        "candidate:groundingMetadata",
        "candidate:safetyRatings",
      ],
    },
  ),
  row("members", "unknown ones", said(hi, "STOP", { moonlight: { x: 1 } }), { text: "Hi", extras: ["body:moonlight"] }),
];

export const GOOGLE: Row[] = [...TEXT, ...REASONING, ...CALLS, ...FINISH, ...BLOCKS, ...TOKENS, ...STREAM, ...REST];
