import fc from "fast-check";
import { expect, test } from "vitest";
import type { RankingDescriptor } from "../../../measure/metrics/descriptors.ts";
import { parseMetric, parseMetricList, printMetric } from "../../../measure/metrics/names.ts";
import { RANKING_DESCRIPTORS } from "../../../measure/metrics/ranking/registry.ts";

test.each([
  ["ndcg@10", "ndcg@10"],
  ["nDCG@10", "ndcg@10"],
  ["ndcg(gain=lin)@10", "ndcg@10"],
  ["ndcg(gain=exp)@10", "ndcg(gain=exp)@10"],
  ["ndcg( rel = 2 , gain = exp )@5", "ndcg(gain=exp,rel=2)@5"],
  ["p@5", "precision@5"],
  ["P_5", "precision@5"],
  ["ndcg_cut_10", "ndcg@10"],
  ["recip_rank", "mrr"],
  ["Rprec", "rprec"],
  ["map(rel=1)", "map"],
  ["precision(condensed)@4", "precision(condensed=true)@4"],
  ["num_rel_ret", "num_rel_ret"],
])("%s is read as %s", (text, canonical) => {
  expect(printMetric(parseMetric(text))).toBe(canonical);
});

test.each([
  "",
  "dcg@10",
  "recall",
  "rprec@5",
  "ndcg@0",
  "ndcg@1.5",
  "ndcg(gain=log)@5",
  "ndcg(depth=3)@5",
  "ndcg@10@5",
  "map(rel=0)",
  "judged@-1",
])("%j is refused as a usage error that lists the metrics", (text) => {
  expect(() => parseMetric(text)).toThrow(
    expect.objectContaining({ code: "usage", hint: expect.stringContaining("ndcg[@k]") }),
  );
});

test("a list is split between metrics, not between options", () => {
  expect(parseMetricList("ndcg(gain=exp,rel=2)@10, map,,p@5").map(printMetric)).toEqual([
    "ndcg(gain=exp,rel=2)@10",
    "map",
    "precision@5",
  ]);
});

test("every name that is printed parses to itself", () => {
  const descriptors: RankingDescriptor[] = Object.values(RANKING_DESCRIPTORS);
  const metrics = fc.constantFrom(...descriptors).chain((descriptor) =>
    fc.record({
      family: fc.constant(descriptor.name),
      cutoff: descriptor.cutoff === "none" ? fc.constant(null) : fc.integer({ min: 1, max: 1000 }),
      rel: fc.option(fc.integer({ min: 2, max: 9 })),
      condensed: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(metrics, ({ family, cutoff, rel, condensed }) => {
      const options = { ...(rel === null ? {} : { rel: String(rel) }), ...(condensed ? { condensed: "true" } : {}) };
      const metric = { family: family as keyof typeof RANKING_DESCRIPTORS, cutoff, options };
      expect(parseMetric(printMetric(metric))).toEqual(metric);
    }),
  );
});
