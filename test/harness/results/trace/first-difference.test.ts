import { expect, it } from "vitest";
import { type ComparedTrace, firstDifference } from "../../../../harness/results/trace/first-difference.ts";

const call = (index: number, given: object = {}) => ({
  index,
  turn: 0,
  tool: "sql_query",
  arguments: { query: "SELECT 1" },
  status: "success" as const,
  preview: "1",
  sub_agent: null,
  ...given,
});
const trace = (...tool_calls: ComparedTrace["tool_calls"]): ComparedTrace => ({ tool_calls, answers: ["done"] });

it("two that did and answered the same do not part, whatever their thread is called", () => {
  const answer = (thread: string) => `see [S1](artifact://${thread}?path=/results/000.json)`;
  const a = { ...trace(call(0)), answers: [answer("t-1")] };
  expect(firstDifference(a, { ...trace(call(0)), answers: [answer("t-2")] })).toBeNull();
  const other = { ...a, answers: ["see [S1](artifact://t-1?path=/results/001.json)"] };
  expect(firstDifference(a, other)).toMatchObject({ type: "answer", shared: 1, a: null, b: null });
});

it.each([
  ["another tool", "call", { tool: "cypher_query" }],
  ["an executor in the agent's place", "call", { sub_agent: "executor-1" }],
  ["other arguments", "arguments", { arguments: { query: "SELECT 2" } }],
  ["another result that a preview is all of", "result", { preview: "2", result: null }],
  ["an error", "result", { status: "error" as const }],
  ["another full result behind the same preview", "result", { result: "1, 2" }],
])("they part at the first step with %s", (_, type, given) => {
  const a = trace(call(0), call(1, { result: "1, 3" }), call(2));
  const b = trace(call(0), call(1, { result: "1, 3", ...given }), call(2, { tool: "never_reached" }));
  expect(firstDifference(a, b)).toMatchObject({ type, turn: 0, shared: 1, a: 1, b: 1 });
});

it("numbers of executors that ran side by side are no difference", () => {
  const by = (sub_agent: string) => trace(call(0, { sub_agent }));
  expect(firstDifference(by("executor-1"), by("executor-2"))).toBeNull();
});

it("one that goes on parts from one that answers, at the step that only one has", () => {
  const difference = firstDifference(trace(call(0)), trace(call(0), call(4, { tool: "kb_search" })));
  expect(difference).toMatchObject({ type: "length", shared: 1, a: null, b: 4 });
  expect(difference!.sentence).toBe("B goes on with kb_search, A answers.");
});

it("turns are compared one after the other: an answer parts them before the next turn's calls", () => {
  const turns = (first: string, tool: string) => ({
    tool_calls: [call(0), call(1, { turn: 1, tool })],
    answers: [first, "done"],
  });
  expect(firstDifference(turns("x", "a"), turns("y", "b"))).toMatchObject({ type: "answer", turn: 0, shared: 1 });
  expect(firstDifference(turns("x", "a"), turns("x", "b"))).toMatchObject({ type: "call", turn: 1, shared: 2 });
});
