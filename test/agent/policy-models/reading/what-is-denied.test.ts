import { expect, it } from "vitest";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";

const denied = (text: string) =>
  readQuestion(text, { later: false }).denied.map(({ from, to }) => text.slice(from, to));

it.each([
  ["Tests of DEF-12 which do not run on a simulator.", ["do not run on a simulator"]],
  ["Tests of DEF-12 that aren't nightly, with owner Kim", ["aren't nightly"]],
  ["Which tests of DEF-12 have never failed?", ["have never failed"]],
  ["Tests of DEF-12 that do not run nightly", ["do not run nightly"]],
])("what is denied in %j was not read, up to the end of its clause", (text, stretches) => {
  expect(denied(text)).toEqual(stretches);
});

it.each([
  "Tests for REQ-1, but not those on REQ-2",
  "Tests for REQ-1 that are not linked to REQ-2",
  "Which tests of REQ-1 are not automated?",
  "Which tests cover REQ-1?",
])("%j leaves out what is named, or denies nothing", (text) => {
  expect(denied(text)).toEqual([]);
});
