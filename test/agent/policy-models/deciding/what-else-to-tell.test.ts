import { describe, expect, it } from "vitest";
import { tellBesides } from "../../../../agent/policy-models/deciding/what-else-to-tell.ts";
import { FoundTests } from "../../../../agent/policy-models/found-tests.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { stateOf, think } from "../thinking.ts";

const LINKS = [
  { test_case_id: "T-1", linked_id: "REQ-1", linked_type: "backlog_item" },
  { test_case_id: "T-1", linked_id: "FEA-2", linked_type: "backlog_item" },
  { test_case_id: "T-2", linked_id: "REQ-1", linked_type: "backlog_item" },
  { test_case_id: "T-2", linked_id: "M-1", linked_type: "message" },
];
const ROWS: Readonly<Record<string, readonly object[]>> = {
  trace_links: LINKS,
  identifier_lookup: [
    { id: "REQ-1", subtype: "requirement" },
    { id: "FEA-2", subtype: "feature" },
  ],
  sql_query: [
    { test_case_id: "T-1", attributes: { owner: "Kim" } },
    { test_case_id: "T-2", attributes: { owner: "Lee" } },
  ],
};

function told(
  asked: string,
  { profile = "planner", rows = ROWS, later = false }: { profile?: string; rows?: typeof ROWS; later?: boolean } = {},
): string {
  const findings = new FoundTests(["T-1", "T-2"].map((id) => ({ id, title: "", evidence: [] })));
  const question = readQuestion(asked, { later });
  const conclusion = { question, findings, sentences: [], abstention: null, anchors: [] };
  const strategy = tellBesides(stateOf(profile, Object.keys(ROWS)), conclusion);
  return think(strategy, ({ tool }) => rows[tool] ?? []).sentences.join(" ");
}

const ONE_OF_TWO = "They are linked directly to 2 backlog items, of which 1 was taken for what is asked for: REQ-1.";

describe("tellBesides", () => {
  it.each([
    ["tests in the lab; + the backlog items they verify", "They are linked directly to 2 backlog items: REQ-1, FEA-2."],
    ["tests in the lab, and which requirements do those belong to?", ONE_OF_TWO],
    ["Tests in the lab? Please also name the messages they cover.", "They are linked directly to 1 message: M-1."],
    ["tests in the lab, and which widgets do they touch?", "They are linked directly to 1 message: M-1."],
    ["How many tests run in the lab, per owner?", "owner: Kim (1), Lee (1)."],
    ["Tests in the lab? And what's the owner of each?", "owner: Kim (1), Lee (1)."],
    ["tests in the lab", ""],
  ])("tells for %j: %j", (asked, sentences) => {
    expect(told(asked)).toContain(sentences);
    if (sentences === "") expect(told(asked)).toBe("");
  });

  it.each([
    ["Tests in the lab? What requisitos are they for?", "requisito", ONE_OF_TWO],
    ["Tests in the lab? And what Anforderungen does each come from?", "Anforderung", ONE_OF_TWO],
    ["Tests in the lab? Which especificaciones are these for?", "especificación", ONE_OF_TWO],
    ["Tests in the lab? Which safety goals do these come from?", "safety_goal", ONE_OF_TWO],
    [
      "Tests in the lab? Which paragraphs are these for?",
      "requisito",
      'Not answered: "Which paragraphs are these for?".',
    ],
  ])("tells of %j, where the corpus has a %s: %j", (asked, subtype, sentences) => {
    const identifier_lookup = [
      { id: "REQ-1", subtype },
      { id: "FEA-2", subtype: "feature" },
    ];
    expect(told(asked, { rows: { ...ROWS, identifier_lookup } })).toBe(sentences);
  });

  it("reads over a typing error in the word that joins", () => {
    expect(told("tests in the lab. oh and tell me the backlog items beind them")).toBe(
      "They are linked directly to 2 backlog items: REQ-1, FEA-2.",
    );
    expect(told("tests in the lab, and what else do these tests stand for?")).toBe(
      "They are linked directly to 2 backlog items: REQ-1, FEA-2.",
    );
  });

  it("says that nothing is linked where nothing is", () => {
    const asked = "tests in the lab, and which backlog items do they verify?";
    expect(told(asked, { rows: { ...ROWS, trace_links: [] } })).toBe(
      "No backlog item is linked directly to any of them.",
    );
  });
});
