import { describe, expect, it } from "vitest";
import { holdsCallInText } from "../../../../harness/results/failures/call-in-text.ts";
import { featuresOf } from "../../../../harness/results/failures/features.ts";
import { traceCase } from "../../../../harness/results/metrics/execution/case.ts";
import { caseOf, makeScenario } from "../../judge/judges/cases.ts";

type Parts = Parameters<typeof caseOf>[2];

function answerFeatures(answer: string, parts: Parts = {}): string[] {
  const scenario = makeScenario({ unsupported: ["battery chargers"] });
  const given = { ...caseOf(answer, scenario, parts), outcome: "success", verdict: null } as const;
  const traced = traceCase({ ...given, entityThreshold: 0.8, judgedRelevance: false });
  const score = { outcome: "success", scores: {} } as never;
  const { features } = featuresOf({ score, traced, record: null, primary: null });
  return Object.keys(features).filter((name) => name.startsWith("answer."));
}

const LIST =
  "Conditional handover is verified by these two.\n\n## Recommended\n1. `TC-1` - it [S1]\n2. `TC-2` - it [S1]";

describe("what is wrong with an answer", () => {
  it("names silence on a part that nothing supports, not of who says it, abstains or says nothing", () => {
    expect(answerFeatures(LIST)).toContain("answer.unsaid");
    expect(answerFeatures(`No record tells of battery chargers. ${LIST}`)).not.toContain("answer.unsaid");
    expect(answerFeatures("No supported recommendation: nothing tells of FEA-7.")).not.toContain("answer.unsaid");
    expect(answerFeatures("")).not.toContain("answer.unsaid");
  });

  it("names a call that stands in the text of any of the model's messages", () => {
    const asked = {
      role: "assistant",
      text: '<tool_call>\n{"name": "keyword_search"}\n</tool_call>',
      sub_agent: null,
    } as const;
    expect(answerFeatures(LIST)).not.toContain("answer.call");
    expect(answerFeatures(LIST, { messages: [asked] })).toContain("answer.call");
    expect(answerFeatures(LIST, { messages: [{ ...asked, tool_call_indexes: [0] }] })).not.toContain("answer.call");
  });
});

it.each([
  '<tool_call>{"name": "sql_query", "arguments": {}}</tool_call>',
  'I look.\n<function=keyword_search>{"query": "handover"}</function>',
  "<|python_tag|>keyword_search.call(query='handover')",
  '[TOOL_CALLS] [{"name": "sql_query"}]',
  "<\uFF5Ctool\u2581calls\u2581begin\uFF5C>function",
  "<|channel|>commentary to=functions.sql_query <|message|>{}",
  '```json\n{"name": "sql_query", "parameters": {"query": "SELECT 1"}}\n```',
])("a call as text: %s", (text) => {
  const said = (role: "assistant" | "tool") => ({ messages: [{ role, text, sub_agent: null }] });
  expect([holdsCallInText(said("assistant")), holdsCallInText(said("tool"))]).toEqual([true, false]);
});

it.each(["Call `sql_query` with a name.", '{"name": "TC-1"}', 'The row is {"name": "a", "parameters": 1}'])(
  "no call: %s",
  (text) => {
    expect(holdsCallInText({ messages: [{ role: "assistant", text, sub_agent: null }] })).toBe(false);
  },
);
