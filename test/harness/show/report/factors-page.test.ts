import { describe, expect, it } from "vitest";
import { withBases } from "../../../../harness/record/config/factors/values.ts";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { factorsPage } from "../../../../harness/show/report/pages/factors.ts";

const config = withBases(
  configSchema.parse({
    models: ["a", "b"].map((name) => ({ name, provider: "policy", model: "explorer" })),
    ...{ workflows: ["vector_rag"], knowledge: ["prompt"], factors: { depth: [10, 20, 50] } },
  }),
);

interface Pair {
  first: string;
  second: string;
  difference: number;
  wins?: number;
  holm_p?: number;
}

function resultsOf(pairs: readonly Pair[], components: { source: string; share: number; holm_p: number | null }[]) {
  const full = pairs.map(({ wins = 0, holm_p = 1, ...pair }) => {
    const numbers = { n: 20, p: holm_p, holm_p, low: -0.1, high: 0.1, wins, ties: 20 - wins, losses: 0 };
    return { factor: "depth", ...pair, ...numbers };
  });
  const levels = ["10", "20", "50"].map((level) => ({ level, mean: 0.5, models: ["a", "b"] }));
  return {
    factors: [{ metric: "pass", factors: [{ factor: "depth", levels, pairs: full }] }],
    differences: [{ metric: "pass", factors: full, best: [] }],
    variance: [{ metric: "pass", scenarios: 20, left_out: 0, components }],
    summary: {
      configurations: configurationsOf(config).map((one) => {
        const mean = (one.model === "a" ? 0.2 : 0.4) + (configurationName(one).endsWith("depth=50") ? 0.1 : 0);
        return { ...one, metrics: { pass: { mean } } };
      }),
    },
  } as unknown as Results;
}

function page(pairs: readonly Pair[], components: { source: string; share: number; holm_p: number | null }[] = []) {
  return factorsPage.data.make({ config, results: resultsOf(pairs, components), set: { scenarios: [] } });
}

const EQUAL = [
  { first: "10", second: "20", difference: 0 },
  { first: "10", second: "50", difference: -0.1, wins: 3, holm_p: 0.01 },
  { first: "20", second: "50", difference: -0.1, wins: 3, holm_p: 0.2 },
];

describe("page Factors", () => {
  it("shows the pair of levels that lies furthest apart, and how many of all pairs are told apart", () => {
    expect(page(EQUAL).moves).toEqual([
      expect.objectContaining({
        factor: "depth",
        pairs: 3,
        told: 1,
        widest: expect.objectContaining({ second: "50" }),
      }),
    ]);
  });

  it("calls levels equal that are so on every scenario: a difference of 0 that scenarios cancel is none", () => {
    expect(page(EQUAL).moves[0]?.equal).toEqual([["10", "20"]]);
    const cancelled = EQUAL.map((pair) => ({ ...pair, difference: 0, wins: 1 }));
    expect(page(cancelled).moves[0]?.equal).toEqual([]);
  });

  it("shows interactions that are told apart or large, as means at the two factors' levels, the base's too", () => {
    const { interactions } = page(EQUAL, [
      { source: "model", share: 0.5, holm_p: 0.001 },
      { source: "model x depth", share: 0.01, holm_p: 0.04 },
      { source: "scenario x model", share: 0.3, holm_p: null },
    ]);
    expect(interactions.map(({ factors }) => factors)).toEqual([["model", "depth"]]);
    expect(interactions[0]?.cells.map(({ levels, mean }) => [...levels, mean])).toEqual([
      ["a", "10", 0.2],
      ["a", "20", 0.2],
      ["a", "50", expect.closeTo(0.3, 12)],
      ["b", "10", 0.4],
      ["b", "20", 0.4],
      ["b", "50", 0.5],
    ]);
    expect(page(EQUAL, [{ source: "model x depth", share: 0.02, holm_p: 0.5 }]).interactions).toEqual([]);
  });
});
