import { type Json, type Protocol, type Row, row } from "../row.ts";

/**
 * Dialects of servers that speak one of the protocols after a fashion, as their documentation, sources and issues describe
 * them. Written after the code that reads them, to see how it does on what it was not written for.
 */
const choice = (message: Json, finish_reason: Json = "stop", more: Json = {}): Json => ({
  index: 0,
  message: { role: "assistant", ...message },
  finish_reason,
  ...more,
});
const chat = (message: Json, finish: Json = "stop", more: Json = {}): Json => ({
  id: "x",
  object: "chat.completion",
  created: 1,
  model: "m-1",
  choices: [choice(message, finish)],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
  ...more,
});
const chunk = (delta: Json, finish_reason: Json = null, more: Json = {}): Json => ({
  id: "x",
  object: "chat.completion.chunk",
  created: 1,
  model: "m-1",
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
const DONE = "data: [DONE]\n\n";
const raw = (status: number, body: Json, type = "application/json") => ({
  raw: typeof body === "string" ? body : JSON.stringify(body),
  status,
  type,
});
const call = (id: Json, args: Json, name = "search"): Json => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const one = (args: Json = {}): [string, Json][] => [["search", args]];
const BLOCK = { finish: "content_filter", tokens: null };

const CHAT: Row[] = [
  row(
    "Mistral",
    "reference parts",
    {
      body: chat({
        content: [
          { type: "text", text: "Hi" },
          { type: "reference", reference_ids: [1] },
        ],
      }),
    },
    { text: "Hi", extras: ["part:reference"] },
  ),
  row(
    "Mistral",
    "422 with a list of places",
    raw(422, {
      object: "error",
      message: {
        detail: [{ type: "extra_forbidden", loc: ["body", "seed"], msg: "Extra inputs are not permitted", input: 1 }],
      },
      type: "invalid_request_error",
      param: null,
      code: null,
    }),
    { error: "provider_422", message: /body\.seed: Extra inputs are not permitted/, retried: false },
  ),
  row(
    "Mistral",
    "streamed thinking parts",
    {
      events: [
        chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "I " }] }] }),
        chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "think." }] }] }),
        chunk({ content: "Hi" }),
        chunk({ content: "" }, "stop", { usage: USAGE }),
        DONE,
      ],
    },
    { text: "Hi", reasoning: "I think." },
  ),
  row("Mistral", "429 of its gateway", raw(429, { message: "Requests rate limit exceeded" }), {
    error: "provider_429",
    message: /rate limit/,
    retried: true,
  }),
  row("Mistral", "finish error", { body: chat({ content: "" }, "error") }, { error: "provider_502", retried: true }),
  row(
    "DeepSeek",
    "Content Exists Risk",
    raw(400, {
      error: {
        message: "Content Exists Risk",
        type: "invalid_request_error",
        param: null,
        code: "invalid_request_error",
      },
    }),
    BLOCK,
  ),
  row(
    "DeepSeek",
    "402",
    raw(402, {
      error: { message: "Insufficient Balance", type: "unknown_error", param: null, code: "invalid_request_error" },
    }),
    { error: "provider_402", message: /Insufficient Balance/, retried: false },
  ),
  row(
    "DeepSeek",
    "keep-alive lines before a JSON answer",
    { raw: `\n\n\n\n${JSON.stringify(chat({ content: "Hi" }))}` },
    { text: "Hi" },
  ),
  row(
    "DeepSeek",
    "keep-alive comments",
    {
      events: [
        ": keep-alive\n\n",
        chunk({ role: "assistant", content: "" }),
        ": keep-alive\n\n",
        chunk({ content: "Hi" }),
        chunk({ content: "" }, "stop", { usage: USAGE }),
        DONE,
      ],
    },
    { text: "Hi" },
  ),
  row(
    "Groq",
    "x_groq error in a stream",
    {
      events: [
        chunk({ role: "assistant" }, null, { x_groq: { id: "r" } }),
        {
          error: {
            message: "Failed to call a function.",
            type: "invalid_request_error",
            code: "tool_use_failed",
            failed_generation: '<function=search>{"q": "x"}</function>',
            status_code: 400,
          },
        },
      ],
    },
    { finish: "tool_calls", calls: one({ q: "x" }), tokens: null },
  ),
  row(
    "Groq",
    "x_groq.error",
    { events: [chunk({}, null, { x_groq: { id: "r", error: "over capacity" } })] },
    { error: "provider_502", message: /over capacity/, retried: true },
  ),
  row(
    "Groq",
    "413 for tokens a minute",
    raw(413, {
      error: {
        message: "Request too large for model m on tokens per minute (TPM): Limit 6000, Requested 9000",
        type: "tokens",
        code: "rate_limit_exceeded",
      },
    }),
    { error: "provider_413", message: /too large/, retried: false },
  ),
  row(
    "Groq",
    "a name with a wrong call in the message alone",
    raw(400, {
      error: {
        message:
          "tool call validation failed: parameters for tool search did not match schema: errors: [`/q`: expected array]",
        type: "invalid_request_error",
        code: "tool_use_failed",
      },
    }),
    { tokens: null },
  ),
  row(
    "Together",
    "choice text and seed",
    {
      body: {
        id: "x",
        object: "chat.completion",
        model: "m-1",
        prompt: [],
        choices: [
          {
            index: 0,
            finish_reason: "eos",
            seed: 123,
            logprobs: null,
            message: { role: "assistant", content: "Hi", tool_calls: [] },
          },
        ],
        usage: { ...USAGE, cached_tokens: 0 },
      },
      only: "whole",
    },
    { text: "Hi", tokens: [10, 2, { cached: 0 }], extras: ["choice:seed"] },
  ),
  row(
    "Together",
    "overloaded in a stream",
    {
      events: [
        chunk({ content: "H" }),
        { error: { message: "The server is overloaded", type: "service_unavailable", param: null, code: null } },
        DONE,
      ],
    },
    { error: "provider_503", message: /overloaded/, retried: true },
  ),
  row(
    "Together",
    "too long",
    raw(422, {
      error: {
        message: "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000",
        type: "invalid_request_error",
      },
    }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "Fireworks",
    "error as text",
    raw(400, {
      error: {
        object: "error",
        type: "invalid_request_error",
        message: "The prompt is too long: 9000, model maximum context length: 8192",
      },
    }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "Fireworks",
    "fault of the gateway",
    raw(500, { fault: { faultstring: "upstream down", detail: { errorcode: "x" } } }),
    { error: "provider_500", message: /upstream down/, retried: true },
  ),
  row(
    "Fireworks",
    "perf_metrics beside usage",
    {
      events: [chunk({ content: "Hi" }), chunk({}, "stop", { usage: USAGE, perf_metrics: { "server-time": 1 } }), DONE],
    },
    { text: "Hi", extras: ["body:perf_metrics"] },
  ),
  row(
    "OpenRouter",
    "native_finish_reason, provider, details",
    {
      body: chat(
        {
          content: "Hi",
          reasoning: "I think.",
          reasoning_details: [{ type: "reasoning.text", text: "I think.", format: "anthropic-claude-v1", index: 0 }],
        },
        "stop",
        { provider: "Acme" },
      ),
    },
    { text: "Hi", reasoning: "I think.", extras: ["body:provider"] },
  ),
  row(
    "OpenRouter",
    "finish error in mid-stream",
    {
      events: [
        chunk({ content: "H" }),
        {
          id: "x",
          object: "chat.completion.chunk",
          model: "m-1",
          error: { code: "server_error", message: "Provider disconnected" },
          choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
        },
      ],
    },
    { error: "provider_500", message: /disconnected/, retried: true },
  ),
  row(
    "OpenRouter",
    "a key without money",
    raw(402, { error: { message: "This request requires more credits", code: 402 }, user_id: "u" }),
    { error: "provider_402", message: /credits/, retried: false },
  ),
  row(
    "OpenRouter",
    "moderation",
    raw(403, {
      error: {
        message: 'gpt requires moderation on OpenAI. Your input was flagged for "self-harm". No credits were charged.',
        code: 403,
        metadata: { reasons: ["self-harm"], flagged_input: "...", provider_name: "OpenAI" },
      },
    }),
    BLOCK,
  ),
  row(
    "Azure",
    "filter that failed, in the choice",
    {
      body: {
        ...chat({ content: "Hi" }),
        choices: [
          choice({ content: "Hi" }, "stop", {
            content_filter_result: {
              error: { code: "content_filter_error", message: "The contents are not filtered" },
            },
          }),
        ],
      },
    },
    { text: "Hi", extras: ["choice:content_filter_result"] },
  ),
  row(
    "Azure",
    "asynchronous filter: chunks without delta",
    {
      events: [
        {
          id: "",
          object: "",
          created: 0,
          model: "",
          choices: [],
          prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
        },
        chunk({ content: "Hi" }),
        {
          id: "",
          choices: [
            { index: 0, finish_reason: null, content_filter_offsets: { check_offset: 1 }, content_filter_results: {} },
          ],
          usage: null,
        },
        chunk({}, "stop"),
        { id: "x", model: "m-1", choices: [], usage: USAGE },
        DONE,
      ],
    },
    { text: "Hi", extras: ["choice:content_filter_offsets"] },
  ),
  row(
    "Azure",
    "answer cut by the filter",
    { body: chat({ content: "H" }, "content_filter") },
    { text: "H", finish: "content_filter" },
  ),
  row(
    "Azure",
    "404 for a deployment",
    raw(404, {
      error: { code: "DeploymentNotFound", message: "The API deployment for this resource does not exist." },
    }),
    { error: "provider_404", message: /deployment/, retried: false },
  ),
  row("Azure", "401 of its gateway", raw(401, { statusCode: 401, message: "Unauthorized. Access token is missing" }), {
    error: "provider_401",
    message: /Access token/,
    retried: false,
  }),
  row(
    "vLLM",
    "error in a stream",
    { events: [{ error: { message: "EngineCore died", type: "InternalServerError", param: null, code: 500 } }, DONE] },
    { error: "provider_500", message: /EngineCore/, retried: true },
  ),
  row(
    "vLLM",
    "old error form",
    raw(400, {
      object: "error",
      message: "This model's maximum context length is 2048 tokens",
      type: "BadRequestError",
      param: null,
      code: 400,
    }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "vLLM",
    "new members",
    {
      body: chat(
        {
          content: "Hi",
          refusal: null,
          annotations: null,
          audio: null,
          function_call: null,
          tool_calls: [],
          reasoning: null,
          reasoning_content: null,
        },
        "stop",
        { service_tier: null, prompt_logprobs: null, prompt_token_ids: null, kv_transfer_params: null },
      ),
    },
    { text: "Hi" },
  ),
  row(
    "vLLM",
    "stop reason is a number",
    {
      body: {
        ...chat({ content: "Hi" }),
        choices: [choice({ content: "Hi" }, "stop", { stop_reason: 128009, token_ids: null })],
      },
    },
    { text: "Hi" },
  ),
  row(
    "vLLM",
    "usage in every chunk",
    {
      events: [
        chunk({ role: "assistant", content: "" }, null, {
          usage: { prompt_tokens: 10, total_tokens: 10, completion_tokens: 0 },
        }),
        chunk({ content: "Hi" }, null, { usage: { prompt_tokens: 10, total_tokens: 11, completion_tokens: 1 } }),
        chunk({ content: "" }, "stop", { usage: USAGE }),
        { id: "x", choices: [], usage: USAGE },
        DONE,
      ],
    },
    { text: "Hi" },
  ),
  row(
    "Ollama",
    "error as text",
    raw(404, {
      error: { message: 'model "x" not found, try pulling it first', type: "api_error", param: null, code: null },
    }),
    { error: "provider_404", message: /pulling/, retried: false },
  ),
  row(
    "Ollama",
    "native error in a stream",
    {
      raw: `${JSON.stringify({ error: "an error was encountered while running the model" })}\n`,
      type: "application/x-ndjson",
    },
    { error: "provider_502", message: /encountered/, retried: true },
  ),
  row("Ollama", "finish load", { body: chat({ content: "" }, "load") }, { finish: "unknown", extras: ["finish:load"] }),
  row(
    "LM Studio",
    "error event",
    {
      events: [
        'event: error\ndata: {"error":{"message":"The number of tokens to keep from the initial prompt is greater than the context length."},"message":"The number of tokens to keep from the initial prompt is greater than the context length."}\n\n',
      ],
    },
    { error: "provider_502", message: /tokens to keep/, retried: true },
  ),
  row(
    "LM Studio",
    "stats and model_info",
    {
      body: chat({ content: "Hi", tool_calls: [] }, "stop", {
        stats: { tokens_per_second: 9 },
        system_fingerprint: "m",
      }),
    },
    { text: "Hi", extras: ["body:stats"] },
  ),
  row(
    "LM Studio",
    "unknown path with a 200",
    { raw: JSON.stringify({ error: "Unexpected endpoint or method. (POST /chat/completions)" }) },
    { error: "provider_502", message: /Unexpected endpoint/, retried: true },
  ),
  row("llama.cpp", "loading", raw(503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }), {
    error: "provider_503",
    message: /Loading/,
    retried: true,
  }),
  row(
    "llama.cpp",
    "too long",
    raw(400, {
      error: {
        code: 400,
        message: "the request exceeds the available context size. try increasing the context size",
        type: "exceed_context_size_error",
        n_prompt_tokens: 9,
        n_ctx: 8,
      },
    }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "llama.cpp",
    "timings, __verbose",
    { body: chat({ content: "Hi" }, "stop", { timings: { prompt_n: 10 }, __verbose: { index: 0 } }) },
    { text: "Hi", extras: ["body:timings"] },
  ),
  row(
    "llama.cpp",
    "an error event without a name",
    { events: [chunk({ content: "H" }), 'error: {"code":500,"message":"slot failed","type":"server_error"}\n\n'] },
    { error: "provider_stream_cut", retried: true },
  ),
  row(
    "SGLang",
    "abort",
    { body: { ...chat({ content: "H" }), choices: [choice({ content: "H" }, "abort", { matched_stop: null })] } },
    { error: "provider_502", retried: true },
  ),
  row(
    "SGLang",
    "matched_stop",
    { body: { ...chat({ content: "Hi" }), choices: [choice({ content: "Hi" }, "stop", { matched_stop: 128009 })] } },
    { text: "Hi", extras: ["choice:matched_stop"] },
  ),
  row(
    "SGLang",
    "too long",
    raw(400, {
      object: "error",
      message: "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
      type: "BadRequestError",
      param: null,
      code: 400,
    }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "TGI",
    "arguments as an object, no id",
    {
      body: chat(
        {
          tool_calls: [
            { id: "0", type: "function", function: { description: null, name: "search", arguments: { q: "x" } } },
          ],
        },
        "stop",
      ),
      only: "whole",
    },
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "TGI",
    "one call as an object in a delta",
    {
      events: [
        chunk({
          role: "assistant",
          tool_calls: { index: 0, id: "", type: "function", function: { name: "search", arguments: "{" } },
        }),
        chunk({ tool_calls: { index: 0, id: "", type: "function", function: { name: null, arguments: "}" } } }),
        chunk({ content: "" }, "eos_token"),
        DONE,
      ],
    },
    { finish: "tool_calls", calls: one(), tokens: null },
  ),
  row(
    "TGI",
    "error",
    raw(422, {
      error: "Input validation error: `inputs` must have less than 1024 tokens. Given: 2000",
      error_type: "validation",
    }),
    { error: "context_overflow", retried: false },
  ),
  row("TGI", "overloaded", raw(429, { error: "Model is overloaded", error_type: "overloaded" }), {
    error: "provider_429",
    message: /overloaded/,
    retried: true,
  }),
  row(
    "TGI",
    "error in a stream",
    {
      events: [
        { error: "Request failed during generation: Server error: CUDA out of memory", error_type: "generation" },
      ],
    },
    { error: "provider_500", message: /CUDA/, retried: true },
  ),
  row("Hugging Face", "loading", raw(503, { error: "Model x is currently loading", estimated_time: 20 }), {
    error: "provider_503",
    message: /loading/,
    retried: true,
  }),
  row(
    "Bedrock proxy",
    "throttled in a stream",
    { events: [chunk({ content: "H" }), { throttlingException: { message: "Too many requests" } }] },
    { error: "provider_429", message: /Too many/, retried: true },
  ),
  row(
    "Bedrock proxy",
    "__type",
    raw(400, { __type: "ValidationException", message: "Input is too long for requested model." }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "Bedrock proxy",
    "guardrail",
    { body: chat({ content: "Sorry, blocked." }, "guardrail_intervened") },
    { text: "Sorry, blocked.", finish: "content_filter" },
  ),
  row("Bedrock proxy", "ModelNotReady", raw(429, { message: "Model is not ready", __type: "ModelNotReadyException" }), {
    error: "provider_429",
    message: /not ready/,
    retried: true,
  }),
  row("Cohere", "finish COMPLETE", { body: chat({ content: "Hi" }, "COMPLETE") }, { text: "Hi" }),
  row(
    "Cohere",
    "finish TOOL_CALL, a plan",
    { body: chat({ tool_plan: "I will search.", tool_calls: [call("c1", "{}")] }, "TOOL_CALL") },
    { finish: "tool_calls", calls: one(), extras: ["message:tool_plan"] },
  ),
  row("Cohere", "finish ERROR_TOXIC", { body: chat({ content: "" }, "ERROR_TOXIC") }, { finish: "content_filter" }),
  row("Cohere", "error", raw(400, { id: "x", message: "too many tokens: size limit exceeded by 3 tokens" }), {
    error: "context_overflow",
    retried: false,
  }),
  row(
    "xAI",
    "error as text with a code",
    raw(400, { code: "Client specified an invalid argument", error: "Model not found: grok-x" }),
    { error: "provider_400", message: /Model not found/, retried: false },
  ),
  row(
    "xAI",
    "reasoning is beside the output",
    {
      body: chat({ content: "Hi", reasoning_content: "I think." }, "stop", {
        usage: {
          prompt_tokens: 10,
          completion_tokens: 2,
          total_tokens: 22,
          prompt_tokens_details: { text_tokens: 10, cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 10 },
          num_sources_used: 0,
        },
      }),
    },
    { text: "Hi", reasoning: "I think.", tokens: [10, 12, { cached: 0, reasoning: 10 }] },
  ),
  row(
    "xAI",
    "against the guidelines",
    raw(403, {
      code: "The caller does not have permission to execute the specified operation",
      error: "Content violates usage guidelines. Team: x, API key ID: y, Model: z, Failed check: SAFETY_CHECK_TYPE_BIO",
    }),
    BLOCK,
  ),
  row(
    "xAI",
    "citations in the last chunk",
    { events: [chunk({ content: "Hi" }), chunk({}, "stop", { usage: USAGE, citations: ["https://x.test"] }), DONE] },
    { text: "Hi", extras: ["body:citations"] },
  ),
  row(
    "Perplexity",
    "delta, message and citations in each chunk",
    {
      events: [
        ["H", "H"],
        ["i", "Hi"],
      ].map(([content, all], at) => ({
        id: "x",
        object: "chat.completion",
        model: "m-1",
        citations: ["https://x.test"],
        search_results: [{ url: "x" }],
        usage: USAGE,
        choices: [
          {
            index: 0,
            finish_reason: at ? "stop" : null,
            message: { role: "assistant", content: all },
            delta: { role: "assistant", content },
          },
        ],
      })),
    },
    { text: "Hi", extras: ["body:citations", "body:search_results"] },
  ),
  row(
    "Perplexity",
    "401 as a page",
    raw(
      401,
      "<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center></body></html>",
      "text/html",
    ),
    { error: "provider_401", message: /Authorization Required/, retried: false },
  ),
  row(
    "Perplexity",
    "usage with cost",
    {
      body: chat({ content: "Hi" }, "stop", {
        usage: { ...USAGE, search_context_size: "low", cost: { total_cost: 0.1 } },
      }),
    },
    { text: "Hi" },
  ),
  row(
    "Moonshot",
    "usage in the choice",
    {
      events: [
        chunk({ role: "assistant", content: "" }),
        chunk({ content: "Hi" }),
        {
          id: "x",
          model: "m-1",
          choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: { ...USAGE, cached_tokens: 10 } }],
        },
        DONE,
      ],
    },
    { text: "Hi", tokens: [10, 2, { cached: 10 }] },
  ),
  row(
    "Moonshot",
    "high risk",
    raw(400, {
      error: { message: "The request was rejected because it was considered high risk", type: "content_filter" },
    }),
    BLOCK,
  ),
  row(
    "Moonshot",
    "engine_overloaded_error",
    raw(429, {
      error: { message: "The engine is currently overloaded, please try again later", type: "engine_overloaded_error" },
    }),
    { error: "provider_429", message: /overloaded/, retried: true },
  ),
  row(
    "Moonshot",
    "too long",
    raw(400, {
      error: {
        message: "Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)",
        type: "invalid_request_error",
      },
    }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "Zhipu",
    "sensitive",
    {
      body: chat({ content: "" }, "sensitive", { request_id: "r", content_filter: [{ role: "assistant", level: 0 }] }),
    },
    { finish: "content_filter", extras: ["body:content_filter", "body:request_id"] },
  ),
  row(
    "Zhipu",
    "1301",
    raw(400, {
      contentFilter: [{ level: 1, role: "user" }],
      error: { code: "1301", message: "系统检测到输入或生成内容可能包含不安全或敏感内容" },
    }),
    BLOCK,
  ),
  row(
    "Zhipu",
    "1302 in a stream",
    { events: [{ error: { code: "1302", message: "您的账户已达到速率限制" } }] },
    { error: "provider_429", message: /速率/, retried: true },
  ),
  row(
    "Zhipu",
    "web_search results",
    { body: chat({ content: "Hi" }, "stop", { web_search: [{ title: "x", link: "y" }] }) },
    { text: "Hi", extras: ["body:web_search"] },
  ),
  row(
    "DashScope",
    "inspection",
    raw(400, {
      error: {
        code: "data_inspection_failed",
        param: null,
        message: "Input data may contain inappropriate content.",
        type: "data_inspection_failed",
      },
      id: "x",
      request_id: "r",
    }),
    BLOCK,
  ),
  row(
    "DashScope",
    "inspection in a stream",
    {
      events: [
        chunk({ content: "H" }),
        {
          error: {
            code: "data_inspection_failed",
            message: "Output data may contain inappropriate content.",
            type: "data_inspection_failed",
          },
        },
      ],
    },
    BLOCK,
  ),
  row(
    "DashScope",
    "arguments cut into chunks with empty ids",
    {
      events: [
        chunk({
          content: null,
          tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "search", arguments: "" } }],
        }),
        chunk({
          content: null,
          tool_calls: [{ index: 0, id: "", type: "function", function: { name: null, arguments: '{"q":' } }],
        }),
        chunk({
          content: null,
          tool_calls: [{ index: 0, id: "", type: "function", function: { name: "", arguments: '"x"}' } }],
        }),
        chunk({ content: "" }, "tool_calls"),
        { id: "x", model: "m-1", choices: [], usage: USAGE },
        DONE,
      ],
    },
    { finish: "tool_calls", calls: one({ q: "x" }) },
  ),
  row(
    "DashScope",
    "throttling",
    raw(429, { error: { message: "Requests rate limit exceeded", type: "limit_requests", code: "limit_requests" } }),
    { error: "provider_429", message: /rate limit/, retried: true },
  ),
  row(
    "MiniMax",
    "an answer with base_resp",
    {
      body: chat({ content: "Hi", audio_content: "", name: "MM" }, "stop", {
        input_sensitive: false,
        output_sensitive: false,
        input_sensitive_type: 0,
        output_sensitive_type: 0,
        base_resp: { status_code: 0, status_msg: "" },
      }),
    },
    { text: "Hi" },
  ),
  row(
    "MiniMax",
    "limit",
    { raw: JSON.stringify({ id: "x", choices: null, base_resp: { status_code: 1002, status_msg: "rate limit" } }) },
    { error: "provider_429", message: /rate limit/, retried: true },
  ),
  row(
    "MiniMax",
    "sensitive input",
    {
      raw: JSON.stringify({
        id: "x",
        choices: null,
        input_sensitive: true,
        base_resp: { status_code: 1026, status_msg: "input new_sensitive" },
      }),
    },
    BLOCK,
  ),
  row(
    "Cerebras",
    "time_info",
    { body: chat({ content: "Hi", reasoning: "I think." }, "stop", { time_info: { queue_time: 1 } }) },
    { text: "Hi", reasoning: "I think.", extras: ["body:time_info"] },
  ),
  row(
    "Cerebras",
    "queue_exceeded",
    raw(429, {
      message: "We're experiencing high traffic right now!",
      type: "too_many_requests_error",
      param: "queue",
      code: "queue_exceeded",
    }),
    { error: "provider_429", message: /high traffic/, retried: true },
  ),
  row(
    "Cloudflare",
    "a page of 524",
    raw(
      524,
      '<!DOCTYPE html>\n<html lang="en-US"><head><title>api.x.test | 524: A timeout occurred</title></head></html>',
      "text/html",
    ),
    { error: "provider_524", message: /524: A timeout occurred/, retried: true },
  ),
  row(
    "LiteLLM",
    "error",
    raw(400, {
      error: {
        message:
          "litellm.BadRequestError: litellm.ContentPolicyViolationError: AzureException - The response was filtered due to the prompt triggering Azure OpenAI's content management policy",
        type: null,
        param: null,
        code: "400",
      },
    }),
    BLOCK,
  ),
  row(
    "LiteLLM",
    "no provider left",
    raw(429, {
      error: {
        message: "No deployments available for selected model. Try again in 60 seconds.",
        type: "None",
        param: "None",
        code: "429",
      },
    }),
    { error: "provider_429", message: /No deployments/, retried: true },
  ),
  row(
    "NVIDIA NIM",
    "detail",
    raw(404, { status: 404, title: "Not Found", detail: "Function 'x': Not found for account" }),
    { error: "provider_404", message: /Not Found: Function/, retried: false },
  ),
  row(
    "Snowflake",
    "content_list and 0 usage at first",
    {
      events: [
        chunk({ role: "assistant", content: "", content_list: [{ type: "text", text: "" }] }, null, {
          usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
        }),
        chunk({ content: "Hi" }),
        chunk({}, "stop", { usage: USAGE }),
      ],
    },
    { text: "Hi", extras: ["message:content_list"] },
  ),
  row(
    "Databricks",
    "error_code",
    raw(400, { error_code: "BAD_REQUEST", message: '{"external_model_message":{"error":"x"}}' }),
    { error: "provider_400", message: /external_model_message/, retried: false },
  ),
  row(
    "Databricks",
    "content parts with reasoning",
    {
      body: chat({
        content: [
          { type: "reasoning", summary: [{ type: "summary_text", text: "I think.", signature: "s" }] },
          { type: "text", text: "Hi" },
        ],
      }),
    },
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "Gemini compatible",
    "a list with an error",
    raw(429, [{ error: { code: 429, message: "You exceeded your current quota", status: "RESOURCE_EXHAUSTED" } }]),
    { error: "provider_429", message: /quota/, retried: true },
  ),
  row(
    "Gemini compatible",
    "calls with signatures, index 0 for all",
    {
      events: [
        chunk({
          role: "assistant",
          tool_calls: [
            {
              index: 0,
              id: "a",
              type: "function",
              extra_content: { google: { thought_signature: "s" } },
              function: { name: "search", arguments: '{"q":1}' },
            },
          ],
        }),
        chunk({
          role: "assistant",
          tool_calls: [{ index: 0, id: "b", type: "function", function: { name: "search", arguments: '{"q":2}' } }],
        }),
        chunk({ role: "assistant" }, "stop", { usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 20 } }),
        DONE,
      ],
    },
    {
      finish: "tool_calls",
      calls: [
        ["search", { q: 1 }],
        ["search", { q: 2 }],
      ],
      tokens: [10, 10],
    },
  ),
  row(
    "Gemini compatible",
    "finish content_filter: PROHIBITED_CONTENT",
    { body: chat({}, "content_filter: PROHIBITED_CONTENT") },
    { finish: "content_filter" },
  ),
];

const message = (content: Json, stop_reason: Json = "end_turn", more: Json = {}): Json => ({
  id: "m",
  type: "message",
  role: "assistant",
  model: "m-1",
  content,
  stop_reason,
  usage: { input_tokens: 10, output_tokens: 2 },
  ...more,
});
const MESSAGES: Row[] = [
  row(
    "GLM",
    "usage at the end, zero at the start, base_resp",
    {
      events: [
        { type: "message_start", message: message([], null, { usage: { input_tokens: 0, output_tokens: 0 } }) },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        {
          type: "message_delta",
          delta: { stop_reason: "end_turn" },
          usage: {
            input_tokens: 10,
            output_tokens: 2,
            cache_read_input_tokens: 0,
            server_tool_use: { web_search_requests: 0 },
          },
        },
        { type: "message_stop" },
      ],
    },
    { text: "Hi", tokens: [10, 2, { cached: 0 }] },
  ),
  row(
    "MiniMax",
    "base_resp",
    {
      body: message(
        [
          { type: "thinking", thinking: "I think.", signature: "s" },
          { type: "text", text: "Hi" },
        ],
        "end_turn",
        { base_resp: { status_code: 0, status_msg: "" } },
      ),
      only: "whole",
    },
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "DeepSeek",
    "no signature",
    {
      body: message([
        { type: "thinking", thinking: "I think." },
        { type: "text", text: "Hi" },
      ]),
    },
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "Bedrock",
    "invocation metrics behind the end",
    {
      events: [
        { type: "message_start", message: message([], null, { usage: { input_tokens: 10, output_tokens: 1 } }) },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 2 } },
        { type: "message_stop", "amazon-bedrock-invocationMetrics": { inputTokenCount: 10 } },
      ],
    },
    { text: "Hi" },
  ),
  row(
    "Bedrock",
    "overloaded by its member",
    { events: [{ modelStreamErrorException: { message: "sorry", originalStatusCode: 500 } }] },
    { error: "provider_502", message: /sorry/, retried: true },
  ),
  row(
    "Vertex",
    "a list with an error",
    raw(429, [{ error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" } }]),
    { error: "provider_429", message: /Quota/, retried: true },
  ),
  row(
    "LiteLLM",
    "error in OpenAI's form",
    raw(400, { error: { message: "prompt is too long: 300000 tokens > 200000 maximum", type: "None", code: "400" } }),
    { error: "context_overflow", retried: false },
  ),
  row(
    "Claude",
    "thinking omitted, usage of a server's tools",
    {
      body: message(
        [
          { type: "thinking", thinking: "", signature: "s" },
          { type: "text", text: "Hi" },
        ],
        "end_turn",
        {
          usage: {
            input_tokens: 10,
            output_tokens: 2,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 0,
            cache_creation: { ephemeral_5m_input_tokens: 0 },
            server_tool_use: { web_search_requests: 1 },
            service_tier: "standard",
          },
        },
      ),
    },
    { text: "Hi", tokens: [10, 2, { cached: 0, written: 0 }] },
  ),
];

const response = (output: Json, more: Json = {}): Json => ({
  id: "r",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "m-1",
  output,
  usage: { input_tokens: 10, output_tokens: 2, total_tokens: 12 },
  ...more,
});
const said = [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] }];
const RESPONSES: Row[] = [
  row(
    "vLLM",
    "reasoning text, no summary, unknown members",
    {
      body: response(
        [
          { id: "rs", type: "reasoning", content: [{ type: "reasoning_text", text: "I think." }], status: null },
          ...said,
        ],
        { kv_transfer_params: null, input_messages: null },
      ),
    },
    { text: "Hi", reasoning: "I think." },
  ),
  row(
    "Groq",
    "reasoning and a failed call",
    raw(400, {
      error: {
        message: "Failed to call a function",
        type: "invalid_request_error",
        code: "tool_use_failed",
        failed_generation: '{"name": "search", "arguments": {"q":"x"}}',
      },
    }),
    { finish: "tool_calls", calls: one({ q: "x" }), tokens: null },
  ),
  row(
    "OpenRouter",
    "usage with cost, end with a mark",
    {
      events: [
        { type: "response.created", response: response([], { status: "in_progress" }) },
        {
          type: "response.completed",
          response: response(said, {
            usage: {
              input_tokens: 10,
              output_tokens: 2,
              total_tokens: 12,
              cost: 0.1,
              input_tokens_details: { cached_tokens: 0 },
            },
          }),
        },
        DONE,
      ],
    },
    { text: "Hi", tokens: [10, 2, { cached: 0 }] },
  ),
  row(
    "LM Studio",
    "refusal null beside text",
    {
      body: response(
        [
          {
            type: "message",
            role: "assistant",
            content: [{ type: "output_text", text: "Hi", annotations: [], logprobs: [] }],
            status: "completed",
          },
        ],
        { incomplete_details: null },
      ),
    },
    { text: "Hi" },
  ),
  row(
    "Azure",
    "content_filters",
    { body: response(said, { content_filters: [{ blocked: false, source_type: "prompt" }] }) },
    { text: "Hi", extras: ["body:content_filters"] },
  ),
  row(
    "Azure",
    "incomplete by the filter",
    { body: response([], { status: "incomplete", incomplete_details: { reason: "content_filter" } }) },
    { finish: "content_filter" },
  ),
  row(
    "Codex",
    "an end without items",
    {
      events: [
        { type: "response.output_item.done", output_index: 0, item: said[0] },
        {
          type: "response.completed",
          response: { id: "r", model: "m-1", status: "completed", usage: { input_tokens: 10, output_tokens: 2 } },
        },
      ],
    },
    { text: "Hi" },
  ),
];

const part = (value: Json, more: Json = {}): Json => ({
  candidates: [{ index: 0, content: { role: "model", parts: [value] }, ...more }],
  modelVersion: "m-1",
});
const GENERATE: Row[] = [
  row(
    "Vertex",
    "traffic type, create time, average logprobs",
    {
      body: {
        ...part({ text: "Hi" }, { finishReason: "STOP", avgLogprobs: -0.1 }),
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12, trafficType: "ON_DEMAND" },
        createTime: "2026",
      },
    },
    { text: "Hi", extras: ["candidate:avgLogprobs"] },
  ),
  row(
    "Vertex",
    "JSON error in a list",
    raw(400, [{ error: { code: 400, message: "Unable to submit request", status: "INVALID_ARGUMENT" } }]),
    { error: "provider_400", message: /Unable/, retried: false },
  ),
  row(
    "Gemini",
    "empty candidates with thoughts used up",
    {
      raw: JSON.stringify({
        candidates: [{ finishReason: "MAX_TOKENS", index: 0 }],
        usageMetadata: { promptTokenCount: 10, totalTokenCount: 110, thoughtsTokenCount: 100 },
        modelVersion: "m-1",
      }),
    },
    { finish: "length", tokens: [10, 100, { reasoning: 100 }] },
  ),
  row(
    "Gemini",
    "a prompt blocked in the first chunk",
    {
      events: [
        {
          promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
          usageMetadata: {
            promptTokenCount: 10,
            totalTokenCount: 10,
            promptTokensDetails: [{ modality: "TEXT", tokenCount: 10 }],
          },
          modelVersion: "m-1",
        },
      ],
    },
    { finish: "content_filter", tokens: [10, 0], extras: ["block:PROHIBITED_CONTENT"] },
  ),
  row(
    "Gemini",
    "400 for its key",
    raw(400, {
      error: {
        code: 400,
        message: "API key not valid. Please pass a valid API key.",
        status: "INVALID_ARGUMENT",
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
      },
    }),
    { error: "provider_400", message: /API key not valid/, retried: false },
  ),
  row(
    "Gemini",
    "a server's tool call",
    {
      body: {
        ...part({ toolCall: { toolType: "GOOGLE_SEARCH", id: "1" } }),
        candidates: [
          {
            index: 0,
            content: { parts: [{ toolCall: { toolType: "GOOGLE_SEARCH" } }, { text: "Hi" }] },
            finishReason: "STOP",
          },
        ],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2 },
      },
    },
    { text: "Hi", extras: ["part:toolCall"] },
  ),
];

export const SERVERS: Record<Protocol, Row[]> = {
  "openai-chat": CHAT,
  "openai-responses": RESPONSES,
  "anthropic-messages": MESSAGES,
  "google-generate": GENERATE,
};
