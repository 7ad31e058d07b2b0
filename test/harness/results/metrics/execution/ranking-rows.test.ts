import { expect, it } from "vitest";
import { makeRandom, randomInteger } from "../../../../../base/random.ts";
import { RANKING_METRICS } from "../../../../../harness/results/metrics/execution/ranking-metrics.ts";
import { explainRanking, type SCORED_RANKINGS } from "../../../../../harness/results/metrics/execution/ranking-rows.ts";
import { rankingEngine } from "../../../../../measure/metrics/engines.ts";
import { parseMetric } from "../../../../../measure/metrics/names.ts";
import { judgeAgainstIds } from "../../../../../measure/metrics/ranking.ts";

/** The number that a sentence says, from the digits in it. */
const VALUES: Record<keyof typeof SCORED_RANKINGS, (numbers: number[], sentence: string) => number> = {
  ndcg: ([gains, ideal]) => gains! / ideal!,
  mrr: ([place], sentence) => (sentence.startsWith("first") ? 1 / place! : 0),
  recall: ([hits, all]) => hits! / all!,
  precision: ([hits, places]) => hits! / places!,
  rprec: ([hits, places]) => hits! / places!,
  f1: ([two, hits, places, all]) => (two! * hits!) / (places! + all!),
  success: (_numbers, sentence) => (sentence.startsWith("an ") ? 1 : 0),
  map: ([sum, all]) => sum! / all!,
};

it("what is said of the rows of every ranking metric gives its score, for lists and expectations drawn by lot", () => {
  const random = makeRandom("rows of scores");
  for (const { name } of RANKING_METRICS)
    for (let time = 0; time < 20; time++) {
      const pool = Array.from({ length: 14 }, (_, at) => `TC-${at}`).sort(() => random() - 0.5);
      const ranked = pool.slice(0, randomInteger(random, 13));
      const expected = pool.slice(randomInteger(random, 8)).slice(0, 1 + randomInteger(random, 6));
      const metric = parseMetric(name);
      const { sentence, rows, missed } = explainRanking(name, { ranked, expected })!;
      const numbers = (sentence.match(/[\d.]+/g) ?? []).map(Number);
      const said = VALUES[metric.family as keyof typeof VALUES](numbers, sentence);
      expect(said, `${name}: ${sentence}`).toBeCloseTo(rankingEngine(metric)(judgeAgainstIds(ranked, expected)), 2);
      expect(rows.filter(({ relevant }) => relevant).length + missed.length).toBe(expected.length);
    }
});

it("rows stop at the cutoff, with the gain of each place; other metrics have none", () => {
  const { rows, missed } = explainRanking("ndcg@2", { ranked: ["a", "b", "c"], expected: ["b", "c"] })!;
  expect(rows).toEqual([
    { place: 1, id: "a", relevant: false, gain: 0, precision: 0 },
    { place: 2, id: "b", relevant: true, gain: 1 / Math.log2(3), precision: 0.5 },
  ]);
  expect(missed).toEqual(["c"]);
  for (const name of ["tokens_in", "toString", "pass"])
    expect(explainRanking(name, { ranked: [], expected: [] })).toBeNull();
});
