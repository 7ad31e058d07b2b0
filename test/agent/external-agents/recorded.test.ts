import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRecordedChannel } from "../../../agent/external-agents/recorded/channel.ts";
import { readSpans } from "../../../agent/external-agents/recorded/spans.ts";
import { recordedTurns } from "../../../agent/external-agents/recorded/turns.ts";
import { exportOf, type SpanParts, span } from "./otlp.ts";
import { useExternalAgents } from "./run.ts";

const bench = useExternalAgents();
const QUESTION = "Which tests cover handover?";
const ANSWER = "Two.\n\n## Recommended\n1. `TC-1` - x\n2. `TC-2` - y";

async function fileOf(text: string | Buffer): Promise<string> {
  const path = join(bench.folder(), `recorded-${Math.random()}.jsonl`);
  await writeFile(path, text);
  return path;
}

async function recordings(...parts: SpanParts[]) {
  return recordedTurns(await readSpans(await fileOf(parts.map((part) => exportOf([span(part)])).join("\n"))));
}

const event = (name: string, attributes: Record<string, unknown>) => ({ name, attributes });

describe("a recorded turn", () => {
  it.each<[string, Partial<SpanParts>]>([
    [
      "attributes of the conventions from 1.37, as JSON",
      {
        attributes: {
          "gen_ai.input.messages": JSON.stringify([
            { role: "system", parts: [{ type: "text", content: "be brief" }] },
            { role: "user", parts: [{ type: "text", content: QUESTION }] },
          ]),
          "gen_ai.output.messages": JSON.stringify([
            {
              role: "assistant",
              parts: [{ type: "tool_call", name: "x", arguments: {} }],
              finish_reason: "tool_calls",
            },
            { role: "assistant", parts: [{ type: "text", content: ANSWER }], finish_reason: "stop" },
          ]),
        },
      },
    ],
    [
      "the same as values, in OpenAI's form",
      {
        attributes: {
          "gen_ai.input.messages": [{ role: "user", content: QUESTION }],
          "gen_ai.output.messages": [{ role: "assistant", content: [{ type: "output_text", text: ANSWER }] }],
        },
      },
    ],
    [
      "events of the conventions before that",
      {
        events: [
          event("gen_ai.user.message", { content: QUESTION }),
          event("gen_ai.choice", { finish_reason: "stop", message: JSON.stringify({ content: ANSWER }) }),
        ],
      },
    ],
    [
      "events whose content is JSON in one attribute",
      {
        events: [
          event("gen_ai.user.message", { "gen_ai.event.content": JSON.stringify({ content: QUESTION }) }),
          event("gen_ai.choice", { "gen_ai.event.content": JSON.stringify({ message: { content: ANSWER } }) }),
        ],
      },
    ],
    [
      "OpenLLMetry's numbered attributes",
      {
        attributes: {
          "gen_ai.prompt.0.role": "system",
          "gen_ai.prompt.0.content": "be brief",
          "gen_ai.prompt.1.role": "user",
          "gen_ai.prompt.1.content": QUESTION,
          "gen_ai.completion.0.role": "assistant",
          "gen_ai.completion.0.content": ANSWER,
        },
      },
    ],
    [
      "OpenInference's numbered attributes",
      {
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.input_messages.0.message.role": "user",
          "llm.input_messages.0.message.contents.0.message_content.text": QUESTION,
          "llm.output_messages.0.message.role": "assistant",
          "llm.output_messages.0.message.content": ANSWER,
        },
      },
    ],
    [
      "the AI SDK's attributes",
      {
        attributes: {
          "ai.prompt": JSON.stringify({ system: "be brief", prompt: QUESTION }),
          "ai.response.text": ANSWER,
        },
      },
    ],
    [
      "an agent's plain input and output",
      { attributes: { "openinference.span.kind": "AGENT", "input.value": QUESTION, "output.value": ANSWER } },
    ],
  ])("is read from %s", async (_dialect, parts) => {
    expect(await recordings({ id: "a", from: 1000, to: 3500, ...parts })).toMatchObject([
      { users: [QUESTION], answer: ANSWER, error: null, startMs: 1000, tookMs: 2500 },
    ]);
  });

  it("is read from log records of its span", async () => {
    const logs = [
      ["gen_ai.user.message", { content: QUESTION }],
      ["gen_ai.choice", { index: 0, finish_reason: "stop", message: { role: "assistant", content: ANSWER } }],
    ].map(([name, body]) => ({ name: name as string, body: body as object, id: "a" }));
    const path = await fileOf(`${exportOf([span({ id: "a", from: 0, to: 1 })])}\n${exportOf([], logs)}`);
    expect(recordedTurns(await readSpans(path))).toMatchObject([{ users: [QUESTION], answer: ANSWER }]);
  });

  const asked = (texts: string[], answer?: string) => ({
    "gen_ai.operation.name": "chat",
    "gen_ai.input.messages": texts.map((content) => ({ role: "user", content })),
    ...(answer !== undefined && { "gen_ai.output.messages": [{ role: "assistant", content: answer }] }),
    "gen_ai.usage.input_tokens": 10,
    "gen_ai.usage.output_tokens": 3,
    "gen_ai.response.model": "m-1",
  });

  it("is several requests as long as people say nothing new; tools beside them are told, known or not", async () => {
    const [first, second] = await recordings(
      { id: "r", from: 0, to: 90 },
      { id: "a", parent: "r", from: 1, to: 10, attributes: asked(["one"]) },
      {
        id: "t",
        parent: "r",
        from: 11,
        to: 15,
        attributes: { "gen_ai.tool.name": "grep_7", "gen_ai.tool.call.arguments": { q: 1 } },
        error: "no such file",
      },
      { id: "b", parent: "r", from: 20, to: 30, attributes: asked(["one"], "1") },
      { id: "c", parent: "r", from: 40, to: 50, attributes: asked(["one", "two"], "2") },
    );
    expect(first).toEqual({
      ...{ users: ["one"], answer: "1", error: null, startMs: 1, tookMs: 29, modelCalls: 2, servedModels: ["m-1"] },
      usage: { input_tokens: 20, output_tokens: 6 },
      calls: [
        { tool: "grep_7", arguments: { q: 1 }, result: null, error: "no such file", start_ms: 10, duration_ms: 4 },
      ],
    });
    expect(second).toMatchObject({ users: ["one", "two"], answer: "2", calls: [] });
  });

  it("counts an agent's tokens once, and takes its answer from within where its own span has none", async () => {
    const agent = { ...asked(["one"]), "gen_ai.operation.name": "invoke_agent", "gen_ai.usage.input_tokens": 999 };
    expect(
      await recordings(
        { id: "agent", from: 0, to: 90, attributes: agent },
        { id: "a", parent: "agent", from: 1, to: 10, attributes: asked(["one"]) },
        { id: "b", parent: "agent", from: 20, to: 30, attributes: asked(["one"], "1") },
        { id: "c", parent: "agent", from: 95, to: 96, attributes: { ...asked(["rewritten"]), error: "x" } },
      ),
    ).toMatchObject([{ users: ["one"], answer: "1", usage: { input_tokens: 30 }, modelCalls: 3, tookMs: 90 }]);
  });

  it("takes no answer from where a graph's edge says to go on", async () => {
    const chain = { "openinference.span.kind": "CHAIN" };
    const state = JSON.stringify({ messages: [["user", "one"]] });
    expect(
      await recordings(
        { id: "root", from: 0, to: 90, attributes: { ...chain, "input.value": state, "output.value": state } },
        { id: "a", parent: "root", from: 1, to: 10, attributes: asked(["one"], "1") },
        {
          id: "edge",
          parent: "root",
          from: 11,
          to: 12,
          attributes: { ...chain, "input.value": state, "output.value": "__end__" },
        },
      ),
    ).toMatchObject([{ users: ["one"], answer: "1" }]);
  });

  it("failed where its agent, or all around it, failed, or its last request did; not where another try did not", async () => {
    const agent = { "gen_ai.operation.name": "invoke_agent" };
    const failures = await Promise.all([
      recordings(
        { id: "g", from: 0, to: 90, attributes: agent, error: "too long" },
        { id: "a", parent: "g", from: 1, to: 10, attributes: asked(["one"], "so far") },
      ),
      recordings(
        { id: "r", from: 0, to: 90, error: "no room" },
        { id: "a", parent: "r", from: 1, to: 10, attributes: asked(["one"], "so far") },
      ),
      recordings(
        { id: "a", from: 1, to: 10, attributes: asked(["one"], "so far") },
        { id: "b", from: 11, to: 12, attributes: { "gen_ai.operation.name": "chat" }, error: "429" },
      ),
    ]);
    expect(failures.map(([turn]) => [turn!.answer, turn!.error])).toEqual([
      [null, "too long"],
      [null, "no room"],
      [null, "429"],
    ]);
    const again = await recordings(
      { id: "a", from: 1, to: 10, attributes: asked(["one"]), error: "429" },
      { id: "b", from: 11, to: 12, attributes: asked(["one"], "1") },
    );
    expect(again).toMatchObject([{ answer: "1", error: null, modelCalls: 2 }]);
  });

  it("ends where spans are each other's parents", async () => {
    expect(
      await recordings(
        { id: "a", parent: "b", from: 0, to: 1 },
        { id: "b", parent: "a", from: 0, to: 1, attributes: asked(["one"], "1") },
      ),
    ).toMatchObject([{ users: ["one"], answer: "1" }]);
  });
});

describe("a file of recordings", () => {
  it.each([
    ["empty", "", /holds no span/],
    ["cut off", exportOf([span({ id: "a", from: 0, to: 1 })]).slice(0, -9), /line 1: not JSON/],
    ["another tool's export", '{"id": "trace", "observations": []}', /line 1: expected resourceSpans .* found id, obs/],
    ["nested without end", `{"resourceSpans": ${"[".repeat(9000)}${"]".repeat(9000)}}`, /line 1: nested too deeply/],
    [
      "without times",
      exportOf([{ traceId: "t", spanId: "s" }]),
      /the span "" \(s, trace t\) has no startTimeUnixNano, no endTimeUnixNano/,
    ],
    [
      "with a span that is no object",
      exportOf([span({ id: "a", from: 0, to: 1 }), []]),
      /spans\[1\]: expected an object/,
    ],
    [
      "with spans under another name",
      '{"resourceSpans": [{"scopeSpans": [{"span": []}]}]}',
      /expected spans or .*found span/,
    ],
    [
      "with an attribute that has no key",
      exportOf([{ ...span({ id: "a", from: 0, to: 1 }), attributes: [{ keys: "a" }] }]),
      /attributes\[0\]: an attribute without a key/,
    ],
    [
      "with an attribute of no known kind",
      exportOf([{ ...span({ id: "a", from: 0, to: 1 }), attributes: [{ key: "a", value: { text: "b" } }] }]),
      /\(a\): expected a value such as/,
    ],
    [
      "with an attribute whose value has another name",
      exportOf([{ ...span({ id: "a", from: 0, to: 1 }), attributes: [{ key: "a", vale: { stringValue: "b" } }] }]),
      /\(a\): expected value, found vale/,
    ],
    [
      "with events under another name",
      exportOf([{ ...span({ id: "a", from: 0, to: 1 }), evnts: [] }]),
      /expected attributes or events, found evnts/,
    ],
    [
      "with the text of a message of no known kind",
      JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { kvlistVale: { values: [] } } }] }] }] }),
      /\(body\): expected a value such as .* found kvlistVale/,
    ],
    [
      "with the text of a message under another name",
      JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes: [], bdy: {} }] }] }] }),
      /logRecords\[0\]: expected attributes or body, found bdy/,
    ],
    [
      "with its attributes under another name",
      exportOf([{ ...span({ id: "a", from: 0, to: 1 }), attributes: undefined, attribute: [] }]),
      /expected attributes or events, found attribute/,
    ],
    [
      "with messages of a span that is not there",
      exportOf(
        [span({ id: "a", from: 0, to: 1 })],
        [{ name: "gen_ai.user.message", id: "b", body: { content: "lost" } }],
      ),
      /gen_ai.user.message of the trace and span "t b"/,
    ],
    [
      "with messages cut to a limit",
      exportOf([span({ id: "a", from: 0, to: 1, attributes: { "gen_ai.input.messages": '[{"role": "us' } })]),
      /was it cut to a limit/,
    ],
    [
      "with two spans of one id",
      exportOf([span({ id: "a", from: 0, to: 1 }), span({ id: "a", from: 5, to: 6 })]),
      /two spans of the id a in the trace t begin at different times/,
    ],
  ])("that is %s is refused with its reason", async (_what, text, problem) => {
    await expect(readSpans(await fileOf(text))).rejects.toMatchObject({
      code: "input",
      problems: [expect.stringMatching(problem)],
    });
  });

  it("in another encoding is refused: replaced by U+FFFD, two questions would be one", async () => {
    const text = exportOf([span({ id: "a", from: 0, to: 1, attributes: { question: "\u00fc" } })]);
    await expect(readSpans(await fileOf(Buffer.from(text, "latin1")))).rejects.toThrow(":1: not UTF-8");
  });

  it("without texts is refused with what switches them on", async () => {
    const path = await fileOf(exportOf([span({ id: "a", from: 0, to: 1 })]));
    await expect(openRecordedChannel({ type: "otlp", path })).rejects.toMatchObject({
      hint: expect.stringContaining("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"),
    });
  });

  it("may be one value of many lines, with a byte order mark", async () => {
    const value: unknown = JSON.parse(exportOf([span({ id: "a", from: 0, to: 1 })]));
    expect(await readSpans(await fileOf(`\uFEFF${JSON.stringify(value, null, 2)}`))).toHaveLength(1);
  });
});

describe("a recorded agent", () => {
  const turn = (question: string, answer: string | null, more: Partial<SpanParts> = {}): SpanParts => ({
    ...{ id: question + answer, trace: question + answer, from: 0, to: 700, ...more },
    attributes: {
      "gen_ai.input.messages": [{ role: "user", content: question }],
      ...(answer !== null && { "gen_ai.output.messages": [{ role: "assistant", content: answer }] }),
      "gen_ai.tool.name": "grep_7",
    },
  });

  it("answers as the newest recording of the question does, with the time that it took then", async () => {
    const spans = [turn(QUESTION, "old"), turn(`${QUESTION}\n`, ANSWER, { from: 100, to: 900 })];
    const path = await fileOf(exportOf(spans.map(span)));
    const config = { name: "bot", family: "bot", type: "otlp", path, tools: false, reports: ["ranking"] } as const;
    const { run, trace } = await bench.run(config, { turns: [QUESTION] });
    expect(run).toMatchObject({ outcome: "success", tookMs: 800, turns: [{ durationMs: 800 }] });
    expect(trace).toMatchObject({ answers: [ANSWER], recommendation: { ranked: ["TC-1", "TC-2"] }, toolCalls: [] });
  });

  it("lacks what was not asked, and what was recorded without an answer; what failed then fails", async () => {
    const spans = [turn("one", "1"), turn("two", null), turn("three", null, { error: "rate limit" })];
    const path = await fileOf(exportOf(spans.map(span)));
    const { lacks } = await openRecordedChannel({ type: "otlp", path });
    expect([["one"], ["one", "and then?"], ["two"], ["three"], ["four"]].map((turns) => lacks!(turns))).toEqual([
      null,
      "no recording of turn 2",
      "recorded without an answer",
      null,
      "no recording",
    ]);
    const config = { name: "bot", family: "bot", type: "otlp", path, tools: false, reports: [] } as const;
    const { run } = await bench.run(config, { turns: ["three"] });
    expect(run.turns[0]).toMatchObject({
      outcome: "agent_error",
      error: { code: "subject_crashed", message: expect.stringContaining("as recorded: rate limit") },
    });
  });
});
