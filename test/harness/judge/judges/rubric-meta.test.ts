import { describe, expect, it } from "vitest";
import { judgementsAgree, ruleByMetaRubric } from "../../../../harness/judge/judges/rubric-meta.ts";
import { judgeByPrimaryRubric } from "../../../../harness/judge/judges/rubric-primary.ts";
import { judgeBySecondRubric } from "../../../../harness/judge/judges/rubric-second.ts";
import { metaVerdictSchema } from "../../../../harness/record/domain/records.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { answerOf, caseOf, formOf, makeScenario, THRESHOLDS } from "./cases.ts";
import { variedCases } from "./varied.ts";

const options = { evaluator: "meta", thresholds: THRESHOLDS };
const good = caseOf(answerOf(["TC-1", "TC-2"]));
const rule = (a = formOf(), b = formOf(), judgeCase = good) => ruleByMetaRubric({ ...judgeCase, a, b }, options);

describe("judgements agree", () => {
  it.each([
    ["equal", formOf(), true],
    ["0.09 apart", formOf({ overall_score: 0.91 }), true],
    ["exactly 0.1 apart", formOf({ overall_score: 0.9 }), false],
    ["another status", formOf({ status: "fail" }), false],
  ])("%s", (_name, other, expected) => {
    expect(judgementsAgree(formOf(), other)).toBe(expected);
  });
});

describe("the meta rubric", () => {
  it("finds nothing to choose between equal judgements", () => {
    expect(rule()).toMatchObject({
      type: "judged",
      judgments_agree: true,
      preferred_judgment: "tie",
      quality_score_delta: 0,
      bias_detected: "none",
      confidence: "low",
    });
  });

  it("prefers the judgement whose list it can confirm", () => {
    const wrong = formOf();
    wrong.ground_truth = { ...wrong.ground_truth, expected_ids_found: ["TC-1"], expected_ids_missing: ["TC-2"] };
    expect(rule(wrong, formOf())).toMatchObject({
      a_ids_correct: false,
      b_ids_correct: true,
      preferred_judgment: "B",
      confidence: "high",
    });
    expect(rule(formOf(), wrong)).toMatchObject({ a_ids_correct: true, b_ids_correct: false, preferred_judgment: "A" });
  });

  it("settles by whole ids where the second rubric counts a substring", () => {
    const judgeCase = caseOf(answerOf(["TC-10"]), makeScenario({ expected_ids: ["TC-1"] }));
    const a = judgeByPrimaryRubric(judgeCase, THRESHOLDS);
    const b = judgeBySecondRubric(judgeCase, THRESHOLDS);
    expect(rule(a, b, judgeCase)).toMatchObject({ a_ids_correct: true, b_ids_correct: false, preferred_judgment: "A" });
  });

  it("decides a disputed status by the mean alignment", () => {
    const strict = formOf({ status: "fail" });
    strict.ground_truth = { ...strict.ground_truth, reference_answer_alignment: 0.5 };
    // (1 + 0.5)/2 = 0.75 passes; (1 + 0.2)/2 = 0.6 does not.
    expect(rule(formOf(), strict)).toMatchObject({
      a_status_correct: true,
      b_status_correct: false,
      preferred_judgment: "A",
    });
    strict.ground_truth.reference_answer_alignment = 0.2;
    expect(rule(formOf(), strict)).toMatchObject({
      a_status_correct: false,
      b_status_correct: true,
      preferred_judgment: "B",
    });
  });

  it.each([
    ["leniency", 1, 0.3],
    ["harshness", 0.3, 1],
    ["none", 1, 0.95],
  ])("reports %s of A", (bias, overallA, overallB) => {
    const wrong = { ...good, extraction: { ...good.extraction, final_text: "TC-1 conditional handover" } };
    const judged = rule(
      formOf({ overall_score: overallA }),
      formOf({ overall_score: overallB }),
      overallA > 0.9 && overallB < 0.9 ? wrong : good,
    );
    expect(judged.bias_detected).toBe(bias);
  });

  it("rules on any pair of the two rubrics, with a record that fits the schema", () => {
    const preferred = new Set<string | null>();
    for (const judgeCase of nonEmpty(variedCases(200))) {
      const a = judgeByPrimaryRubric(judgeCase, THRESHOLDS);
      const b = judgeBySecondRubric(judgeCase, THRESHOLDS);
      const ruling = rule(a, b, judgeCase);
      preferred.add(ruling.preferred_judgment);
      expect(metaVerdictSchema.safeParse({ ...judgeCase.extraction, ...ruling }).success).toBe(true);
      expect(ruling.judgments_agree).toBe(judgementsAgree(a, b));
    }
    expect(preferred.size).toBeGreaterThan(1);
  });
});
