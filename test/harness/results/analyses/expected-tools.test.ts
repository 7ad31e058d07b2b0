import { expect, it } from "vitest";
import { expectedTools } from "../../../../harness/results/analyses/expected-tools.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";

const CONFIGURATION = { model: "m", workflow: "react", knowledge: "prompt" };

/** One planted trace: what its item expects, and the tools in the order of their first call. */
function planted(
  id: string,
  level: 1 | 2 | 3,
  expected: string[],
  called: string[] | null,
  topics: number | null = null,
) {
  return {
    scenario: { id, routing: { level, tools: expected } },
    record: {
      scenario_id: id,
      scores: { entity_coverage: topics === null ? { value: null, reason: "truth_unknown" } : { value: topics } },
    },
    processCounts: called && { tools: called.map((tool) => ({ tool, calls: 1, errors: 0 })) },
  };
}

const compute = (executions: object[]) =>
  expectedTools.compute({ configurations: [{ configuration: CONFIGURATION, executions }] } as unknown as Scored, {});

const EXECUTIONS = [
  planted("S1", 1, ["lookup_issue"], ["lookup_issue"], 1),
  planted("S2", 1, [], ["read_file", "task"]),
  planted("S3", 2, ["search_issues", "search_patterns"], ["keyword_search", "search_patterns"], 0.5),
  planted("S4", 3, [], ["keyword_search"]),
  planted("S5", 3, ["search_issues"], [], 0),
  planted("S6", 3, ["search_issues"], null),
];

it("an expected tool is called, first or alone; none is called where none is expected; files and skills do not count", () => {
  const rows = compute(EXECUTIONS).map(({ level, executions, routed, first, only, topics }) => [
    ...[level, executions, routed.mean, routed.unscored, first.mean, only.mean, topics.mean],
  ]);
  expect(rows).toEqual([
    ["all", 5, 3 / 5, 1, 2 / 5, 2 / 5, 0.5],
    ["1", 2, 1, 0, 1, 1, 1],
    ["2", 1, 1, 0, 0, 0, 0.5],
    ["3", 2, 0, 1, 0, 0, 0],
  ]);
});

it("the confusion matrix counts each traced execution once, and calls no call by its name", () => {
  const [{ confusion } = { confusion: [] }] = compute(EXECUTIONS);
  expect(confusion).toEqual([
    { expected: "lookup_issue", first: "lookup_issue", count: 1 },
    { expected: "none", first: "keyword_search", count: 1 },
    { expected: "none", first: "none", count: 1 },
    { expected: "search_issues", first: "none", count: 1 },
    { expected: "search_issues or search_patterns", first: "keyword_search", count: 1 },
  ]);
});

it("a set that expects no tools has no rows", () => {
  expect(compute([{ ...EXECUTIONS[0], scenario: { id: "S1" } }])).toEqual([]);
});
