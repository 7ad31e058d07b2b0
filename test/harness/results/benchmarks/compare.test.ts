import { expect, it } from "vitest";
import type { Benchmark } from "../../../../harness/results/benchmarks/benchmark.ts";
import {
  compareWithPublished,
  isWithinList,
  type MeasuredSystem,
} from "../../../../harness/results/benchmarks/compare.ts";
import { renderBenchmark } from "../../../../harness/results/benchmarks/render.ts";

const BENCHMARK: Benchmark = {
  ...{ name: "toy", title: "Toy", about: "a", source: "s", licence: "l", sha256: "ab", gold: "binary" },
  data: { type: "retrieval", format: "beir" },
  counts: { documents: 5, questions: 3, relevant: 4 },
  metrics: ["map", "ndcg@10"],
  published: [
    { system: "Theirs", metric: "map", value: 0.5, cited: "arXiv:2001.00001", differs: ["stems words"] },
    { system: "Theirs", metric: "ndcg@10", value: 0.6, cited: "arXiv:2001.00001", differs: ["stems words"] },
    { system: "Agent", metric: "answer accuracy", value: 0.7, cited: "arXiv:2001.00002", differs: [] },
  ],
};
const WHOLE = { sha256: "ab", whole: true, counts: { documents: 5, questions: 3, relevant: 4 }, asked: 3 };
const SYSTEMS: MeasuredSystem[] = [
  { system: "keyword", ranks: "whole", values: { map: 0.4, "ndcg@10": 0.45 }, unanswered: 0 },
  { system: "explorer", ranks: "listed", values: { map: null, "ndcg@10": 0.48 }, unanswered: 1 },
];

const refusals = (collection: typeof WHOLE) =>
  compareWithPublished(BENCHMARK, { collection, systems: SYSTEMS }).map(({ refused, ours }) => [refused, ours.length]);

it("compares the same set, cut and metric, and a list that its agent ended only within its cut", () => {
  const [map, ndcg] = compareWithPublished(BENCHMARK, { collection: WHOLE, systems: SYSTEMS });
  expect(map).toMatchObject({ refused: null, ours: [{ system: "keyword", value: 0.4 }] });
  expect(ndcg!.ours.map(({ system }) => system)).toEqual(["keyword", "explorer"]);
  expect(["ndcg@10", "recall@10", "map", "recall@100", "rprec"].map(isWithinList)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
});

it("refuses another metric, another set, and questions that were left out", () => {
  expect(refusals(WHOLE)[2]).toEqual(["another metric: answer accuracy is none of a ranking", 0]);
  expect(refusals({ ...WHOLE, whole: false, counts: { documents: 4, questions: 3, relevant: 4 } })[0]).toEqual([
    "another set: 4 documents and 3 questions here, 5 and 3 published, or other texts",
    0,
  ]);
  expect(refusals({ ...WHOLE, asked: 2 })[0]).toEqual(["another set: 2 of 3 questions were asked", 0]);
});

it("says where the set is known by its counts alone", () => {
  const [map] = compareWithPublished({ ...BENCHMARK, sha256: null }, { collection: WHOLE, systems: SYSTEMS });
  expect(map!.differs.at(-1)).toMatch(/known by its counts alone/);
});

it("prints ours, published and what differs; of a refused figure neither its value nor ours", () => {
  const published = compareWithPublished(BENCHMARK, { collection: WHOLE, systems: SYSTEMS });
  const rendered = (of: typeof published) =>
    renderBenchmark(BENCHMARK, {
      ...{ collection: WHOLE, metrics: BENCHMARK.metrics, systems: SYSTEMS, published: of, width: 100 },
    });
  const text = rendered(published);
  expect(text).toMatch(/Theirs\s+map\s+0\.5000\s+0\.4000\s+–/);
  expect(text).toMatch(/Theirs\s+ndcg@10\s+0\.6000\s+0\.4500\s+0\.4800/);
  expect(text.match(/differs: stems words/g)).toHaveLength(1);
  expect(text).toContain("not compared: Agent, answer accuracy: another metric");
  expect(text).not.toContain("0.7000");
  expect(text).toContain("explorer listed nothing for 1 of 3 questions: each counts 0.");
  expect(text).not.toContain("keyword listed nothing");
});
