import { expect, it } from "vitest";
import { conclude } from "../../../../agent/policy-models/deciding/when-to-abstain.ts";
import { type EvidenceKind, FoundTests } from "../../../../agent/policy-models/found-tests.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { stateOf } from "../thinking.ts";

function sentencesOf(text: string, kind: EvidenceKind, accounted: readonly string[] = []): readonly string[] {
  const question = readQuestion(text, { later: false });
  const evidence = [{ kind, path: null, rank: 0, why: "" }];
  const findings = new FoundTests([{ id: "TC-1", title: "Paging after a restart", evidence }]);
  const record = { id: "REQ-1", title: "Orderly restart", type: "backlog_item" };
  const anchor = { ...record, at: text.indexOf("REQ-1"), called: "REQ-1", excluded: false, record: null, path: null };
  const anchors = kind === "search" ? [] : [anchor];
  return conclude(stateOf("explorer", []), { question, findings, anchors, sentences: [], accounted }).sentences;
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
