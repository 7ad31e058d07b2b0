import { expect, it } from "vitest";
import { answerQuestion } from "../../../../agent/policy-models/deciding/how-to-go-about-it.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import type { PlannedCall } from "../../../../agent/policy-models/strategy.ts";
import { stateOf, think } from "../thinking.ts";

const TOOLS = [
  "describe_relation",
  "find_entities",
  "hybrid_search",
  "identifier_lookup",
  "trace_coverage",
  "trace_links",
];
const item = (id: string, subtype: string, tests: number) => ({
  ...{ id, name: `Name of ${id}`, type: "backlog_item", subtype },
  ...{ test_cases: tests, covered: tests > 0 },
});
const ITEMS = [item("FEAT-101", "feature", 1), item("R-1", "requirement", 0), item("R-2", "requirement", 2)];

/** Three items; a call for a type gets the uncovered of it, one for ids everything below them. */
function rowsFor({ tool, args }: PlannedCall): readonly object[] {
  if (tool === "describe_relation") return [{ column: "subtype", values: ["feature", "requirement"] }];
  if (tool === "find_entities") return ITEMS.slice(0, 1);
  if (tool === "identifier_lookup")
    return [{ asked: "FEAT-101", id: "FEAT-101", name: "Name of FEAT-101", type: "backlog_item" }];
  if (tool !== "trace_coverage") return [];
  if (args.ids) return ITEMS;
  return ITEMS.filter(({ covered, subtype }) => !covered && (args.subtype === undefined || args.subtype === subtype));
}

const answer = (text: string, tools = TOOLS) =>
  think(answerQuestion(stateOf("explorer", tools), readQuestion(text, { later: false }), null), rowsFor);

it("counts everything of the type that is named, by the tool that counts", () => {
  expect(answer("Which requirements have no test?").findings.ids).toEqual(["R-1"]);
});

it("counts below what is named by id, and of that the type that is asked for", () => {
  const { findings, sentences } = answer("Which requirements of FEAT-101 have no test?");
  expect(findings.ids).toEqual(["R-1"]);
  expect(sentences).toEqual([
    "Among FEAT-101 (Name of FEAT-101) and what is contained there, 1 of 2 requirements has no test case that is linked directly to it.",
  ]);
});

it("says nothing of rows that were not read to their end, and that there are more", () => {
  const cut = ITEMS.map(({ covered, ...row }, at) => (at === 2 ? row : { ...row, covered: true }));
  const { abstention, findings } = think(
    answerQuestion(
      stateOf("explorer", TOOLS),
      readQuestion("Which items of FEAT-101 have no test?", { later: false }),
      null,
    ),
    (call) => (call.tool === "trace_coverage" ? cut : rowsFor(call)),
  );
  expect([findings.size, abstention]).toEqual([0, expect.stringContaining("not all were read")]);
});

it("lists nothing where a word says which items and no record accounts for it", () => {
  const { abstention } = answer("Which requirements about handover have no test?");
  expect(abstention).toMatch(/^not understood: the question as a whole\b/);
});

it("does not say what has no test case without the tool that counts", () => {
  const { abstention, findings } = answer(
    "Which requirements have no test?",
    TOOLS.filter((name) => name !== "trace_coverage"),
  );
  expect([findings.size, abstention]).toEqual([0, expect.stringContaining("not counted")]);
});

it("names a question that no rule answers, instead of listing what sounds alike", () => {
  for (const text of ["What changed in the last release?", "Which requirements are the riskiest?"]) {
    const { abstention, findings } = answer(text);
    expect([findings.size, abstention]).toEqual([
      0,
      expect.stringContaining("not understood: the question as a whole"),
    ]);
  }
});
