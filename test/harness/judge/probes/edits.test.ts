import { describe, expect, it } from "vitest";
import { containsId } from "../../../../base/ids.ts";
import type { JudgeCase } from "../../../../harness/judge/judges/judge.ts";
import { judgeByPrimaryRubric } from "../../../../harness/judge/judges/rubric-primary.ts";
import { judgeBySecondRubric } from "../../../../harness/judge/judges/rubric-second.ts";
import { EDITS, type EditName } from "../../../../harness/judge/probes/edits/registry.ts";
import { readerScore } from "../../../../harness/judge/probes/reader-score.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { caseOf, DECLINES, makeUnanswerable, THRESHOLDS } from "../judges/cases.ts";
import { variedCases } from "../judges/varied.ts";

const context = { seed: 1, name: "m__react__prompt__S001__0", judgeModel: "judge-1" };
const cases = variedCases(60);
const answerable = cases.filter(({ scenario }) => scenario.answerable);

function edited(name: EditName, given: JudgeCase): JudgeCase | null {
  const result = EDITS[name](given, context);
  return result?.type === "one" ? result.case : null;
}

describe.each([
  ["the primary rubric", judgeByPrimaryRubric],
  ["the second rubric", judgeBySecondRubric],
])("to %s, which did not make them,", (_name, judge) => {
  it("gold passes and gutted fails, whatever the answer was that they were made from", () => {
    for (const given of nonEmpty(cases)) {
      expect(judge(edited("gold", given)!, THRESHOLDS).status).toBe("pass");
      expect(judge(edited("gutted", given)!, THRESHOLDS).status).toBe("fail");
    }
  });

  it("half lies strictly between gutted and gold", () => {
    for (const given of nonEmpty(answerable)) {
      const [gutted, half, gold] = (["gutted", "half", "gold"] as const).map((name) =>
        readerScore(judge(edited(name, given)!, THRESHOLDS)),
      );
      expect(half).toBeGreaterThan(gutted!);
      expect(half).toBeLessThan(gold!);
    }
  });
});

it("padding adds words and no id; signing changes the model's name only; burying leaves the full result", () => {
  for (const given of nonEmpty(answerable)) {
    const [half, padded, signed] = (["half", "padded", "signed"] as const).map((name) => edited(name, given)!);
    expect(padded!.extraction.ranked_ids).toEqual(half!.extraction.ranked_ids);
    expect(padded!.extraction.final_text.length).toBeGreaterThan(half!.extraction.final_text.length + 800);
    expect(signed).toEqual({ ...half, extraction: { ...half!.extraction, model: "judge-1" } });
    const [gold, buried] = (["gold", "buried"] as const).map((name) => edited(name, given)!);
    expect(buried!.extraction.final_text).toBe(gold!.extraction.final_text);
    const shown = buried!.extraction.tool_calls.map(({ result }) => result!.slice(0, 2_000)).join("\n");
    const full = buried!.extraction.tool_calls.map(({ result }) => result!).join("\n");
    for (const id of nonEmpty(given.scenario.expected_ids)) {
      expect(containsId(full, id)).toBe(true);
      expect(containsId(shown, id)).toBe(false);
    }
  }
});

it("a scenario without an answer is declined in gold and has nothing in between", () => {
  const given = caseOf(DECLINES, makeUnanswerable());
  expect(edited("gold", given)?.extraction.abstained).toBe(true);
  expect(edited("gutted", given)?.extraction.ranked_ids).toHaveLength(2);
  for (const name of ["half", "padded", "signed", "buried", "pair", "swapped"] as const)
    expect(EDITS[name](given, context)).toBeNull();
});
