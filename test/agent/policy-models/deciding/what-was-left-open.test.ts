import { expect, it } from "vitest";
import { conclude } from "../../../../agent/policy-models/deciding/when-to-abstain.ts";
import { type EvidenceKind, FoundTests } from "../../../../agent/policy-models/found-tests.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { stateOf } from "../thinking.ts";

function conclusionOf(text: string, kind: EvidenceKind | null, accounted: readonly string[] = []) {
  const question = readQuestion(text, { later: false });
  const evidence = kind === null ? [] : [{ kind, path: null, rank: 0, why: "" }];
  const findings = new FoundTests(kind === null ? [] : [{ id: "TC-1", title: "Paging after a restart", evidence }]);
  const record = { id: "REQ-1", title: "Orderly restart", type: "backlog_item" };
  const anchor = { ...record, at: text.indexOf("REQ-1"), called: "REQ-1", excluded: false, record: null, path: null };
  const anchors = kind === "search" ? [] : [anchor];
  const nothing = "no test case is linked directly to REQ-1.";
  return conclude(stateOf("explorer", []), { question, findings, anchors, sentences: [], accounted, nothing });
}

function sentencesOf(...asked: Parameters<typeof conclusionOf>): readonly string[] {
  return conclusionOf(...asked).sentences;
}

it("says first which words no name and no condition accounts for", () => {
  const text = "Which tests of REQ-1 are part of the weekend-soak suite?";
  expect(sentencesOf(text, "link")).toEqual(['Not taken into account: "weekend-soak", "suite".']);
  expect(sentencesOf(text, "link", ["weekend-soak", "suite"])).toEqual([]);
  expect(sentencesOf("Which tests cover the orderly restart of REQ-1?", "link")).toEqual([]);
});

it("a linked test's own words account for none of the question's", () => {
  expect(sentencesOf("Which tests of REQ-1 are about paging?", "link")).toEqual(['Not taken into account: "paging".']);
});

it("repeats what is denied as it was written, whatever its words are", () => {
  expect(sentencesOf("Tests of REQ-1 which do not restart", "link")).toEqual([
    'Not taken into account: "do not restart".',
  ]);
});

it("what describes a change sets no condition that could be left open", () => {
  expect(sentencesOf("REQ-1 clarifies the watchdog on Xn. Which tests should I run?", "link")).toEqual([]);
});

it("never says that a search found what was asked for, nor that it counted", () => {
  expect(sentencesOf("Which tests are about paging in tunnels?", "search")).toEqual([
    "1 test case sounds like it; no record says that it is what was asked for.",
    '"tunnels" stands in none of the titles and excerpts that were read.',
  ]);
  expect(sentencesOf("How many tests are about paging?", "search").at(-1)).toBe("How many there are was not counted.");
});

it("says of nothing, too, which words it did not take into account", () => {
  expect(conclusionOf("Which tests of REQ-1 are part of the weekend-soak suite?", null).abstention).toBe(
    'not taken into account: "weekend-soak", "suite"; no test case is linked directly to REQ-1.',
  );
  expect(conclusionOf("Which tests cover the orderly restart of REQ-1?", null).abstention).toBe(
    "no test case is linked directly to REQ-1.",
  );
});

it.each([
  ["Which tests are about paging over HTTP2?", "HTTP2"],
  ["Ticket ABC-361: which tests are about paging?", "ABC-361"],
])("a search lists nothing where a name stands in nothing that it found: %s", (text, name) => {
  const { abstention, findings } = conclusionOf(text, "search");
  expect(abstention).toBe(
    `"${name}" stands in none of the titles and excerpts that were read, so which test cases are meant is not known.`,
  );
  expect(findings.size).toBe(0);
});
