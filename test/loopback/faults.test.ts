import { afterEach, describe, expect, it } from "vitest";
import type { AgentRun, AgentTrace, ModelConfig, ScopeTask } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import { smallAgent } from "../agent/small-agent.ts";
import { SOON_MS } from "../soon.ts";
import { loopbackModel } from "./model.ts";
import { type LoopbackProvider, type Reply, type Script, startProvider } from "./provider.ts";

const agent = smallAgent();
let provider: LoopbackProvider | undefined;
let threads = 0;

afterEach(() => provider?.close());

type Protocol = { provider: "openai" | "anthropic"; stream: boolean };

/** The second request comes in at `aborts`, if the client gives it up. */
async function run(
  script: Script | readonly Reply[],
  { provider: name, stream, ...rest }: Protocol & { cutoffMs?: number; model?: Partial<ModelConfig> },
): Promise<{ run: AgentRun; trace: AgentTrace; requests: number }> {
  provider = await startProvider(script);
  const changes = { provider: name, contextWindow: 2_000_000, maxRetries: 1, stream, ...rest.model };
  const model = loopbackModel(provider.url, changes);
  const task: ScopeTask = {
    threadId: `fault-${threads++}`,
    assistantId: "test",
    turns: ["Which tests cover handover?"],
    model,
    workflow: "react",
    knowledge: "prompt",
    limits: { ...STUDY_LIMITS, turnCutoffMs: rest.cutoffMs ?? 120_000 },
    seed: 7,
    signal: new AbortController().signal,
  };
  const result = await agent.system.run(task);
  return { run: result, trace: await agent.system.readTrace(task), requests: provider.requests.length };
}

const search: Reply = { type: "calls", calls: [{ id: "c1", name: "keyword_search", args: { query: "handover" } }] };
const none = { type: "text", text: "No supported recommendation: nothing." } as const;
const now = { "retry-after-ms": "1" };

/** Outcome and, where there is one, the turn's error. */
function ending({ outcome, turns }: AgentRun): string {
  return [outcome, ...turns.flatMap((turn) => turn.error?.code ?? [])].join(" ");
}

const CUT: Reply = { type: "text", text: "The tests that cover handover are", cutOff: true };

/** No matter of a single request: the script of replies, and how the execution must end. */
type Ending = [what: string, script: Reply[], expected: string];

/** Told apart by what a client reads, whole or streamed. */
const ENDINGS: Ending[] = [
  ["a tool loop", [search, none], "success"],
  ["one 429 without Retry-After", [{ type: "status", status: 429 }, search, none], "success"],
  [
    "nothing but 500 after a call",
    [search, { type: "status", status: 500, headers: now }],
    "infrastructure provider_500",
  ],
  ["one connection cut in the middle of an answer", [search, { type: "cut", answer: search }, none], "success"],
  [
    "malformed arguments",
    [{ type: "calls", calls: [{ name: "keyword_search", args: '{}{"query": "x"}' }] }, none],
    "success",
  ],
  ["nothing but refusals", [{ type: "refusal", text: "I can't help with that." }], "agent_error refusal"],
  ["one answer that is cut off", [search, CUT, none], "success"],
  ["a body that is not JSON", [{ type: "raw", body: "<html>Bad gateway</html>" }], "agent_error provider_unreadable"],
  ["an error in a 200", [{ type: "raw", body: { error: { code: 503, message: "x" } } }], "infrastructure provider_503"],
];

/** Decided after a client has read the answer, or before it reads one: `test/agent/models/wire-table` has both in every protocol. */
const ENDINGS_OF_ANY_CLIENT: Ending[] = [
  [
    "one 429 with Retry-After",
    [{ type: "status", status: 429, headers: { "retry-after": "0" } }, search, none],
    "success",
  ],
  ["nothing but 429", [{ type: "status", status: 429, headers: now }], "infrastructure provider_429"],
  ["one 500", [search, { type: "status", status: 500, headers: now }, none], "success"],
  ["an overloaded provider", [{ type: "status", status: 529, headers: now }], "infrastructure provider_529"],
  ["an unknown tool", [{ type: "calls", calls: [{ name: "drop_tables", args: {} }] }, none], "success"],
  ["an empty answer, twice", [{ type: "text", text: "" }], "success"],
  ["one refusal", [{ type: "refusal", text: "I can't help with that." }, none], "success"],
  ["nothing but answers that are cut off", [search, CUT], "agent_error length"],
  ["all tokens spent on thoughts", [{ type: "text", text: "", cutOff: true }], "agent_error length"],
  ["an answer that keeps to its form although it was cut off", [search, { ...none, cutOff: true }], "success"],
  ["the same words again and again", [{ type: "text", text: "I will. ".repeat(200) }], "agent_error repetition"],
  ["an answer without tokens", [{ type: "text", text: none.text, usage: null }], "success"],
  ["impossible tokens", [{ type: "text", text: none.text, usage: { input: -5, output: 3 } }], "success"],
];

const OVERFLOWS = {
  openai: {
    error: {
      message: "This model's maximum context length is 8192 tokens.",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    },
  },
  anthropic: {
    type: "error",
    error: { type: "invalid_request_error", message: "prompt is too long: 208310 tokens > 200000 maximum" },
  },
};

async function endsAs(expected: string, script: Reply[], protocol: Protocol): Promise<void> {
  const { run: result, trace } = await run(script, protocol);
  expect(ending(result)).toBe(expected);
  if (script[0] === search)
    expect(trace.toolCalls.map(({ tool, status }) => [tool, status])).toEqual([["keyword_search", "success"]]);
}

const PROTOCOLS: Protocol[] = [
  { provider: "openai", stream: false },
  { provider: "openai", stream: true },
  { provider: "anthropic", stream: false },
  { provider: "anthropic", stream: true },
];

it.each(ENDINGS_OF_ANY_CLIENT)("%s", (_what, script, expected) => endsAs(expected, script, PROTOCOLS[1]!));

describe.each(PROTOCOLS)("$provider, stream $stream", (protocol) => {
  it.each(ENDINGS)("%s", (_what, script, expected) => endsAs(expected, script, protocol));

  it("records the finish, the served model and the tokens of every answer", async () => {
    const { trace } = await run([search, none], protocol);
    expect(trace.finishes).toEqual({ tool_calls: 1, stop: 1 });
    expect(trace.servedModels).toEqual(["loopback-served-1"]);
    expect(trace.fingerprints).toEqual(protocol.provider === "openai" ? ["fp_loopback"] : []);
    expect(trace.usage).toMatchObject({ input: 200, output: 20, estimated: false });
  });

  it("records of every request when it began, what it waited for and how it ended", async () => {
    const busy: Reply = { type: "status", status: 429, headers: now };
    const { trace } = await run([search, busy, none], protocol);
    // On a busy machine a place at the limiter may be waited for besides.
    const waits = expect.arrayContaining([{ reason: "429", ms: 1 }]);
    expect(trace.requests).toMatchObject([
      { index: 0, finish: "tool_calls", servedModel: "loopback-served-1", usage: { input: 100, output: 10 } },
      { index: 1, finish: "stop", waits },
    ]);
    const refused = await run([search, busy], protocol);
    expect(refused.trace.requests?.[1]).toMatchObject({ error: { code: "provider_429" }, waits });
  });

  it("nothing but cut connections is infrastructure, with the cause in its code", async () => {
    const { run: result, requests } = await run([{ type: "cut", answer: none }], protocol);
    expect(ending(result)).toBe(`infrastructure provider_${protocol.stream ? "stream_cut" : "unreachable"}`);
    expect(requests).toBe(2);
  });

  it("records malformed arguments as sent, and an unknown tool by its name", async () => {
    const broken = '{}{"query": "x"}';
    const calls = [
      { id: "a", name: "keyword_search", args: broken },
      { id: "b", name: "drop_tables", args: {} },
    ];
    const { trace } = await run([{ type: "calls", calls }, none], protocol);
    expect(trace.toolCalls).toMatchObject([
      { tool: "keyword_search", arguments: broken, error: { code: "invalid_arguments" } },
      { tool: "drop_tables", error: { code: "unknown_tool" } },
    ]);
  });

  it("counts a refusal, and sends it back once for want of the answer's form", async () => {
    const { trace, requests } = await run([{ type: "refusal", text: "I can't help with that." }], protocol);
    expect(trace.finishes).toEqual({ refusal: 2 });
    expect([requests, trace.contract.retries]).toEqual([2, 1]);
    expect(trace.messages.map(({ text }) => text)).toContain("I can't help with that.");
  });

  it("tells a model whose answer was cut off that it was, and not what its end would have held", async () => {
    await run([search, CUT, none], { ...protocol, model: { maxOutputTokens: 77 } });
    const sent = JSON.stringify(provider?.requests.at(-1)?.body);
    expect(sent).toContain("cut off at the output limit of 77 tokens");
    expect(sent).not.toContain("needs a section");
  });

  it("ends a loop at the limit of the configuration", async () => {
    const { run: result, trace } = await run([search], protocol);
    expect(ending(result)).toBe("agent_error repeated_calls");
    expect(trace.toolCalls).toHaveLength(STUDY_LIMITS.maxEqualCalls);
  });

  it("marks tokens as estimated where the provider's cannot be", async () => {
    const { trace } = await run([{ type: "text", text: none.text, usage: { input: -5, output: 3 } }], protocol);
    expect(trace.usage?.estimated).toBe(true);
    expect(trace.usage?.input).toBeGreaterThan(0);
  });

  it("a prompt that is too long is context_overflow; the question alone cannot be shortened, so it is not asked again", async () => {
    const body = OVERFLOWS[protocol.provider];
    const { run: result, requests } = await run([{ type: "status", status: 400, body }], protocol);
    expect([ending(result), requests]).toEqual(["agent_error context_overflow", 1]);
  });

  it("keeps an answer of 1 MB whole", async () => {
    const text = `No supported recommendation: ${Array.from({ length: 131_072 }, (_, at) => `${at}`.padStart(7)).join(" ")}`;
    const { run: result, trace } = await run([{ type: "text", text }], protocol);
    expect(ending(result)).toBe("success");
    expect(trace.answers[0]).toHaveLength(text.length);
  });

  it("a hang is timeout at the turn's cutoff, and the server sees the connection closed", async () => {
    const { run: result } = await run([{ type: "hang" }], { ...protocol, cutoffMs: 1_000 });
    expect(ending(result)).toBe("timeout turn_cutoff");
    // The server had the question: its tokens are estimated, not 0.
    expect(result.usage).toMatchObject({ estimated: true, output: 0 });
    expect(result.usage?.input).toBeGreaterThan(1_000);
    await expect.poll(() => provider?.aborts.length).toBe(1);
    const late = (provider?.aborts[0]?.at ?? 0) - Date.parse(result.turns[0]?.startedAt ?? "") - 1_000;
    expect(late).toBeLessThan(SOON_MS);
  });

  it("a hang within the turn is provider_timeout after request_timeout_s", async () => {
    const { run: result, requests } = await run([{ type: "hang" }], {
      ...protocol,
      model: { requestTimeoutMs: 1_000 },
    });
    expect([ending(result), requests]).toEqual(["infrastructure provider_timeout", 2]);
  });
});
