import { expect, it } from "vitest";
import { idReader } from "../../../../base/ids/id-reader.ts";
import type { Extraction } from "../../../../harness/record/domain/records.ts";
import { traceCase } from "../../../../harness/results/metrics/execution/case.ts";
import { traceExpectedIds } from "../../../../harness/results/trace/expected-ids.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";

type Call = Extraction["tool_calls"][number];

const rows = (...ids: string[]) => JSON.stringify({ total: ids.length, rows: ids.map((id) => ({ id })) });
const call = (index: number, given: Partial<Call>): Call => ({
  ...{ index, turn: 0, tool: "keyword_search", family: "keyword", arguments: {}, status: "success" as const },
  ...{ preview: given.result ?? "", truncated: false, sub_agent: null, duration_ms: 1 },
  ...given,
});

/** What became of one expected id, TC-1, in an execution with these calls. */
function fateOf(calls: readonly Call[], given: { answer?: string; ranked?: string[] } = {}) {
  const { answer = "nothing", ranked = [] } = given;
  const extraction = {
    tool_calls: calls,
    final_text: answer,
    ranked_ids: ranked,
    documents: [],
  } as unknown as Extraction;
  const scenario = { expected_ids: ["TC-1"], turns: ["q"] } as unknown as Scenario;
  const ids = idReader([], { idPatterns: [{ pattern: "TC-\\d+" }] });
  const traced = traceCase({
    scenario,
    extraction,
    ids,
    outcome: "success",
    verdict: null,
    entityThreshold: 1,
    judgedRelevance: false,
  });
  const [{ id: _id, outcome: _outcome, ...fate }] = traceExpectedIds(traced!) as [
    ReturnType<typeof traceExpectedIds>[number],
  ];
  return fate;
}

it.each<[string, Call[], ReturnType<typeof fateOf>]>([
  [
    "in no result",
    [call(0, { result: rows("TC-10", "TC-1-2") })],
    { call: null, rank: null, place: null, lost: "never_retrieved" },
  ],
  [
    "in the message of a failed call only",
    [call(0, { status: "error", preview: "TC-1" })],
    { call: null, rank: null, place: null, lost: "never_retrieved" },
  ],
  [
    "in the third row of the second call's result, which the model saw",
    [call(0, { result: rows("TC-9") }), call(1, { result: rows("TC-7", "TC-8", "TC-1") })],
    { call: 1, rank: 3, place: null, lost: "not_reported" },
  ],
  [
    "in a row that was cut for the model",
    [call(0, { result: rows("TC-7", "TC-1"), preview: rows("TC-7") })],
    { call: 0, rank: 2, place: null, lost: "not_shown" },
  ],
  [
    "in an executor's result, not in its report",
    [
      call(0, { tool: "task", family: "delegation", preview: "found nothing" }),
      call(1, { result: rows("TC-1"), sub_agent: "executor-1" }),
    ],
    { call: 1, rank: 1, place: null, lost: "not_passed_on" },
  ],
  [
    "in an executor's result and in its report",
    [
      call(0, { tool: "task", family: "delegation", preview: "TC-1 fits" }),
      call(1, { result: rows("TC-1"), sub_agent: "executor-1" }),
    ],
    { call: 1, rank: 1, place: null, lost: "not_reported" },
  ],
  [
    "in a text without rows",
    [call(0, { preview: "see TC-1." })],
    { call: 0, rank: null, place: null, lost: "not_reported" },
  ],
])("an id that is not reported was %s", (_where, calls, expected) => {
  expect(fateOf(calls)).toEqual(expected);
});

it("a reported id is lost behind the tenth place, and where only the words around the list name it", () => {
  const calls = [call(0, { result: rows("TC-1") })];
  const others = Array.from({ length: 10 }, (_, at) => `TC-${at + 2}`);
  const lost = (ranked: string[]) => fateOf(calls, { answer: "TC-1", ranked });
  expect(lost([...others.slice(1), "TC-1"])).toEqual({ call: 0, rank: 1, place: 10, lost: null });
  expect(lost([...others, "TC-1"])).toEqual({ call: 0, rank: 1, place: 11, lost: "below_cut" });
  expect(lost(others)).toEqual({ call: 0, rank: 1, place: null, lost: "unlisted" });
  expect(lost([])).toEqual({ call: 0, rank: 1, place: null, lost: null });
});
