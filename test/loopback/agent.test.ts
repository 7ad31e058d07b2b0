import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ModelConfig, ScopeAgent, ScopeTask } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import { openScopeAgent } from "../../agent/system.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";
import { SOON_MS } from "../soon.ts";
import { loopbackModel } from "./model.ts";
import { type LoopbackProvider, type ProviderRequest, type Reply, type Script, startProvider } from "./provider.ts";

let substrate: Substrate;
let system: ScopeAgent;
let provider: LoopbackProvider | undefined;
let threads = 0;

beforeAll(async () => {
  substrate = await readSmallSubstrate();
  system = await openScopeAgent({ substrate, stateLocation: "memory://", environment: { LOOPBACK_KEY: "key-1" } });
});
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});
afterAll(async () => {
  await system?.close();
  await substrate?.close();
});

const search: Reply = { type: "calls", calls: [{ id: "c1", name: "keyword_search", args: { query: "handover" } }] };

async function run(
  script: Script | readonly Reply[],
  options: { task?: Partial<ScopeTask>; model?: Partial<ModelConfig> } = {},
) {
  provider = await startProvider(script);
  const model = loopbackModel(provider.url, { apiKeyEnv: "LOOPBACK_KEY", maxRetries: 2, ...options.model });
  const task: ScopeTask = {
    threadId: `thread-${threads++}`,
    assistantId: "test",
    turns: ["Which tests cover handover?"],
    model,
    workflow: "react",
    knowledge: "prompt",
    limits: STUDY_LIMITS,
    seed: 7,
    signal: new AbortController().signal,
    ...options.task,
  };
  const result = await system.run(task);
  return { result, trace: await system.readTrace(task), task, requests: provider.requests };
}

/** An answer by the contract that cites the first result of the thread. */
function answer(threadId: string, id = "TC-1001"): Reply {
  return {
    type: "text",
    text: `One test.\n\n## Recommended\n1. \`${id}\` - found [S1]\n\n## Sources\n- S1: [search](artifact://${threadId}?path=/results/000-keyword_search.json)`,
  };
}
/** Names of the tools that a request offers to the model. */
function toolNamesOf(request: ProviderRequest | undefined): string[] {
  return ((request?.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
}
const nextThread = () => `thread-${threads}`;

describe("an OpenAI-compatible provider over the wire", () => {
  it("runs a tool loop: the calls, the served model and the provider's token counts reach the trace", async () => {
    const { result, trace, requests } = await run([search, answer(nextThread())]);
    expect(result.outcome).toBe("success");
    expect(trace.source).toBe("checkpoints");
    expect(trace.toolCalls.map((call) => [call.tool, call.status, call.turn])).toEqual([
      ["keyword_search", "success", 0],
    ]);
    expect(trace.toolCalls[0]?.result).toContain("TC-1001");
    expect(trace.servedModels).toEqual(["loopback-served-1"]);
    expect(trace.usage).toEqual({ input: 200, output: 20, estimated: false });
    expect(trace.contract).toEqual({ violations: [], retries: 0, fallback: false });
    expect(requests[0]?.headers.authorization).toBe("Bearer key-1");
    expect(requests[0]?.body).toMatchObject({ model: "loopback-1", temperature: 0, seed: 7 });
    expect(requests[0]?.body.stream ?? false).toBe(false);
    const tools = requests[0]?.body.tools as { function: { name: string; parameters: unknown } }[];
    expect(tools.find((tool) => tool.function.name === "keyword_search")?.function.parameters).toMatchObject({
      type: "object",
      properties: { query: { type: "string" }, limit: { type: "integer", maximum: STUDY_LIMITS.keywordMax } },
      required: ["query"],
    });
    const names = tools.map((tool) => tool.function.name);
    expect(names).toEqual(expect.arrayContaining(["read_file", "ls", "write_file", "edit_file"]));
    expect(names.filter((name) => /^(task|execute|delete|glob|grep|write_todos)$/.test(name))).toEqual([]);
  });

  it("marks tokens as estimated when the provider does not count them", async () => {
    const { trace } = await run(() => ({ type: "text", text: "No supported recommendation: nothing.", usage: null }));
    expect(trace.usage?.estimated).toBe(true);
    expect(trace.usage?.input).toBeGreaterThan(0);
  });

  it("obeys 429 with Retry-After and goes on", async () => {
    const { result, requests } = await run([
      { type: "status", status: 429, headers: { "retry-after": "0" } },
      search,
      answer(nextThread()),
    ]);
    expect([result.outcome, requests.length]).toEqual(["success", 3]);
  });

  it("is infrastructure with provider_401 on a refused key, without a retry", async () => {
    const { result, requests } = await run([{ type: "status", status: 401 }]);
    expect([result.outcome, result.turns[0]?.error?.code, requests.length]).toEqual([
      "infrastructure",
      "provider_401",
      1,
    ]);
  });

  it("is timeout when a provider hangs past the turn's cutoff, and later turns are cascaded_failure", async () => {
    const limits = { ...STUDY_LIMITS, turnCutoffMs: 3_000 };
    const { result, trace } = await run([search, { type: "hang" }], { task: { turns: ["one", "two"], limits } });
    expect(result.turns.map((turn) => turn.outcome)).toEqual(["timeout", "cascaded_failure"]);
    expect(result.turns[0]?.durationMs).toBeLessThan(3_000 + SOON_MS);
    expect(trace.toolCalls.map((call) => call.status)).toEqual(["success"]);
    expect(trace.answers).toEqual([""]);
  });

  it("answers arguments that are not JSON with an error, records them as sent, and goes on", async () => {
    const broken: Reply = {
      type: "calls",
      calls: [{ id: "b", name: "keyword_search", args: '{}{"query": "handover"}' }],
    };
    const { result, trace, requests } = await run([
      broken,
      { type: "text", text: "No supported recommendation: nothing." },
    ]);
    expect(result.outcome).toBe("success");
    expect(trace.toolCalls).toMatchObject([
      { status: "error", error: { code: "invalid_arguments" }, arguments: '{}{"query": "handover"}' },
    ]);
    expect(requests).toHaveLength(2);
  });

  it("records a call of a tool that does not exist, and of one whose arguments do not fit", async () => {
    const calls = [
      { id: "x", name: "drop_tables", args: {} },
      { id: "y", name: "keyword_search", args: { query: 3 } },
    ];
    const { trace } = await run([
      { type: "calls", calls },
      { type: "text", text: "No supported recommendation: nothing." },
    ]);
    expect(trace.toolCalls.map((call) => [call.index, call.status, call.error?.code])).toEqual([
      [0, "error", "unknown_tool"],
      [1, "error", "invalid_arguments"],
    ]);
  });

  it("sends an empty answer back once; a second one stays empty, success, with the violation on record", async () => {
    const { result, trace, requests } = await run(() => ({ type: "text", text: "" }));
    expect([result.outcome, requests.length, trace.answers[0]]).toEqual(["success", 2, ""]);
    expect(trace.contract).toEqual({ violations: ["empty_answer", "empty_answer"], retries: 1, fallback: true });
  });

  it("does not show an id that was not retrieved: one retry, then what the records support; the answer stays what was said", async () => {
    const invented = answer(nextThread(), "TC-9999");
    const { trace } = await run([search, invented]);
    expect(trace.answers[0]).toContain("TC-9999");
    expect(trace.guarded?.[0]).toMatch(/^No supported recommendation/);
    expect(trace.contract).toMatchObject({ retries: 1, fallback: true });
    expect(trace.contract.violations).toContain("ungrounded_id");
  });

  it("ends as agent_error with model_call_limit when a model never stops calling", async () => {
    const { result } = await run(() => search, { task: { limits: { ...STUDY_LIMITS, maxModelCalls: 4 } } });
    expect([result.outcome, result.turns[0]?.error?.code]).toEqual(["agent_error", "model_call_limit"]);
  });

  it("keeps a conversation of two turns on one thread", async () => {
    const thread = nextThread();
    const { result, trace, requests } = await run([search, answer(thread), answer(thread)], {
      task: { turns: ["one", "two"] },
    });
    expect(result.turns.map((turn) => turn.outcome)).toEqual(["success", "success"]);
    expect(trace.answers).toHaveLength(2);
    const last = requests.at(-1)?.body.messages as { role: string }[];
    expect(last.map((message) => message.role)).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
  });
});

describe("plan_execute over the wire", () => {
  it("gives the planner one tool, delegation, and each executor the retrieval tools and a context of its own", async () => {
    const thread = nextThread();
    const task: Reply = {
      type: "calls",
      calls: [{ id: "t", name: "task", args: { description: "find handover tests", subagent_type: "executor" } }],
    };
    const report: Reply = { type: "text", text: "TC-1001 from artifact /results/001-keyword_search.json" };
    const final: Reply = { type: "text", text: (answer(thread) as { text: string }).text.replace("000-", "001-") };
    const { trace, requests } = await run([task, search, report, final], { task: { workflow: "plan_execute" } });
    const toolNames = requests.map(toolNamesOf);
    expect(toolNames[0]).toEqual(["task"]);
    expect(toolNames[1]).toContain("keyword_search");
    const alone = await run([answer("x")], { task: { threadId: "alone" } });
    expect(toolNames[1]).toEqual(toolNamesOf(alone.requests[0]));
    const sent = (requests[1]?.body.messages ?? []) as { content: string }[];
    expect(sent.at(-1)?.content).toBe("find handover tests");
    expect(trace.toolCalls.map((call) => [call.tool, call.subAgent, call.family])).toEqual([
      ["task", null, "delegation"],
      ["keyword_search", "executor-1", "keyword"],
    ]);
    expect(trace.planIterations).toBe(1);
    expect(trace.contract.violations).toEqual([]);
  });

  it("takes the delegation tool away after plannerIterations rounds", async () => {
    const limits = { ...STUDY_LIMITS, plannerIterations: 2 };
    const script: Script = (request) => {
      const names = toolNamesOf(request);
      if (names.includes("task"))
        return { type: "calls", calls: [{ name: "task", args: { description: "more", subagent_type: "executor" } }] };
      return { type: "text", text: "No supported recommendation: nothing." };
    };
    const { result, trace } = await run(script, { task: { workflow: "plan_execute", limits } });
    expect([result.outcome, trace.planIterations]).toEqual(["success", 2]);
  });
});

describe("an Anthropic provider over the wire", () => {
  it("runs a tool loop with its own message form", async () => {
    const { result, trace, requests } = await run([search, answer(nextThread())], { model: { provider: "anthropic" } });
    expect(result.outcome).toBe("success");
    expect(trace.toolCalls).toHaveLength(1);
    expect(requests[0]?.path).toBe("/v1/messages");
  });
});
