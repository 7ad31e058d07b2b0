import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isRankingMetric, metricsOf } from "../../../../harness/results/benchmarks/compare.ts";
import { BENCHMARKS, benchmarkNamed } from "../../../../harness/results/benchmarks/registry.ts";
import { parseMetric, printMetric } from "../../../../measure/metrics/names.ts";
import { computeIr } from "../../../../measure/trec/ir.ts";
import { nonEmpty } from "../../../non-empty.ts";

const INPUT = resolve("test/input/benchmarks");

it("has names that are typed, each once", () => {
  const names = BENCHMARKS.map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(() => benchmarkNamed("libset")).toThrow(/no benchmark 'libset'/);
});

describe.each(BENCHMARKS.map((benchmark) => [benchmark.name, benchmark] as const))("%s", (_name, benchmark) => {
  it("says what it is, where from, under which licence, and how much it holds", () => {
    const { title, about, source, licence, counts } = benchmark;
    expect([title, about, source, licence].filter((text) => text.trim() === "")).toEqual([]);
    expect(Object.values(counts).filter((count) => count !== null && !(count > 0))).toEqual([]);
    // Whose data were at hand is known by its checksum, and then by all counts.
    if (benchmark.sha256 !== null) expect(counts.relevant!).toBeGreaterThanOrEqual(counts.questions!);
  });

  it("is scored by metrics by their canonical names", () => {
    for (const metric of nonEmpty(metricsOf(benchmark))) expect(printMetric(parseMetric(metric))).toBe(metric);
  });

  it("cites each published figure", () => {
    const faulty = benchmark.published.filter(
      ({ value, cited }) =>
        !(value > 0 && value <= 1) || !/github\.com\/\S+ at [0-9a-f]{8}|arXiv:\d{4}\.\d{4,5}|doi/.test(cited),
    );
    expect(faulty).toEqual([]);
  });
});

it.each(["libest", "ebt"])("%s: COMET's figures are what its published ranking comes to", async (name) => {
  const { published } = benchmarkNamed(name);
  const figures = published.filter(({ system, metric }) => system === "COMET" && isRankingMetric(metric));
  const { all, queries } = await computeIr({
    ...{ qrelsPath: `${INPUT}/${name}.qrels`, runPath: `${INPUT}/comet-${name}.run`, complete: true },
    metrics: figures.map(({ metric }) => metric),
  });
  expect(queries).toBe(benchmarkNamed(name).counts.questions);
  for (const { metric, value } of nonEmpty(figures)) expect(all[metric]).toBeCloseTo(value, 4);
});
