import { expect, it } from "vitest";
import { otherForm } from "../../../../agent/policy-models/reading/words.ts";
import { asksForItems, saysThatNothingTests } from "../../../../agent/policy-models/reading/words-of-asking.ts";

it.each([
  ["Which requirements have no test?", true, true],
  ["Which bugs are open?", true, false],
  ["Which tests are not linked?", false, false],
  ["The timer is not covered by a test", false, true],
])("of %j: asked of items %s, of what has no tests %s", (text, items, untested) => {
  expect([asksForItems(text), asksForItems(text) && saysThatNothingTests(text)]).toEqual([items, items && untested]);
});

it.each([
  ["le prove fallite", "Fallita", "fallite"],
  ["die nicht bestandenen Fälle", "nicht bestanden", "nicht bestandenen"],
  ["os testes reprovados", "Reprovado", "reprovados"],
  ["prove non eseguite", "Non eseguita", "non eseguite"],
  ["tests that failed", "Fail", ""],
  ["the majority of tests", "major", ""],
  ["open tests", "open", ""],
])("finds in %j another form of %j: %j", (text, value, form) => {
  expect(otherForm(text, value)).toBe(form);
});
