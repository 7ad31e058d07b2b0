import { expect, it } from "vitest";
import { type Span, type SpannedTrace, spansOf } from "../../../../harness/results/trace/spans.ts";

const call = (index: number, given: object = {}): SpannedTrace["tool_calls"][number] => ({
  ...{ index, turn: 0, tool: "sql_query", family: "sql", arguments: {}, status: "success", sub_agent: null },
  duration_ms: 5,
  ...given,
});
const task = (index: number, description: string) =>
  call(index, { tool: "task", family: "delegation", arguments: { description } });
const says = (role: "user" | "assistant" | "tool", text: string, given: object = {}) => ({
  ...{ role, text, sub_agent: null },
  ...given,
});
const asks = (...tool_call_indexes: number[]) => says("assistant", "", { tool_call_indexes });
const by = (sub_agent: string) => ({ sub_agent });
const request = (index: number, given: object = {}) => ({
  ...{ index, turn: 0, role: "analyst" as const, sub_agent: null, purpose: "answer" as const, prompt: "p" },
  ...{ start_ms: index * 10, duration_ms: 4, ...given },
});
const ROLES: SpannedTrace["roles"] = [];

/** Ids, with those of what ran inside in brackets. */
function draw(spans: readonly Span[]): string {
  return spans.map(({ id, children }) => (children.length > 0 ? `${id}(${draw(children)})` : id)).join(" ");
}

it("turns hold requests and calls in their order; messages added since the agent's last request go with the next", () => {
  const trace = {
    roles: ROLES,
    messages: [
      ...[says("user", "q"), asks(0), says("tool", "1"), asks(1), says("tool", "2"), says("assistant", "a")],
      ...[says("user", "more"), says("assistant", "b")],
    ],
    tool_calls: [call(0), call(1)],
  };
  const spans = spansOf(trace, null);
  expect(draw(spans)).toBe("turn-0(message-1 call-0 message-3 call-1 message-5) turn-1(message-7)");
  const requests = spans.flatMap(({ children }) => children).filter((span) => span.type === "request");
  expect(requests.map(({ added, answer, of }) => [added, answer, of])).toEqual([
    [[0], 1, 1],
    [[2], 3, 2],
    [[4], 5, 3],
    [[6], 7, 4],
  ]);
  expect(
    requests.every(({ request, start, duration }) => [request, start, duration].every((one) => one === null)),
  ).toBe(true);
});

it("what an executor did is inside the delegation that its conversation begins with, whatever the order of both", () => {
  const trace = {
    roles: ROLES,
    messages: [
      ...[says("user", "q"), asks(0, 1)],
      ...[
        says("user", "second", by("executor-1")),
        says("assistant", "", { ...by("executor-1"), tool_call_indexes: [3] }),
      ],
      ...[
        says("user", "first", by("executor-2")),
        says("assistant", "", { ...by("executor-2"), tool_call_indexes: [2] }),
      ],
      says("assistant", "a"),
    ],
    tool_calls: [task(0, "first"), task(1, "second"), call(2, by("executor-2")), call(3, by("executor-1"))],
  };
  expect(draw(spansOf(trace, null))).toBe(
    "turn-0(message-1 call-0(message-5 call-2) call-1(message-3 call-3) message-6)",
  );
});

it("an executor that left no messages is inside the delegation that has none", () => {
  const trace = {
    roles: ROLES,
    messages: [says("user", "q"), asks(0, 1), says("user", "first", by("executor-1"))],
    tool_calls: [task(0, "first"), task(1, "second"), call(2, by("executor-2"))],
  };
  expect(draw(spansOf(trace, null))).toBe("turn-0(message-1 call-0 call-1(call-2))");
});

it("recorded requests give offsets and order; one without an answer is there, with its failure", () => {
  const trace = {
    messages: [says("user", "q"), { ...asks(0), request: 0 }],
    tool_calls: [call(0, { start_ms: 5 })],
    requests: [request(0), request(1, { error: { code: "provider_429", message: "" } })],
  };
  const turn = { turn: 0, outcome: "agent_error" as const, started_at: "2026-01-01T00:00:00Z", duration_ms: 30 };
  const [only] = spansOf(trace, { turns: [turn] });
  expect(draw([only!])).toBe("turn-0(request-0 call-0 request-1)");
  expect([only!.start, only!.duration, only!.failed]).toEqual([0, 30, true]);
  expect(only!.children.map(({ start, failed }) => [start, failed])).toEqual([
    [0, false],
    [5, false],
    [10, true],
  ]);
});

it("an agent of others has messages instead of requests, behind the calls that came in", () => {
  const trace = { messages: [says("user", "q"), says("assistant", "a")], tool_calls: [call(0), call(1)] };
  expect(draw(spansOf(trace, null))).toBe("turn-0(call-0 call-1 message-1)");
});

it("without any message calls stand in their turns, and a turn that was not reached is there", () => {
  const trace = { messages: [], tool_calls: [call(0), call(1, { turn: 1 })] };
  const turn = (number: number) => ({ turn: number, outcome: "success" as const, started_at: "", duration_ms: 1 });
  expect(draw(spansOf(trace, { turns: [0, 1, 2].map(turn) }))).toBe("turn-0(call-0) turn-1(call-1) turn-2");
});

it("requests are numbered in the order in which they were asked, also those that no message tells of", () => {
  const trace = {
    roles: ROLES,
    messages: [says("user", "q"), says("assistant", "a", { request: 1 })],
    tool_calls: [],
    requests: [request(0, { role: "reranker" }), request(1, { role: "writer" })],
  };
  const [turn] = spansOf(trace, null);
  const requests = turn!.children.filter((span) => span.type === "request");
  expect(requests.map((span) => [span.id, span.of])).toEqual([
    ["request-0", 1],
    ["request-1", 2],
  ]);
});
