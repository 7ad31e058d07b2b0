import { ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { runCall } from "../../../agent/tools/call-tool.ts";
import { callTool, makeTools, TOOLS } from "../../../agent/tools/registry.ts";
import { defineTool } from "../../../agent/tools/tool.ts";
import { CallLog, type CallRecord } from "../../../agent/turns/call-log.ts";
import { nonEmpty } from "../../non-empty.ts";
import { SOON_MS } from "../../soon.ts";
import { useTools } from "./context.ts";

const bench = useTools();
const FOREVER = "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n > 0) SELECT count(*) FROM r";

describe("offload", () => {
  it("stores every row whatever the size, and shows the model a preview with path, total and truncated", async () => {
    const context = bench.context({ limits: { ...STUDY_LIMITS, previewRows: 3, previewChars: 400 } });
    const { record, seen, stored } = await bench.call("find_entities", { type: "test_case" }, context);
    expect(seen).toMatchObject({ result: "/results/000-find_entities.json", total: 28, truncated: true });
    expect(seen.shown).toBe(seen.rows.length);
    expect(seen.rows.length).toBeLessThanOrEqual(3);
    expect(JSON.stringify(seen.rows).length).toBeLessThanOrEqual(400);
    expect(stored).toMatchObject({ tool: "find_entities", total: 28, rows: { length: 28 } });
    expect(record).toMatchObject({
      status: "success",
      rows: 28,
      truncated: true,
      resultPath: "/results/000-find_entities.json",
    });
    expect(record).not.toHaveProperty("result");
  });

  it("stores a result without rows too, and says that nothing is cut", async () => {
    const { seen, stored } = await bench.call("graph_impact", { id: "FEA-103", depth: 4 });
    expect(seen).toMatchObject({ total: 0, truncated: false, rows: [] });
    expect(stored?.rows).toEqual([]);
  });

  it("puts one row on a line, so that files can be paged and searched by lines", async () => {
    const context = bench.context();
    const { record } = await bench.call("find_entities", { type: "protocol" }, context);
    const lines = (await context.files.readText(record.resultPath!))!.trimEnd().split("\n");
    expect(lines.slice(1, -1).map((line) => JSON.parse(line.replace(/,$/, "")).id)).toEqual([
      "PR-GY",
      "PR-NAS",
      "PR-NGAP",
    ]);
  });

  it("keeps what was only asked for out of the result file: it is no evidence", async () => {
    const context = bench.context();
    for (const [name, args] of [
      ["identifier_lookup", { ids: ["TC-1001", "TC-9999"] }],
      ["trace_links", { ids: ["REQ-201", "TC-9999"] }],
      ["graph_impact", { id: "TC-9999" }],
      ["graph_neighbourhood", { id: "TC-9999" }],
      ["trace_coverage", { ids: ["TC-9999"] }],
      ["kb_lookup", { terms: ["TC-9999"] }],
      ["kb_expand_query", { query: "HO of TC-9999" }],
    ] as const) {
      const { record } = await bench.call(name, args, context);
      expect(record.preview).toContain("TC-9999");
      expect(await context.files.readText(record.resultPath!)).not.toContain("TC-9999");
    }
  });
});

describe("records", () => {
  it("are stored with the arguments as they were sent, errors included, and read back in order", async () => {
    const context = bench.context({ turn: () => 2, subAgent: () => "executor-1" });
    const sent = [
      ["keyword_search", { query: "handover", limit: 2 }],
      ["keyword_search", { query: "handover", limit: 100_000, extra: [1] }],
      ["keyword_search", '{"query": broken'],
      ["no_such_tool", null],
      ["sql_query", { query: "DROP TABLE x" }],
    ] as const;
    for (const [name, args] of sent) await callTool(name, args, context);
    const records = await new CallLog(context.files).records();
    expect(records.map((record) => [record.index, record.tool, record.arguments])).toEqual(
      sent.map(([name, args], index) => [index, name, args]),
    );
    expect(records.map((record) => record.error?.code)).toEqual([
      undefined,
      "invalid_arguments",
      "invalid_arguments",
      "unknown_tool",
      "sql_not_select",
    ]);
    expect(records.map((record) => record.family)).toEqual(["keyword", "keyword", "keyword", "unknown", "sql"]);
    for (const record of nonEmpty(records))
      expect(record).toMatchObject({ turn: 2, subAgent: "executor-1", durationMs: expect.any(Number) });
  });

  it("are numbered uniquely over parallel calls and sub-agents, in the order in which calls start", async () => {
    const main = bench.context();
    const executor = { ...main, subAgent: () => "executor-1" };
    const calls = Array.from({ length: 24 }, (_, index) =>
      callTool("kb_lookup", { terms: [`t${index}`] }, index % 2 === 0 ? main : executor),
    );
    const records = await Promise.all(calls);
    expect(records.map((record) => record.index)).toEqual(records.map((_, index) => index));
    expect(new Set(records.map((record) => record.resultPath)).size).toBe(24);
    expect(await main.calls.records()).toEqual(records);
  });

  it("go on counting after those that are stored", async () => {
    const first = bench.context();
    await callTool("kb_lookup", { terms: ["HO"] }, first);
    await callTool("kb_lookup", { terms: ["UE"] }, first);
    const { record } = await bench.call("kb_lookup", { terms: ["CCR"] }, bench.context({ files: first.files }));
    expect(record.index).toBe(2);
  });
});

describe("what cannot run", () => {
  it("a tool of a family that is switched off is refused, and not among the agent's tools", async () => {
    const context = bench.context({ families: ["keyword"] });
    expect(makeTools(context).map((tool) => tool.name)).toEqual(["keyword_search"]);
    const { record } = await bench.call("vector_search", { query: "x" }, context);
    expect(record).toMatchObject({ status: "error", family: "vector", error: { code: "family_disabled" } });
  });

  it("the call after the last one allowed is refused and recorded", async () => {
    const context = bench.context({ limits: { ...STUDY_LIMITS, maxToolCalls: 2 } });
    const codes = [];
    for (let index = 0; index < 3; index++)
      codes.push((await callTool("kb_lookup", { terms: ["HO"] }, context)).error?.code);
    expect(codes).toEqual([undefined, undefined, "call_limit"]);
    expect(await context.calls.records()).toHaveLength(3);
  });

  it.each([
    ["null", null],
    ["a text", "x"],
    ["a list", []],
    ["nothing", undefined],
    ["an unknown member", { terms: ["a"], more: 1 }],
  ])("arguments that are %s are answered, not thrown", async (_what, args) => {
    const { record, seen } = await bench.call("kb_lookup", args);
    expect(record.status).toBe("error");
    expect(seen.error).toMatchObject({
      code: "invalid_arguments",
      message: expect.any(String),
      hint: expect.any(String),
    });
  });

  it("rows that are not as the tool promises are an error, not evidence", async () => {
    const context = bench.context();
    const tool = defineTool({
      name: "odd",
      family: "sql",
      description: "",
      schema: () => z.strictObject({}),
      row: z.strictObject({ id: z.string() }),
      run: async () => ({ type: "rows", rows: [{ id: "a" }, { id: 7 }], truncated: false }),
    });
    const record = await runCall({ name: "odd", arguments: {}, tool, context });
    expect(record).toMatchObject({ status: "error", error: { code: "result_shape" } });
    expect(record.resultPath).toBeUndefined();
  });

  it("a fault inside a tool is answered as internal", async () => {
    const tool = defineTool({ ...TOOLS.kb_lookup, run: () => Promise.reject(new TypeError("x is not a function")) });
    expect(
      await runCall({ name: "kb_lookup", arguments: { terms: ["a"] }, tool, context: bench.context() }),
    ).toMatchObject({ error: { code: "internal" } });
  });

  it("a call that cannot be numbered is answered, and the next one tries again", async () => {
    const context = bench.context();
    const list = context.files.list.bind(context.files);
    let broken = true;
    context.files.list = (folder) => (broken ? Promise.reject(new Error("connection lost")) : list(folder));
    const failing = await Promise.all([
      callTool("kb_lookup", { terms: ["HO"] }, context),
      callTool("kb_lookup", { terms: ["UE"] }, context),
    ]);
    expect(failing.map((record) => record.error?.code)).toEqual(["storage_failed", "storage_failed"]);
    broken = false;
    expect(await callTool("kb_lookup", { terms: ["HO"] }, context)).toMatchObject({ index: 0, status: "success" });
  });

  it("a result that cannot be stored is not shown", async () => {
    const context = bench.context();
    const calls = Object.assign(Object.create(context.calls) as CallLog, {
      start: async () => 0,
      finish: () => Promise.reject(new Error("disk full")),
    });
    const record = await callTool("kb_lookup", { terms: ["HO"] }, { ...context, calls });
    expect(record).toMatchObject({ status: "error", error: { code: "storage_failed" } });
    expect(record.preview).not.toContain("handover");
  });
});

describe("timeouts and aborts", () => {
  it("a query that runs out of time is ended with a structured error, and the next call works", async () => {
    const context = bench.context({ limits: { ...STUDY_LIMITS, sqlTimeoutMs: 300 } });
    const startedAt = performance.now();
    const { record } = await bench.call("sql_query", { query: FOREVER }, context);
    expect(record).toMatchObject({ status: "error", error: { code: "timeout", hint: expect.any(String) } });
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
    expect((await bench.call("sql_query", { query: "SELECT 1 AS one" }, context)).seen.rows).toEqual([{ one: 1 }]);
  });

  it("an abort is the only thing that is thrown: before the call, and while it runs", async () => {
    const reason = new Error("the turn is over");
    await expect(
      callTool("kb_lookup", { terms: ["HO"] }, bench.context({ signal: AbortSignal.abort(reason) })),
    ).rejects.toBe(reason);
    const controller = new AbortController();
    const context = bench.context({ signal: controller.signal, limits: { ...STUDY_LIMITS, sqlTimeoutMs: 3_000 } });
    const running = callTool("sql_query", { query: FOREVER }, context);
    setTimeout(() => controller.abort(reason), 50);
    await expect(running).rejects.toBe(reason);
    expect(await context.calls.records()).toEqual([]);
  });
});

describe("as a LangChain tool", () => {
  const invoke = async (name: string, args: unknown, context = bench.context()): Promise<ToolMessage> => {
    const tool = makeTools(context).find((candidate) => candidate.name === name)!;
    return (await tool.invoke({
      type: "tool_call",
      id: "call-1",
      name,
      args: args as Record<string, unknown>,
    })) as ToolMessage;
  };

  it("gives a ToolMessage with the preview as content and the record as artifact", async () => {
    const context = bench.context();
    const message = await invoke("trace_links", { ids: ["REQ-201"] }, context);
    expect(message).toBeInstanceOf(ToolMessage);
    const [record] = await context.calls.records();
    expect(message).toMatchObject({
      status: "success",
      tool_call_id: "call-1",
      name: "trace_links",
      content: record!.preview,
    });
    expect(message.artifact as CallRecord).toEqual(record);
  });

  it("answers and records arguments that do not fit, instead of throwing", async () => {
    const context = bench.context();
    const message = await invoke("trace_links", { id: "REQ-201" }, context);
    expect(message.status).toBe("error");
    expect((await context.calls.records())[0]).toMatchObject({
      arguments: { id: "REQ-201" },
      error: { code: "invalid_arguments" },
    });
  });
});

const TEXTS = [
  "AND",
  '"',
  '""',
  "-",
  "NOT x",
  "OR OR",
  "a AND",
  "'; DROP TABLE x; --",
  "%_\\",
  "(((",
  "\u0000",
  "\ud800",
  "é€𝄞",
  "<script>alert(1)</script>",
  "x".repeat(900),
  "the of and",
  "zzzzqqqq",
];

describe("hostile texts", () => {
  it.each(TEXTS)(
    "every tool that takes text takes %j: a result or a structured error, never internal",
    async (text) => {
      const context = bench.context();
      const calls: [string, unknown][] = [
        ...["keyword_search", "vector_search", "hybrid_search", "kb_search", "kb_expand_query"].map(
          (name): [string, unknown] => [name, { query: text }],
        ),
        ["identifier_lookup", { ids: [text] }],
        ["find_entities", { type: "message", name_contains: text }],
        ["trace_links", { ids: [text] }],
        ["graph_neighbourhood", { id: text }],
        ["graph_impact", { id: text }],
        ["trace_coverage", { ids: [text] }],
        ["kb_lookup", { terms: [text] }],
        ["kb_resolve_term", { term: text }],
        ["sql_query", { query: text }],
        ["sql_query", { query: `SELECT * FROM test_case WHERE name = '${text.replaceAll("'", "''")}'` }],
        ["cypher_query", { query: text }],
        [
          "cypher_query",
          { query: `MATCH (n:TestCase) WHERE n.name = '${text.replace(/['\\]/g, "\\$&")}' RETURN n.id` },
        ],
        ["describe_relation", { relation: text }],
        ["artifact_grep", { text }],
        ["artifact_glob", { pattern: text }],
        ["artifact_slice", { path: text, select: text }],
        ["write_response", { name: "x", markdown: text }],
        ["collect_sources", { paths: [text] }],
      ];
      for (const [name, args] of nonEmpty(calls)) {
        const { record } = await bench.call(name, args, context);
        expect([name, record.error?.code, record.error?.message]).not.toEqual([name, "internal", expect.anything()]);
        expect([name, record.error?.code]).not.toEqual([name, "storage_failed"]);
      }
    },
  );
});
