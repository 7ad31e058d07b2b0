import fc from "fast-check";
import { expect, test } from "vitest";
import type { RankingDescriptor } from "../../../measure/metrics/descriptors.ts";
import { rankingEngine } from "../../../measure/metrics/engines.ts";
import { RANKING_DESCRIPTORS } from "../../../measure/metrics/ranking/registry.ts";
import { judgeAgainstIds, judgeRanking, makeJudgements, rankByScore } from "../../../measure/metrics/ranking.ts";
import { nonEmpty } from "../../non-empty.ts";

const score = (metric: string, ranked: string[], expected: string[]) =>
  rankingEngine(metric)(judgeAgainstIds(ranked, expected));
const graded = (metric: string, grades: number[], threshold = 1) => {
  const judgements = makeJudgements(new Map(grades.map((grade, i) => [`d${i}`, grade])), threshold);
  return rankingEngine(metric)(judgeRanking([...judgements.grades.keys()], judgements), judgements);
};

// Worked by hand; the docstrings of the metrics give the same examples.
test.each([
  ["ndcg", ["a", "x", "b"], ["a", "b", "c"], 0.7039],
  ["ndcg@1", ["a", "x", "b"], ["a", "b", "c"], 1],
  ["map", ["a", "x", "b"], ["a", "b"], 0.8333],
  ["map@2", ["a", "x", "b"], ["a", "b"], 0.5],
  ["mrr", ["x", "y", "a"], ["a"], 0.3333],
  ["mrr@2", ["x", "y", "a"], ["a"], 0],
  ["precision@5", ["a", "x", "b"], ["a", "b"], 0.4],
  ["recall@2", ["a", "x", "b"], ["a", "b", "c", "d"], 0.25],
  ["f1@5", ["a", "x", "b"], ["a", "b", "c", "d"], 0.4444],
  ["rprec", ["a", "x", "b"], ["a", "b"], 0.5],
  ["success@2", ["x", "y", "a"], ["a"], 0],
  ["success@3", ["x", "y", "a"], ["a"], 1],
  ["judged@10", ["a", "x", "y", "b"], ["a", "b"], 0.5],
])("%s of %j against %j is %f", (metric, ranked, expected, value) => {
  expect(score(metric, ranked, expected)).toBeCloseTo(value, 4);
});

test("the textbook NDCG: grades 3 2 3 0 1 2 with 3 and 2 not found is 0.785", () => {
  const judgements = makeJudgements(new Map([3, 2, 3, 0, 1, 2, 3, 2].map((grade, i) => [`d${i}`, grade])));
  const ranked = ["d0", "d1", "d2", "d3", "d4", "d5"];
  expect(rankingEngine("ndcg@6")(judgeRanking(ranked, judgements))).toBeCloseTo(0.785, 3);
});

test("bpref looks at judged documents only, infAP at the pool", () => {
  expect(graded("bpref", [0, 1, 1])).toBe(0);
  expect(graded("bpref", [1, 1, 0])).toBe(1);
  expect(graded("infap", [1, 1, 0])).toBeCloseTo(1, 4);
  expect(graded("num_rel", [0, 1, 2, -1], 2)).toBe(1);
});

test("ties go by document id descending, whatever the order given", () => {
  expect(rankByScore(["a", "c", "b"], [1, 1, 2])).toEqual([2, 1, 0]);
  expect(rankByScore(["a", "b"], [2, 1])).toEqual([0, 1]);
});

const NAMES = Object.values<RankingDescriptor>(RANKING_DESCRIPTORS).map(({ name, cutoff }) =>
  cutoff === "required" ? `${name}@7` : name,
);

test("without relevant documents, or without returned ones, everything is 0 and nothing NaN", () => {
  for (const metric of nonEmpty(NAMES.filter((name) => !["num_ret", "num_rel"].includes(name) && name !== "judged"))) {
    expect(score(metric, ["a", "b"], []), metric).toBe(0);
    expect(score(metric, [], ["a", "b"]), metric).toBe(0);
  }
});

const lists = fc.tuple(
  fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 25 }),
  fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { minLength: 1, maxLength: 12 }),
);

test("every metric stays within 0 and 1, and is 1 for an ideal list where it can be", () => {
  fc.assert(
    fc.property(lists, ([ranked, expected]) => {
      for (const metric of NAMES.filter((name) => !name.startsWith("num_"))) {
        const value = score(metric, ranked, expected);
        expect(value, metric).toBeGreaterThanOrEqual(0);
        expect(value, metric).toBeLessThanOrEqual(1 + 1e-12);
      }
      for (const metric of ["ndcg", "ndcg(gain=exp)@7", "map", "mrr@10", "rprec", "bpref", "success@7", "judged"])
        expect(score(metric, expected, expected), metric).toBeCloseTo(1, 12);
    }),
  );
});

test("with binary grades both gains of NDCG agree", () => {
  fc.assert(
    fc.property(
      lists,
      ([ranked, expected]) => score("ndcg@10", ranked, expected) === score("ndcg(gain=exp)@10", ranked, expected),
    ),
  );
});

test("moving a relevant document up never lowers NDCG, MAP or MRR", () => {
  fc.assert(
    fc.property(lists, fc.nat(), ([ranked, expected], at) => {
      fc.pre(ranked.length > 1);
      const place = 1 + (at % (ranked.length - 1));
      fc.pre(expected.includes(ranked[place]!) && !expected.includes(ranked[place - 1]!));
      const better = [...ranked];
      [better[place - 1], better[place]] = [better[place]!, better[place - 1]!];
      for (const metric of ["ndcg@10", "map", "mrr@10"])
        expect(score(metric, better, expected), metric).toBeGreaterThanOrEqual(score(metric, ranked, expected) - 1e-12);
    }),
  );
});

test("what can't be judged is refused: an id twice, a grade or a score that is no number, lists of two lengths", () => {
  const refused = { code: "input" };
  const thrown = (run: () => unknown) => {
    try {
      return run();
    } catch (error) {
      return error;
    }
  };
  expect(thrown(() => judgeAgainstIds(["a", "a"], ["a"]))).toMatchObject(refused);
  expect(thrown(() => makeJudgements(new Map([["a", Number.NaN]])))).toMatchObject(refused);
  expect(thrown(() => makeJudgements(new Map([["a", Number.POSITIVE_INFINITY]])))).toMatchObject(refused);
  expect(thrown(() => makeJudgements(new Map([["a", 1]]), 0))).toMatchObject(refused);
  expect(thrown(() => rankByScore(["a", "b"], [1]))).toMatchObject(refused);
  expect(thrown(() => rankByScore(["a", "b"], [1, Number.NaN]))).toMatchObject(refused);
  expect(score("ndcg", ["a"], ["a", "a"])).toBe(1);
});
