import { type Json, type Protocol, type Row, row } from "../row.ts";

const json = (body: Json) => JSON.stringify(body);
/** An error of an HTTP status, or in a 200. */
const sent = (status: number, body: Json, headers?: Record<string, string>) => ({
  raw: typeof body === "string" ? body : json(body),
  status,
  headers,
  type: typeof body === "string" ? "text/html" : "application/json",
});
const failed = (error: string, message: RegExp, retried = false) => ({ error, message, retried });

/** Forms of an error's body, with what of it a reader is to see. */
const FORMS: [string, Json, RegExp][] = [
  [
    "error.message",
    { error: { message: "broken model", type: "invalid_request_error", param: null, code: null } },
    /broken model/,
  ],
  ["error is text", { error: "broken model" }, /broken model/],
  ["error is text, with a type beside it", { error: "broken model", error_type: "validation" }, /broken model/],
  ["message alone", { message: "broken model" }, /broken model/],
  ["detail alone", { detail: "broken model" }, /broken model/],
  [
    "detail is a list of places",
    { detail: [{ type: "missing", loc: ["body", "messages", 0], msg: "Field required" }] },
    /body\.messages\.0: Field required/,
  ],
  ["detail is an object", { detail: { error: { message: "broken model" } } }, /broken model/],
  [
    "problem+json",
    { type: "about:blank", title: "Bad Request", status: 400, detail: "broken model" },
    /Bad Request: broken model/,
  ],
  ["title alone", { type: "about:blank", title: "broken model" }, /broken model/],
  ["errors, a list of objects", { errors: [{ message: "broken model", code: 7003 }] }, /broken model/],
  ["errors, a list of texts", { errors: ["broken", "model"] }, /broken; model/],
  ["errors, empty, beside a message", { errors: [], message: "broken model" }, /broken model/],
  [
    "a list with an error",
    [{ error: { code: 400, message: "broken model", status: "INVALID_ARGUMENT" } }],
    /broken model/,
  ],
  ["an error in an error", { error: { error: { message: "broken model" } } }, /broken model/],
  [
    "Anthropic's",
    { type: "error", error: { type: "invalid_request_error", message: "broken model" }, request_id: "req_1" },
    /broken model/,
  ],
  [
    "vLLM's",
    { object: "error", message: "broken model", type: "BadRequestError", param: null, code: 400 },
    /broken model/,
  ],
  ["Amazon's", { __type: "com.amazon.coral.validate#ValidationException", Message: "broken model" }, /broken model/],
  ["Amazon's, named by the member", { validationException: { message: "broken model" } }, /broken model/],
  ["DashScope's", { code: "InvalidParameter", message: "broken model", request_id: "r" }, /broken model/],
  ["MiniMax's", { base_resp: { status_code: 2013, status_msg: "broken model" } }, /broken model/],
  [
    "OpenRouter's, with whom it asked",
    {
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: { raw: '{"detail":"broken model"}', provider_name: "x" },
      },
    },
    /Provider returned error: .*broken model/,
  ],
  ["msg", { code: 1, msg: "broken model" }, /broken model/],
  ["error_description", { error: "invalid_request", error_description: "broken model" }, /invalid_request/],
  ["error.message is an object", { error: { message: { detail: "broken model" } } }, /broken model/],
  ["members that nobody knows", { moon: "broken model" }, /broken model/],
  ["JSON text", '"broken model"', /broken model/],
  ["plain text", "broken model", /broken model/],
  ["several lines", "broken\nmodel", /broken model/],
  [
    "a page with a title",
    "<html><head><title>broken model</title></head><body><h1>x</h1></body></html>",
    /broken model/,
  ],
  [
    "a page without one",
    "<html><body><center>broken <b>model</b></center><script>alert(1)</script></body></html>",
    /broken model/,
  ],
];

const SHAPES: Row[] = [
  ...FORMS.map(([what, body, message]) => row("error body", what, sent(400, body), failed("provider_400", message))),
  row("error body", "empty", sent(400, ""), failed("provider_400", /400/)),
  row("error body", "an empty object", sent(400, {}), failed("provider_400", /400/)),
];

const STATUSES: Row[] = [
  ...[400, 401, 402, 403, 404, 405, 413, 422, 501].map((status) =>
    row("error status", String(status), sent(status, { error: { message: "no" } }), failed(`provider_${status}`, /no/)),
  ),
  ...[408, 409, 425, 429, 498, 500, 502, 503, 504, 520, 522, 524, 529].map((status) =>
    row(
      "error status",
      String(status),
      sent(status, { error: { message: "no" } }),
      failed(`provider_${status}`, /no/, true),
    ),
  ),
  row(
    "error status",
    "400, to be asked again by its header",
    sent(400, { error: { message: "no" } }, { "x-should-retry": "true" }),
    failed("provider_400", /no/, true),
  ),
  row(
    "error status",
    "500, not to be asked again by its header",
    sent(500, { error: { message: "no" } }, { "x-should-retry": "false" }),
    failed("provider_500", /no/),
  ),
];

const IN_200: [string, Json, string, boolean][] = [
  ["a code", { error: { code: 429, message: "no" } }, "provider_429", true],
  ["a code as text", { error: { code: "503", message: "no" } }, "provider_503", true],
  ["a name", { error: { type: "overloaded_error", message: "no" } }, "provider_529", true],
  ["a name of Amazon's", { type: "ThrottlingException", message: "no" }, "provider_429", true],
  ["a member of Amazon's", { serviceUnavailableException: { message: "no" } }, "provider_503", true],
  ["a name with a point", { code: "Throttling.RateQuota", message: "no" }, "provider_429", true],
  ["status_code", { error: { message: "no", type: "invalid_request_error", status_code: 400 } }, "provider_400", false],
  ["a code of five digits", { object: "error", message: "no", code: 50002 }, "provider_500", true],
  ["TGI's", { error: "no", error_type: "overloaded" }, "provider_529", true],
  ["no code at all", { error: "no" }, "provider_502", true],
  ["a message alone", { message: "no" }, "provider_502", true],
  ["a detail alone", { detail: "no" }, "provider_502", true],
  ["MiniMax's", { base_resp: { status_code: 1000, status_msg: "no" }, choices: null }, "provider_502", true],
  ["Cloudflare's", { success: false, errors: [{ code: 3040, message: "no" }], result: null }, "provider_502", true],
];
const TWO_HUNDRED: Row[] = IN_200.flatMap(([what, body, error, retried]) => [
  row("error in a 200", `whole: ${what}`, { raw: json(body) }, failed(error, /no/, retried)),
  row("error in a 200", `an event: ${what}`, { events: [body] }, failed(error, /no/, retried)),
  row(
    "error in a 200",
    `an event that is named one: ${what}`,
    { events: [`event: error\ndata: ${json(body)}\n\n`] },
    failed(error, /no/, retried),
  ),
  row(
    "error in a 200",
    `JSON that is called a stream: ${what}`,
    { raw: json(body), type: "text/event-stream" },
    failed(error, /no/, retried),
  ),
]);

const BLOCKED = { finish: "content_filter", tokens: null };
/** A filter's block of a prompt, as an error of the request: status, body. */
const FILTERS: [string, number, Json][] = [
  [
    "Azure's",
    400,
    {
      error: {
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: "prompt",
        code: "content_filter",
        status: 400,
        innererror: {
          code: "ResponsibleAIPolicyViolation",
          content_filter_result: { violence: { filtered: true, severity: "high" } },
        },
      },
    },
  ],
  [
    "Azure's, by its inner code alone",
    400,
    { error: { message: "no", innererror: { code: "ResponsibleAIPolicyViolation" } } },
  ],
  [
    "OpenAI's",
    400,
    {
      error: {
        message: "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
        type: "invalid_request_error",
        code: "invalid_prompt",
      },
    },
  ],
  [
    "OpenAI's, by its code",
    400,
    { error: { message: "no", type: "invalid_request_error", code: "content_policy_violation" } },
  ],
  [
    "Anthropic's",
    400,
    { type: "error", error: { type: "invalid_request_error", message: "Output blocked by content filtering policy" } },
  ],
  [
    "OpenRouter's",
    403,
    {
      error: {
        code: 403,
        message: 'm requires moderation on x. Your input was flagged for "violence".',
        metadata: { reasons: ["violence"], flagged_input: "..." },
      },
    },
  ],
];
const BLOCKS: Row[] = FILTERS.flatMap(([what, status, body]) => [
  row("blocked prompt", `${what}, ${status}`, sent(status, body), BLOCKED),
  row("blocked prompt", `${what}, in a stream`, { events: [body] }, BLOCKED),
]);
const NO_BLOCKS: Row[] = [
  row(
    "no block",
    "an outage that speaks of a content filter",
    sent(503, { error: { message: "The content filter is not available" } }),
    failed("provider_503", /content filter/, true),
  ),
  row(
    "no block",
    "a limit that does",
    sent(429, { error: { message: "content filter: too many requests" } }),
    failed("provider_429", /content filter/, true),
  ),
  row(
    "no block",
    "a filter that timed out",
    sent(500, { error: { code: "content_filter", message: "no" } }),
    failed("provider_500", /no/, true),
  ),
];

const slip = (failed_generation: unknown, code = "tool_use_failed"): Json => ({
  error: { message: "Failed to call a function.", type: "invalid_request_error", code, failed_generation },
});
const CALLED = { finish: "tool_calls", calls: [["search", { q: "x" }]] as [string, Json][], tokens: null };
const SLIPS: [string, Json, Json][] = [
  ["a call", slip('{"name":"search","arguments":{"q":"x"}}'), CALLED],
  ["a call with parameters", slip('{"name":"search","parameters":{"q":"x"}}'), CALLED],
  ["a list of calls", slip('[{"name":"search","parameters":{"q":"x"}}]'), CALLED],
  [
    "calls in a fence",
    slip(
      '```json\n{"tool_calls":[{"id":"1","type":"function","function":{"name":"search"},"parameters":{"q":"x"}}]}\n```',
    ),
    CALLED,
  ],
  ["a tagged call", slip('<function=search>{"q":"x"}</function>'), CALLED],
  ["a tagged call without the bracket", slip('<function=search{"q":"x"}</function>'), CALLED],
  ["a call with its end tag alone", slip('search{"q": "x"}</function>'), CALLED],
  ["a call in tool_call tags", slip('<tool_call>\n{"name":"search","arguments":{"q":"x"}}\n</tool_call>'), CALLED],
  ["a tagged call without arguments", slip("<function=search></function>"), { ...CALLED, calls: [["search", {}]] }],
  ["text", slip("I need no tool for that."), { text: "I need no tool for that.", tokens: null }],
  ["nothing", slip(""), { tokens: null }],
  ["no word of what it wrote", slip(undefined), { tokens: null }],
  ["JSON that fits no schema", slip('{"verdict":', "json_validate_failed"), { text: '{"verdict":', tokens: null }],
];
const REJECTED: Row[] = SLIPS.flatMap(([what, body, expected]) => [
  row("rejected call", `${what}, 400`, sent(400, body), expected),
  row("rejected call", `${what}, in a stream`, { events: [body] }, expected),
  row(
    "rejected call",
    `${what}, an event that is named an error`,
    { events: [`event: error\ndata: ${json(body)}\n\n`] },
    expected,
  ),
]);

const OVERFLOWS = [
  "This model's maximum context length is 8192 tokens.",
  "prompt is too long: 208310 tokens > 200000 maximum",
  "The input token count (40000) exceeds the maximum number of tokens allowed (32000).",
  "the request exceeds the available context size, try increasing it",
];
const LENGTHS: Row[] = OVERFLOWS.flatMap((message) => [
  row("prompt too long", message.slice(0, 30), sent(400, { error: { message } }), {
    error: "context_overflow",
    retried: false,
  }),
  row("prompt too long", `as a detail: ${message.slice(0, 20)}`, sent(422, { detail: message }), {
    error: "context_overflow",
    retried: false,
  }),
]);

/** Spent credit by a status that has another meaning by itself. */
const CREDIT: Row[] = [
  row(
    "spent credit",
    "a 400",
    sent(400, {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.",
      },
    }),
    { error: "provider_quota", retried: false },
  ),
];

/** The same for every protocol. */
export const ERRORS: Row[] = [
  ...SHAPES,
  ...STATUSES,
  ...TWO_HUNDRED,
  ...BLOCKS,
  ...NO_BLOCKS,
  ...REJECTED,
  ...LENGTHS,
  ...CREDIT,
];
export const ALL_PROTOCOLS: readonly Protocol[] = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "google-generate",
];
