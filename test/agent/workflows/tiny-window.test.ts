import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScopeAgent, Workflow } from "../../../agent/contract/contract.ts";
import { estimateTokens } from "../../../agent/models/tokens.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { type ProviderRequest, type Reply, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { makeTask } from "../task.ts";

const QUESTION = "Which tests cover handover between two nodes, and which of them name X2AP?";

interface Refusal {
  provider: "openai" | "anthropic";
  refuse: (tokens: number, window: number) => Extract<Reply, { type: "status" }>;
}

const openai = (status: number, body: (tokens: number, window: number) => unknown): Refusal => ({
  provider: "openai",
  refuse: (tokens, window) => ({ type: "status", status, body: body(tokens, window) }),
});

/** As each says that a prompt is longer than what it serves. */
const REFUSALS = {
  OpenAI: openai(400, (tokens, window) => ({
    error: {
      message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`,
      type: "invalid_request_error",
      param: "messages",
      code: "context_length_exceeded",
    },
  })),
  "llama.cpp": openai(400, (tokens, window) => ({
    error: {
      code: 400,
      message: `the request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`,
      type: "exceed_context_size_error",
      n_prompt_tokens: tokens,
      n_ctx: window,
    },
  })),
  vLLM: openai(400, (tokens, window) => ({
    object: "error",
    message: `This model's maximum context length is ${window} tokens. However, you requested ${tokens} tokens in the messages. Please reduce the length of the messages.`,
    type: "BadRequestError",
    param: null,
    code: 400,
  })),
  Groq: openai(413, () => ({
    error: {
      message: "Request too large for model. Please reduce the length of the messages or completion.",
      type: "invalid_request_error",
      code: "request_too_large",
    },
  })),
  "Text Generation Inference": openai(422, (tokens, window) => ({
    error: `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${window}. Given: ${tokens} \`inputs\` tokens`,
    error_type: "validation",
  })),
  Mistral: openai(400, (tokens, window) => ({
    object: "error",
    message: `Prompt contains ${tokens} tokens, too large for model with ${window} maximum context length`,
    type: "invalid_request_prompt",
    code: "3051",
  })),
  Anthropic: {
    provider: "anthropic",
    refuse: (tokens, window) => ({
      type: "status",
      status: 400,
      body: {
        type: "error",
        error: { type: "invalid_request_error", message: `prompt is too long: ${tokens} tokens > ${window} maximum` },
      },
    }),
  },
} satisfies Record<string, Refusal>;

/** Every way in which a workflow asks a model first, each refused in another server's words. */
const ASKED: readonly Pick<Window, "workflow" | "refusal">[] = [
  { workflow: "react", refusal: "OpenAI" },
  { workflow: "plan_execute", refusal: "llama.cpp" },
  { workflow: "keyword_rag", refusal: "vLLM" },
  { workflow: "corrective_sparse", refusal: "Groq" },
  { workflow: "keyword_rag_llm_listwise", refusal: "Text Generation Inference" },
  { workflow: "graph_rag", refusal: "Mistral" },
  { workflow: "react_llm_listwise", refusal: "Anthropic" },
];

let system: ScopeAgent;
beforeAll(async () => {
  const substrate = await readSmallSubstrate();
  system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
});
afterAll(() => system?.close());

const textOf = ({ body }: ProviderRequest) => JSON.stringify(body.messages);
const isSummary = (request: ProviderRequest) => textOf(request).includes("You are a conversation summarizer");

interface Window {
  workflow: Workflow;
  refusal: keyof typeof REFUSALS;
  /** Tokens that it serves; what the configuration declares is a million. */
  window: number;
  reply: (count: number) => Reply;
}

async function askIn({ workflow, refusal, window, reply }: Window) {
  const { provider: protocol, refuse }: Refusal = REFUSALS[refusal];
  let answered = 0;
  const provider = await startProvider((request) => {
    const { system: prompt = "", messages, tools = [] } = request.body;
    const tokens = estimateTokens(JSON.stringify([prompt, messages, tools]));
    if (tokens > window) return refuse(tokens, window);
    return isSummary(request) ? { type: "text", text: "Searches were made." } : reply(answered++);
  });
  try {
    const task = makeTask({ turns: [QUESTION], workflow, thread: `${workflow}-${refusal}-${window}` });
    const baseUrl = protocol === "openai" ? provider.url : provider.url.replace(/\/v1$/, "");
    const served = { provider: protocol, model: "tiny", baseUrl, contextWindow: 1e6, requestTimeoutMs: 60_000 };
    const run = await system.run({ ...task, gradeThreshold: 2, model: { ...task.model, ...served } });
    return { run, requests: provider.requests };
  } finally {
    await provider.close();
  }
}

const answer: Reply = { type: "text", text: "No supported recommendation: nothing fits." };
const search = (count: number): Reply => ({
  type: "calls",
  calls: [{ id: `c${count}`, name: "keyword_search", args: { query: `handover X2AP ${count}` } }],
});

describe("a server whose window is smaller than what is declared", () => {
  it.each(ASKED)("too small for any request ends $workflow as context_overflow, as $refusal says it", async (asked) => {
    const { run, requests } = await askIn({ ...asked, window: 200, reply: () => answer });
    const code = run.error?.code ?? run.turns.findLast((turn) => turn.error)?.error?.code;
    expect([run.outcome, code]).toEqual(["agent_error", "context_overflow"]);
    expect(requests.length).toBeLessThanOrEqual(2);
    for (const request of nonEmpty(requests)) expect(textOf(request)).toContain(QUESTION);
  });

  it.each(["react", "plan_execute"] as const)(
    "too small for a long history of %s has the steps shortened once, and the question never",
    async (workflow) => {
      const wide = await askIn({ workflow, refusal: "OpenAI", window: 1e6, reply: () => answer });
      const fixed = estimateTokens(
        JSON.stringify([wide.requests[0]!.body.messages, wide.requests[0]!.body.tools ?? []]),
      );
      const { run, requests } = await askIn({ workflow, refusal: "OpenAI", window: fixed + 3_000, reply: search });
      const code = run.error?.code ?? run.turns.findLast((turn) => turn.error)?.error?.code;
      expect([run.outcome, code]).toEqual(["agent_error", "context_overflow"]);
      for (const request of nonEmpty(requests.filter((one) => !isSummary(one))))
        expect(textOf(request)).toContain(QUESTION);
    },
  );
});
