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

it("refuses, first and by name, what a word is left of that no name and no condition accounts for", () => {
  const text = "Which tests of REQ-1 are part of the weekend-soak suite?";
  const { abstention, findings } = conclusionOf(text, "link");
  expect(abstention).toMatch(/^not understood: "weekend-soak", "suite"\. This is a stand-in /);
  expect(findings.size).toBe(0);
  expect(conclusionOf(text, "link", ["weekend-soak", "suite"]).abstention).toBeNull();
  expect(conclusionOf("Which tests cover the orderly restart of REQ-1?", "link").abstention).toBeNull();
});

it.each([
  ["Which tests of REQ-1 are about paging?", "paging"],
  ["Tests of REQ-1 which do not restart", "not"],
  ["Which tests of REQ-1 were added after the restart?", "after"],
  ["Which tests do REQ-1 and REQ-2 share, and which have both? Tests of REQ-1.", "both"],
  ["Tests of REQ-1 but not those in the lab", "not"],
  ["Which tests stand behind REQ-1 through its design?", "through"],
  ["Which of the requirements that are somewhere else in the list do the tests of REQ-1 verify?", "requirements"],
  ["Which requirements have tests with REQ-1?", "requirements"],
  ["Does REQ-1 have more tests?", "more"],
])("carries out a turn of phrase or refuses it: %s", (text, word) => {
  expect(conclusionOf(text, "link").abstention).toMatch(new RegExp(`^not understood: .*"${word}"`));
});

it("claims no absence where a word of the question is left", () => {
  expect(conclusionOf("Which tests of REQ-1 are part of the weekend-soak suite?", null).abstention).toMatch(
    /^not understood: "weekend-soak", "suite"\./,
  );
  expect(conclusionOf("Which tests cover the orderly restart of REQ-1?", null).abstention).toBe(
    "no test case is linked directly to REQ-1.",
  );
});

it("what describes a change sets no condition that could be left open", () => {
  expect(sentencesOf("REQ-1 clarifies the watchdog on Xn. Which tests should I run?", "link")).toEqual([]);
});

it("never says that a search found what was asked for, and does not count it", () => {
  expect(sentencesOf("Which tests are about paging after a restart?", "search")).toEqual([
    "1 test case was found by a search for words; whether it is what was asked for was not checked.",
  ]);
  expect(conclusionOf("How many tests are about paging?", "search").abstention).toMatch(/^not understood: "how many"/);
});

it.each([
  ["Which tests are about paging over HTTP2?", "HTTP2"],
  ["Ticket ABC-361: which tests are about paging?", "ABC-361"],
  ["Which tests are about paging in tunnels?", "tunnels"],
])("a search lists nothing where a word stands in nothing that it found: %s", (text, name) => {
  const { abstention, findings } = conclusionOf(text, "search");
  expect(abstention).toMatch(new RegExp(`^not understood: .*"${name}"`));
  expect(findings.size).toBe(0);
});

it("ranks what a text describes that asks for nothing, whatever words are left", () => {
  expect(conclusionOf("Paging is slow in tunnels", "search").findings.size).toBe(1);
});

it.each([
  "oh and can you put several tests of REQ-1 in one list?",
  "Please assess the impact of REQ-1: tests",
  "Correction: tests of REQ-1, not entered right",
])("fixed words of asking and of correcting oneself are no part of the topic: %s", (text) => {
  expect(conclusionOf(text, "link").abstention ?? "").not.toMatch(
    /"(?:oh|put|assess|impact|correction|entered|right)"/i,
  );
});
