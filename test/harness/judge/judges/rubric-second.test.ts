import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeByPrimaryRubric } from "../../../../harness/judge/judges/rubric-primary.ts";
import { judgeBySecondRubric } from "../../../../harness/judge/judges/rubric-second.ts";
import { judgementSchema } from "../../../../harness/record/domain/records.ts";
import { answerOf, caseOf, DECLINES, makeScenario, makeUnanswerable, THRESHOLDS } from "./cases.ts";
import { variedCases } from "./varied.ts";

const judge = (...parameters: Parameters<typeof caseOf>) => judgeBySecondRubric(caseOf(...parameters), THRESHOLDS);

describe("the second rubric, worked examples", () => {
  it("a full answer passes with the best of everything", () => {
    const answer = answerOf(["TC-1", "TC-2"], "TC-1 and TC-2 verify conditional handover, which FEA-7 changes.");
    expect(judge(answer)).toMatchObject({
      status: "pass",
      overall_score: 1,
      ground_truth: { reference_answer_alignment: 1 },
    });
  });

  it("differs as documented: a substring is a found id, an entity may come in any order, prose may decline", () => {
    const scenario = makeScenario({ expected_ids: ["TC-1"] });
    const answer = answerOf(["TC-10"], "The handover is conditional.");
    expect(judge(answer, scenario).ground_truth).toMatchObject({
      expected_ids_found: ["TC-1"],
      expected_entities_found: ["conditional handover"],
    });
    expect(judgeByPrimaryRubric(caseOf(answer, scenario), THRESHOLDS).ground_truth).toMatchObject({
      expected_ids_found: [],
      expected_entities_found: [],
    });
    const prose = "FEA-7 was looked for by its id and by its name. It does not exist.";
    expect(judge(prose, makeUnanswerable()).status).toBe("pass");
    expect(judgeByPrimaryRubric(caseOf(prose, makeUnanswerable()), THRESHOLDS).status).toBe("fail");
  });

  it("order matters for relevance: relevant ids last have a lower average precision", () => {
    const noise = ["TC-5", "TC-6", "TC-7"];
    const first = judge(answerOf(["TC-1", "TC-2", ...noise])).quality.relevance;
    const last = judge(answerOf([...noise, "TC-1", "TC-2"])).quality.relevance;
    expect([first.rationale, last.rationale]).toEqual(["average precision 1.000", "average precision 0.325"]);
    expect([first.score, last.score]).toEqual([5, 2]);
  });

  it("an item is grounded only through its own source label", () => {
    const answer = answerOf(["TC-1", "TC-2"]);
    expect(judge(answer).quality.evidence_grounding.score).toBe(5);
    expect(judge(answer.replace("[S1]", "")).quality.evidence_grounding.score).toBe(3);
    expect(judge(answer.replace("/results/000.json", "/results/999.json")).quality.evidence_grounding.score).toBe(1);
  });

  it("unanswerable: declining passes, recommending fails", () => {
    expect(judge(DECLINES, makeUnanswerable()).status).toBe("pass");
    expect(judge(answerOf(["TC-1"]), makeUnanswerable()).status).toBe("fail");
  });

  it("any text at all is judged, with a record that fits the schema", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (answer, answerable) => {
        const judgement = judge(answer, answerable ? makeScenario() : makeUnanswerable());
        expect(judgementSchema.safeParse(judgement).success).toBe(true);
      }),
    );
  });
});

describe("independence of the two rubrics", () => {
  // Where words end is no scoring.
  it("the second shares no scoring code with the primary", async () => {
    const files = ["rubric-second.ts", "second/ratings.ts", "second/words.ts"];
    const sources = await Promise.all(
      files.map((file) => readFile(new URL(`../../../../harness/judge/judges/${file}`, import.meta.url), "utf8")),
    );
    const imports = sources.flatMap((source) => [...source.matchAll(/from "([^"]+)"/g)].map((match) => match[1]));
    const shared = imports.filter(
      (path) => !/second\/|\.\/words|domain\/records|judge\.ts|base\/words/.test(path ?? ""),
    );
    expect(shared).toEqual([]);
  });

  it("their agreement on varied answers is real: neither identical nor noise", () => {
    const pairs = variedCases(400).map((judgeCase) => ({
      a: judgeByPrimaryRubric(judgeCase, THRESHOLDS),
      b: judgeBySecondRubric(judgeCase, THRESHOLDS),
    }));
    const kappa = cohenKappa(pairs.map(({ a, b }) => [a.status === "pass", b.status === "pass"]));
    const same = pairs.filter(({ a, b }) => a.overall_score === b.overall_score).length / pairs.length;
    expect(kappa).toBeGreaterThan(0.5);
    expect(kappa).toBeLessThan(0.99);
    expect(same).toBeLessThan(0.5);
  });
});

/** Cohen 1960, for two raters and two categories. */
function cohenKappa(pairs: readonly (readonly [boolean, boolean])[]): number {
  const n = pairs.length;
  const observed = pairs.filter(([a, b]) => a === b).length / n;
  const rate = (place: 0 | 1) => pairs.filter((pair) => pair[place]).length / n;
  const chance = rate(0) * rate(1) + (1 - rate(0)) * (1 - rate(1));
  return (observed - chance) / (1 - chance);
}
