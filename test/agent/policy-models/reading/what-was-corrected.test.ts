import { describe, expect, it } from "vitest";
import { type Question, readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { asMeant } from "../../../../agent/policy-models/reading/what-was-corrected.ts";

interface Memory {
  question: Question;
  before: Memory | null;
}

const first = (text: string): Memory => ({ question: readQuestion(text, { later: false }), before: null });
const meant = (earlier: string, later: string) => asMeant(readQuestion(later, { later: true }), first(earlier));

describe("asMeant", () => {
  it.each([
    ["tests of REQ-101 in the lab", "sorry, I meant REQ-202, not REQ-101", "tests of REQ-202 in the lab"],
    ["tests of REQ-101", "wrong number, it is REQ-202", "tests of REQ-202"],
    [
      'tests of the feature "Reset"',
      'no, it was "Wake-up" that changed, not "Reset"',
      'tests of the feature "Wake-up"',
    ],
    ["tests about reset, for R16", "correction: R17 instead of R16", "tests about reset, for R17"],
    [
      "tests about reset, in the lab",
      "no wait, not in the lab. in the field is what I meant.",
      "tests about reset, in the field",
    ],
  ])("puts the right thing in the wrong one's place: %j, %j", (earlier, later, text) => {
    const { question, memory } = meant(earlier, later);
    expect([question.text, memory]).toEqual([text, null]);
  });

  it("builds on what stood before a restriction that is lifted, and holds it to what is said instead", () => {
    const before = first("tests of REQ-101");
    const memory: Memory = { question: readQuestion("only those in the lab", { later: true }), before };
    const lifted = asMeant(
      readQuestion("Forget that restriction; leave out the ones in the field.", { later: true }),
      memory,
    );
    expect(lifted.memory).toBe(before);
    expect(lifted.question.excluded).toHaveLength(1);
  });

  it("leaves a turn that corrects nothing as it is", () => {
    const turn = readQuestion("and which of them run in the lab?", { later: true });
    expect(asMeant(turn, first("tests of REQ-101"))).toMatchObject({ question: turn, memory: { before: null } });
  });
});
