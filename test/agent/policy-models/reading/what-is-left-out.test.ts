import { expect, it } from "vitest";
import { findLeftOut } from "../../../../agent/policy-models/reading/what-is-left-out.ts";

/** Which of the marks A to F stand in what is left out. */
function leftOut(text: string): string {
  const ranges = findLeftOut(text);
  return [...text.matchAll(/\b[A-F]\b/g)]
    .filter(({ index }) => ranges.some(({ from, to }) => index >= from && index < to))
    .join("");
}

it.each([
  // The question stands behind what it is about.
  ["Of the tests traced to A but not to B, which are the ones with C?", "B"],
  ["Traced to A but not to B: which ones run on C?", "B"],
  ["Tests on A and not on B, which of them are in C?", "B"],
  ["From A but without B, list those with C.", "B"],
  ["Linked to A but not to B, which has owner C?", "B"],
  ["A changes, B is out of scope, so which tests remain for C?", "B"],
  // A relative clause on what was named last belongs to it.
  ["Which tests cover A but not B, which is part of C?", "BC"],
  ["Which tests are traced to A, leaving out the ones recorded for B with C?", "BC"],
  // Back to what is wanted.
  ["tests of A without B but with C", "B"],
  ["tests of A without B and with C, except D", "BD"],
  ["tests traced to A but not to B, with C", "B"],
  ["tests traced to A but not to B and on C", "B"],
  ["tests for A, not for B, only on C", "B"],
  ["tests that verify A, do not verify B, and that run on C", "B"],
  // Lists and several negations.
  ["tests on A but not on B, C or D", "BCD"],
  ["tests on A but not on B and not on C", "BC"],
  ["tests on A but neither on B nor on C", "BC"],
  ["except those of B and of C: what is left of A?", "BC"],
  ["tests of A that are not linked to B", "B"],
  ["tests of A that don't cover B", "B"],
  ["tests of A instead of B; those of C rather than D", "BD"],
  ["tests of A, leaving B out", "B"],
  ["tests of A, B excluded, C too", "B"],
  // No exclusion, or one that is taken back.
  ["tests not only of A but also of B", ""],
  ["tests that cover A but not only A", ""],
  ["tests of A, not without B", ""],
  ["tests of A but also of B", ""],
])("of %j leaves out %j", (text, expected) => {
  expect(leftOut(text)).toBe(expected);
});
