import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { tellChange } from "../../../../assistant/change/tell-change.ts";

const isWhole = (text: string, later = false) => readQuestion(text, { later }).isWhole;

const ANSWERED = [
  "Which tests verify REQ-1001?",
  "Hi, tests for REQ-1001 please",
  "How many test cases are linked to REQ-1001?",
  "Tests for REQ-1001 or REQ-1002, in one list.",
  "REQ-1001 has changed. Which test cases are affected?",
  "REQ-1001 changed: which of our tests matter?",
  "which tetss are lnked to REQ-1001?",
  "Which exist. TCs are traced to REQ-1001 & REQ-1002 both? pls give the evidence for each.",
  "Is there a test that checks both REQ-1001 and REQ-1002? Which?",
  "Which requirements of REQ-1001 have no test?",
  "What requirements does TC-1001 verify?",
  "Which tests are affected by a change of any of the following: REQ-1001 (Stop and wait); REQ-1002?",
  "Which tests should we run? This is about REQ-1001 (Stop and wait).",
];

describe("the forms of a question", () => {
  it.each(ANSWERED)("have %j to its last word", (text) => {
    expect(isWhole(text)).toBe(true);
  });

  it.each(ANSWERED)("have no %j with a statement, a question or a condition of another kind", (text) => {
    const others = [
      `FEA-3553 is complete. ${text}`,
      `${text} Who wrote them?`,
      `${text} FEA-3553 has none.`,
      text.replace(/[?.]?$/, " unless they failed"),
      `Which of these is wrong: ${text}`,
    ];
    expect(others.filter((other) => isWhole(other))).toEqual([]);
  });

  it.each([
    // What it tells of one thing, it asks of another.
    "FEA-3553 is complete: each change request under it is tested. Which tests belong to CRQ-7781?",
    "FEA-3553 has changed. Which tests belong to CRQ-7781?",
    "Give me the tests for REQ-1001 and, separately, those for REQ-1002.",
    "Only one test verifies REQ-1001, which is it?",
    "Which tests of REQ-1001 have never failed?",
    "Which tests besides those of REQ-1001 cover REQ-1002?",
    "Which requirement is tested by most tests?",
    "",
  ])("have no %j", (text) => {
    expect(isWhole(text)).toBe(false);
  });

  it("have a change as the assistant tells it, and none where somebody's own words stand beside it", () => {
    const told = tellChange({
      ...{ kind: "diff", prose: "", names: ["open_port"], searchable: "" },
      files: [{ path: "x.c", before: "x.c", done: "changed", inside: [] }],
      rewordings: [
        { before: "Waits.", after: "Stops." },
        { before: "", after: "Waits." },
        { before: "Waits.", after: "" },
      ],
    });
    const asked = `Which tests are affected by a change of REQ-203 (Stop and wait)?\n\n${told}`;
    expect([isWhole(asked), isWhole(`${asked}\n\nREQ-204 is done, too.`)]).toEqual([true, false]);
  });

  it("take a later turn for what it does to the one before, and the same words first for nothing", () => {
    for (const text of [
      "of those, only the ones on N2",
      "Which of them are automated?",
      "Of those, which are automated?",
      "correction: REQ-1002, not REQ-1001",
    ])
      expect([isWhole(text, true), isWhole(text)]).toEqual([true, false]);
  });

  it("ask for the tests of what is described behind an empty line, and for nothing else of it", () => {
    const texts = ["Which tests are affected by this change?", "Who wrote this change?"].map(
      (text) => `${text}\n\nThe pump stops.`,
    );
    expect(texts.map((text) => isWhole(text))).toEqual([true, false]);
  });

  it("take a patch for what is told", () => {
    const patch = "+++ b/src/a.c\n@@ -1,2 +1,2 @@\n-old\n+new\n";
    expect([isWhole(patch), isWhole(`${patch}\nwhat do I rerun?`), isWhole(`${patch}\nwho wrote it?`)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
