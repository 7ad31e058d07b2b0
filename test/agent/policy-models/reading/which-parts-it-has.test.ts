import { expect, it } from "vitest";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";

const kinds = (text: string, later = false) => readQuestion(text, { later }).parts.map(({ kind }) => kind);

it.each([
  "Which requirements have no test?",
  "How many features are untested?",
  "Are all messages of XnAP tested?",
  "Where are our coverage gaps?",
  "Which tests are missing for FEAT-12?",
  "What is not covered by tests in FEAT-12?",
  "Is there any requirement that nothing verifies?",
])("%j asks for what has no test", (text) => {
  expect(kinds(text)).toEqual(["gaps"]);
});

it.each([
  ["Which tests cover the watchdog?", ["tests"]],
  ["How is the watchdog tested?", ["tests"]],
  ["Do any of our tests exercise the watchdog?", ["tests"]],
  ["Which tests have at least one owner?", ["tests"]],
  ["Does REQ-12 have more tests than REQ-14?", ["tests"]],
  ["When REQ-12 changes, which tests must be rerun?", ["tests"]],
  ["Do we have any tests about the coverage hole on F1?", ["tests"]],
  ["Which tests cover REQ-12, and who owns them?", ["tests", "items"]],
  ["Which messages of XnAP have no test, and which tests are manual?", ["gaps", "tests"]],
  ["We remove the flakiness of the watchdog. Which tests matter?", ["told", "tests"]],
  ["Compare: design document DDO-1; design document DDO-2", ["told", "told"]],
  ["The watchdog resets twice after a brown-out", ["told"]],
])("%j has the parts %j", (text, parts) => {
  expect(kinds(text)).toEqual(parts);
});

it("leaves a part that is answered apart out of what is sought", () => {
  const question = (text: string) => readQuestion(text, { later: false }).text;
  expect(question("Which messages of XnAP have no test, and which tests are manual?")).toBe("which tests are manual?");
});

it("takes a later turn for a part of the conversation", () => {
  expect(kinds("And on which of those is there no simulator?", true)).not.toContain("gaps");
});

it("takes items that are picked together for a union, whatever their names say", () => {
  const picked =
    "Which tests are affected by a change of any of the following: REQ-120 (Lamp under both doors); REQ-121 (Lamp)?";
  const { asks } = readQuestion(picked, { later: false });
  expect(["any", "all", "pair"].filter((intent) => asks.has(intent as "any"))).toEqual(["any"]);
});
