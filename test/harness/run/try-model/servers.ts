import { readExchanges } from "../../../agent/models/wire-exchanges.ts";
import { ANTHROPIC, GOOGLE } from "./protocols.ts";
import type { Handler, Shape } from "./shapes.ts";

const PLAIN: Omit<Shape, "model" | "window" | "overflow" | "says"> = {
  ...{ tools: "calls", usage: "cached", hasSeeds: true, isDeterministic: true, streams: true, finish: "length" },
};

/** Of llama.cpp's server: `tools/server/README.md` of its repository, and for tools a recorded refusal. */
export const LLAMA_CPP: Shape = {
  ...PLAIN,
  model: "qwen",
  window: 2_048,
  tools: "one_call",
  overflow: (tokens, window) => ({
    status: 400,
    body: {
      error: {
        ...{ code: 400, type: "exceed_context_size_error", n_prompt_tokens: tokens, n_ctx: window },
        message: `the request exceeds the available context size (${window} tokens), try increasing it`,
      },
    },
  }),
  says: { "/props": { default_generation_settings: { n_ctx: 2_048 }, total_slots: 1 } },
};

/** Started without `--jinja`: the recorded answer to whoever sends tools. */
export const LLAMA_CPP_WITHOUT_TOOLS: Shape = { ...LLAMA_CPP, tools: refusalOfTools() };

/** A small server over node-llama-cpp: one slot, calls as text, no streams. */
export const SMALL: Shape = {
  ...PLAIN,
  ...{
    model: "smollm2-135m",
    window: 2_048,
    tools: "text",
    streams: false,
    finish: "stop",
    slots: { at_once: 1, ms: 130 },
  },
  overflow: LLAMA_CPP.overflow,
  says: { "/v1/models": { object: "list", data: [{ id: "smollm2-135m", object: "model" }] } },
};

/** Cuts what is too long without a word, at a window far below the model's: its documentation, `docs/faq`. */
export const OLLAMA: Shape = {
  ...PLAIN,
  ...{
    like: "ollama-qwen3-chat-tool-loop-1",
    model: "qwen3:latest",
    window: 1_024,
    overflow: () => "cut",
    usage: "plain",
  },
  says: { "/api/ps": { models: [{ name: "qwen3:latest", context_length: 1_024 }] } },
};

/** Of vLLM: `max_model_len` of its list of models, and its refusal, from its sources. */
export const VLLM: Shape = {
  ...PLAIN,
  ...{ like: "vllm-chat-plain", model: "meta-llama/Llama-3.2-1B-Instruct", window: 4_096, isDeterministic: false },
  overflow: (tokens, window) => ({
    status: 400,
    body: {
      error: {
        ...{ type: "BadRequestError", code: 400 },
        message: `This model's maximum context length is ${window} tokens. However, you requested ${tokens} tokens.`,
      },
    },
  }),
  says: { "/v1/models": { data: [{ id: "meta-llama/Llama-3.2-1B-Instruct", max_model_len: 4_096 }] } },
};

/** By its recorded exchanges; its refusal of long prompts by its public documentation. */
export const CLAUDE: Shape = {
  ...PLAIN,
  ...{ protocol: ANTHROPIC, model: "claude-sonnet-4-20250514", window: 4_096, hasSeeds: false },
  overflow: (tokens, window) => ({
    status: 400,
    body: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: `prompt is too long: ${tokens} tokens > ${window} maximum`,
      },
    },
  }),
  says: {},
};

/** By its recorded exchanges; its refusal of long prompts by its public documentation. */
export const GEMINI: Shape = {
  ...PLAIN,
  ...{ protocol: GOOGLE, model: "gemini-2.5-flash", window: 4_096 },
  overflow: (tokens, window) => ({
    status: 400,
    body: {
      error: {
        ...{ code: 400, status: "INVALID_ARGUMENT" },
        message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
      },
    },
  }),
  says: {},
};

/** Fails behind a proxy: a page in place of every answer. */
export const BEHIND_A_PROXY: Handler = (_request, _body, response) => {
  response.writeHead(502, { "content-type": "text/html" });
  response.end("<html><body><h1>502 Bad Gateway</h1>\u001b[2J</body></html>");
};

/** Answers the first question, and refuses all others for a time that it names. */
export function throttling(): Handler {
  let count = 0;
  return (_request, _body, response) => {
    const isFirst = count++ === 0;
    response.writeHead(isFirst ? 200 : 429, {
      "content-type": "application/json",
      ...(!isFirst && { "retry-after": "900" }),
    });
    const message = { role: "assistant", content: "ready" };
    const error = { message: "Rate limit reached", type: "requests" };
    response.end(JSON.stringify(isFirst ? { choices: [{ index: 0, message, finish_reason: "stop" }] } : { error }));
  };
}

function refusalOfTools(): { status: number; body: unknown } {
  const { response } = readExchanges().find(({ name }) => name.startsWith("llamacpp-chat-500-tools"))!;
  return { status: response.status, body: response.body };
}
