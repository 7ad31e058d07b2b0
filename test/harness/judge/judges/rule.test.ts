import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composite, coverage, type PassFacts, passes } from "../../../../harness/judge/judges/rule.ts";
import { formOf, THRESHOLDS } from "./cases.ts";

const facts: PassFacts = {
  idsFound: 10,
  idsExpected: 10,
  entitiesFound: 10,
  entitiesExpected: 10,
  alignment: 1,
  answerable: true,
  recommendsNothing: false,
};

describe("passes", () => {
  it.each<[string, Partial<PassFacts>, boolean]>([
    ["everything found", {}, true],
    ["9 of 10 ids", { idsFound: 9 }, false],
    ["8 of 10 entities, exactly the threshold", { entitiesFound: 8 }, true],
    ["7 of 10 entities", { entitiesFound: 7 }, false],
    ["4 of 5 entities, exactly the threshold", { entitiesFound: 4, entitiesExpected: 5 }, true],
    ["alignment 0.7, exactly the threshold", { alignment: 0.7 }, true],
    ["alignment 0.699999", { alignment: 0.699999 }, false],
    ["no expectations: covered", { idsFound: 0, idsExpected: 0, entitiesFound: 0, entitiesExpected: 0 }, true],
    [
      "unanswerable and recommends nothing",
      { answerable: false, idsFound: 0, idsExpected: 0, recommendsNothing: true },
      true,
    ],
    [
      "unanswerable, declines in words of its own",
      { answerable: false, idsFound: 0, idsExpected: 0, entitiesFound: 0, recommendsNothing: true },
      true,
    ],
    ["unanswerable, declines beside the point", { answerable: false, alignment: 0.6, recommendsNothing: true }, false],
    ["unanswerable and recommends something", { answerable: false, idsFound: 0, idsExpected: 0 }, false],
  ])("%s: %s -> %s", (_name, change, expected) => {
    expect(passes({ ...facts, ...change }, THRESHOLDS)).toBe(expected);
  });

  it("uses the thresholds that it is given", () => {
    expect(passes({ ...facts, entitiesFound: 5, alignment: 0.5 }, { entity: 0.5, alignment: 0.5 })).toBe(true);
    expect(passes({ ...facts, entitiesFound: 9 }, { entity: 1, alignment: 0.7 })).toBe(false);
  });
});

describe("composite", () => {
  const scored = (score: number) => {
    const rated = { score, rationale: "" };
    return { completeness: rated, relevance: rated, coherence: rated, evidence_grounding: rated };
  };
  const truth = (ids: [number, number], entities: [number, number], alignment: number) => ({
    expected_ids_found: Array<string>(ids[0]).fill("x"),
    expected_ids_missing: Array<string>(ids[1] - ids[0]).fill("x"),
    expected_entities_found: Array<string>(entities[0]).fill("x"),
    expected_entities_missing: Array<string>(entities[1] - entities[0]).fill("x"),
    reference_answer_alignment: alignment,
    details: "",
  });

  it.each([
    ["all at best", composite(truth([2, 2], [1, 1], 1), scored(5)), 1],
    ["all at worst", composite(truth([0, 2], [0, 1], 0), scored(1)), 0],
    ["nothing expected, wrong answer: the study's floor of 0.6", composite(truth([0, 0], [0, 0], 0), scored(1)), 0.6],
    // 0.30 x 1/2 + 0.30 x 3/4 + 0.20 x 0.5 + 0.20 x (3 - 1)/4
    ["in between", composite(truth([1, 2], [3, 4], 0.5), scored(3)), 0.575],
  ])("%s", (_name, value, expected) => {
    expect(value).toBe(expected);
  });

  it("stays within [0, 1] and rises with each part", () => {
    const part = fc.tuple(fc.nat(20), fc.nat(20)).map(([found, missing]): [number, number] => [found, found + missing]);
    fc.assert(
      fc.property(
        part,
        part,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        (ids, entities, alignment, score) => {
          const value = composite(truth(ids, entities, alignment), scored(score));
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(composite(truth(ids, entities, alignment), scored(score + 1))).toBeGreaterThan(value);
          expect(composite(truth([ids[1], ids[1]], entities, alignment), scored(score))).toBeGreaterThanOrEqual(value);
        },
      ),
    );
  });

  it("is what the form of a perfect judgement says", () => {
    const form = formOf();
    expect(composite(form.ground_truth, form.quality)).toBe(form.overall_score);
  });
});

it("coverage of an empty expectation is 1, not a division by zero", () => {
  expect(coverage(0, 0)).toBe(1);
  expect(coverage(0, 3)).toBe(0);
});
