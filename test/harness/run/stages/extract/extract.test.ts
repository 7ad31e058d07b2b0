import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { AgentTrace, ModelRequestRecord, SystemUnderTest } from "../../../../../agent/contract/contract.ts";
import type { Services } from "../../../../../harness/dag/services.ts";
import type { ExecutionRecord, Extraction } from "../../../../../harness/record/domain/records.ts";
import { toExtraction } from "../../../../../harness/run/stages/extract/extraction.ts";
import { extractStage } from "../../../../../harness/run/stages/extract/index.ts";
import { answerOf, DECLINES } from "../../../judge/judges/cases.ts";
import { filesOf, fixtureContext, recordsIn, runAlone } from "../context.ts";

const EMPTY: AgentTrace = {
  source: "agentfs",
  messages: [],
  toolCalls: [],
  usage: { input: 0, output: 0, estimated: true },
  modelCalls: 0,
  servedModels: [],
  skillsLoaded: [],
  planIterations: 0,
  answers: [],
  contract: { violations: [], retries: 0, fallback: false },
  documents: [],
};

const traceWith = (...answers: string[]): AgentTrace => ({
  ...EMPTY,
  source: "checkpoints",
  messages: [{ role: "user", text: "q", subAgent: null }],
  usage: { input: 100, output: 20, estimated: false },
  toolCalls: [
    {
      ...{ index: 0, turn: 0, tool: "keyword_search", family: "keyword", arguments: { query: "x" }, status: "success" },
      ...{ preview: "TC-1", resultPath: "/results/000.json", result: "TC-1\nTC-2", rows: 2, truncated: true },
      ...{ subAgent: "executor-1", durationMs: 3 },
    },
  ],
  skillsLoaded: [{ skill: "tool-routing", atToolCall: 0, tokens: 700 }],
  answers,
});

const REQUEST: ModelRequestRecord = {
  ...{
    index: 0,
    turn: 0,
    role: "analyst",
    subAgent: null,
    purpose: "answer",
    startMs: 0,
    durationMs: 1,
    prompt: "abc",
  },
  usage: { input: 7, output: 1, estimated: false },
};

const turn = (number: number): ExecutionRecord["turns"][number] => ({
  turn: number,
  outcome: "success",
  started_at: "",
  duration_ms: 1,
});
const record = (turns: number): ExecutionRecord => ({
  ...{ scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat: 0 },
  ...{ thread_id: "t", assistant_id: "a", outcome: "success", started_at: "", duration_ms: 1 },
  turns: Array.from({ length: turns }, (_, index) => turn(index)),
});

describe("toExtraction", () => {
  it("reads the ranked list and the abstention from the final answer by its contract", () => {
    expect(toExtraction(record(1), traceWith(answerOf(["TC-2", "TC-1"])))).toMatchObject({
      source: "checkpoints",
      ranked_ids: ["TC-2", "TC-1"],
      abstained: false,
      tokens_in: 100,
      tokens_estimated: false,
      tool_calls: [{ result_path: "/results/000.json", result: "TC-1\nTC-2", sub_agent: "executor-1" }],
      skills_loaded: [{ skill: "tool-routing", at_tool_call: 0, tokens: 700 }],
    });
    expect(toExtraction(record(1), traceWith(DECLINES))).toMatchObject({ ranked_ids: [], abstained: true });
  });

  it("takes the last turn's answer, and none where the last turn has none", () => {
    expect(toExtraction(record(2), traceWith("first", "second")).final_text).toBe("second");
    expect(toExtraction(record(2), traceWith("first")).final_text).toBe("");
    expect(toExtraction(record(2), traceWith("first", "")).final_text).toBe("");
  });

  it("has the source none where nothing was stored", () => {
    expect(toExtraction(record(0), EMPTY)).toMatchObject({
      source: "none",
      final_text: "",
      tool_calls: [],
      abstained: false,
    });
    expect(toExtraction(record(1), { ...traceWith(""), toolCalls: [] }).source).toBe("checkpoints");
  });
});

describe("the extract stage", () => {
  const over = (readTrace: SystemUnderTest["readTrace"]): Services => ({
    ...({} as Services),
    system: async () => ({
      name: "test",
      version: "1",
      run: () => Promise.reject(new Error("extract must not run the system")),
      readTrace,
      close: () => Promise.reject(new Error("extract must not close a system that others share")),
    }),
  });

  it("makes one extraction per execution, by its own thread, and goes on after an abort", async () => {
    await using context = await fixtureContext(["extractions"]);
    const asked: string[] = [];
    const services = over(async ({ threadId }) => {
      asked.push(threadId);
      if (asked.length === 20) context.controller.abort();
      const prompts = { abc: "You are {thread}." };
      return { ...traceWith(answerOf([threadId.includes("S003") ? "TC-3" : "TC-1"])), requests: [REQUEST], prompts };
    });
    await runAlone(extractStage, { ...context, services });
    expect(await recordsIn(context, "extractions")).toHaveLength(20);
    const summary = await extractStage.run({ ...context, services, signal: new AbortController().signal });
    const extractions = await recordsIn<Extraction>(context, "extractions");
    const executions = await recordsIn<ExecutionRecord>(context, "rawOutput");
    expect(extractions).toHaveLength(executions.length);
    expect(asked.toSorted()).toEqual(executions.map((execution) => execution.thread_id).toSorted());
    const singleTurn = extractions.filter(({ scenario_id }) => scenario_id !== "S005");
    expect(
      singleTurn.every(({ scenario_id, ranked_ids }) => ranked_ids[0] === (scenario_id === "S003" ? "TC-3" : "TC-1")),
    ).toBe(true);
    expect(summary).toBe("143 from checkpoints");
    expect(extractions.every(({ requests }) => requests?.[0]?.tokens_in === 7)).toBe(true);
    expect(await filesOf(context, "prompts")).toEqual({ "prompts/abc.md": "You are {thread}." });
  });

  it("stops when the store cannot be read: no empty traces in its place", async () => {
    await using context = await fixtureContext(["extractions"]);
    const services = over(() => Promise.reject(new Error("connection lost")));
    await expect(extractStage.run({ ...context, services })).rejects.toThrow("connection lost");
    expect(await recordsIn(context, "extractions")).toEqual([]);
  });

  it("keeps hostile answers as they are, one record a line", async () => {
    await using context = await fixtureContext(["extractions"]);
    const hostile = 'x\u2028y\n{"scenario_id":"S001"}\n</script>\u001b[2J\u202e';
    await runAlone(extractStage, { ...context, services: over(async () => traceWith(hostile)) });
    const [path = "", text = ""] = Object.entries(await filesOf(context, "extractions"))[0] ?? [];
    expect(await readFile(`${context.runDirectory}/${path}`, "utf8")).toBe(text);
    expect((await recordsIn<Extraction>(context, "extractions")).every(({ answers }) => answers.length === 1)).toBe(
      true,
    );
  });
});
