import { describe, expect, it } from "vitest";
import { standsAlone } from "../../../../agent/policy-models/reading/what-stands-alone.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { KEEP_ONLY, LEAVE_OUT } from "../../../../scenarios/phrasing/common.ts";
import { SAME_AGAIN } from "../../../../scenarios/phrasing/lookup.ts";
import { VALUE_INSTEAD } from "../../../../scenarios/phrasing/search.ts";
import { nonEmpty } from "../../../non-empty.ts";

const later = (text: string) => readQuestion(text, { later: true }).asks.has("followsUp");

describe("a later turn", () => {
  it.each([
    "Which requirements mitigate RISK-3?",
    "Is there any class C requirement without a test?",
    "Which tests verify PUMP-SRS-010?",
    "What does PUMP-SRS-013 say?",
    "Do we have tests for the WebAssembly backend?",
    "Which stories have no test?",
    "Which test covers BUG-77?",
    "Who is assigned to CC-21?",
    "We change the lockout interval. Which tests do we have to repeat?",
    "Which scenarios have to be run again when we change the reset e-mail?",
  ])("%s is a question of its own", (text) => {
    expect(later(text)).toBe(false);
  });

  it.each([
    "Which of them run on a simulator?",
    "Which run on a simulator?",
    "How many are automated?",
    "What about REQ-7?",
    "And which tests cover REQ-7?",
    "Which tests are automated?",
    "Which other requirements have tests?",
    "Only the automated ones.",
    "Which tests were that again?",
  ])("%s is about what was found before", (text) => {
    expect(later(text)).toBe(true);
  });

  it("of the scenarios' own never stands alone", () => {
    const ways = [KEEP_ONLY, LEAVE_OUT, SAME_AGAIN, VALUE_INSTEAD].flatMap(({ ofOthers: _, ...all }) =>
      Object.values(all).flat(),
    );
    for (const way of nonEmpty(ways))
      expect([way, standsAlone(way.replace(/\{\w+\}/g, "REQ-7"), 1)]).toEqual([way, false]);
  });
});
