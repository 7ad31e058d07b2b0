import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom, type Random } from "../../../../db/base/random.ts";
import { type Component, decomposeVariance } from "../../../../harness/statistics/factorial/decomposition.ts";
import { effectsOf, effectValues } from "../../../../harness/statistics/factorial/effects.ts";
import { twoWayMeanSquares } from "../../../../harness/statistics/factorial/two-way.ts";

const DESIGN = [3, 2, 3];

/** Standard normal numbers (Box & Muller 1958). */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** 18 cells: the first factor moves the value by -0.2, 0, 0.2; levels 0 of both other factors interact by 0.1. */
function planted(cell: number): number {
  const [a, b, c] = [Math.floor(cell / 6), Math.floor(cell / 3) % 2, cell % 3];
  return 0.2 * (a - 1) + (b === 0 && c === 0 ? 0.1 : 0);
}

function simulate(random: Random, blocks: number): number[][] {
  return Array.from({ length: blocks }, () => {
    const level = 0.3 * normal(random);
    const byModel = [0, 1, 2].map(() => 0.1 * normal(random));
    return Array.from(
      { length: 18 },
      (_, cell) => planted(cell) + level + byModel[Math.floor(cell / 6)]! + 0.05 * normal(random),
    );
  });
}

const find = (components: Component[] | null, effect: string, kind = "fixed") =>
  components!.find((component) => component.effect.join() === effect && component.kind === kind)!;

describe("effects", () => {
  it("of a design are all subsets of its factors, those with one level left out", () => {
    expect(effectsOf(DESIGN)).toEqual([[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]);
    expect(effectsOf([3, 1])).toEqual([[0]]);
  });

  it("add up to each cell's distance from the grand mean, and to 0 over the cells", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 18, maxLength: 18 }), (cells) => {
        const mean = cells.reduce((sum, value) => sum + value, 0) / 18;
        const values = effectsOf(DESIGN).map((effect) => effectValues(cells, DESIGN, effect));
        cells.forEach((value, cell) => {
          expect(values.reduce((sum, effect) => sum + effect[cell]!, 0)).toBeCloseTo(value - mean, 10);
        });
        for (const effect of values) expect(effect.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 10);
      }),
    );
  });
});

describe("decomposeVariance", () => {
  it("of one factor equals what the two-way analysis of variance gives", () => {
    const random = makeRandom("two-way");
    const blocks = Array.from({ length: 12 }, () => Array.from({ length: 4 }, (_, column) => random() + column / 4));
    const squares = twoWayMeanSquares(blocks)!;
    const components = decomposeVariance({ design: [4], blocks, random, permutations: 10, resamples: 10 });
    expect(find(components, "0").variance).toBeCloseTo(
      (3 * (squares.meanColumns - squares.meanResidual)) / (12 * 4),
      12,
    );
    expect(find(components, "0", "block").variance).toBeCloseTo((3 * squares.meanResidual) / 4, 12);
    expect(find(components, "", "block").variance).toBeCloseTo(squares.meanRows / 4, 12);
  });

  it("recovers planted components within its intervals in about 95 of 100 runs, and finds what is there alone", () => {
    // Mean square of the planted values: 0.2 ** 2 * 2 / 3 and, of the interaction, 0.01 * (1/6) less its main effects.
    const truth = { "0": 0.04 * (2 / 3), blocks: 0.09 + 0.01 / 3, byModel: (0.01 * 2) / 3 };
    let covered = 0;
    const runs = 100;
    const found = { "0": 0, "1,2": 0, "0,1": 0 };
    for (let run = 0; run < runs; run++) {
      const random = makeRandom("planted", run);
      const components = decomposeVariance({
        design: DESIGN,
        blocks: simulate(random, 40),
        random,
        permutations: 199,
        resamples: 200,
      });
      const total = components!.reduce((sum, { variance }) => sum + variance, 0);
      const model = find(components, "0");
      const share = truth["0"] / (truth["0"] + truth.blocks + truth.byModel + 0.0025);
      if (model.low! <= share && share <= model.high!) covered++;
      expect(components!.reduce((sum, one) => sum + one.share, 0)).toBeCloseTo(1, 12);
      expect(model.variance / total).toBeCloseTo(model.share, 12);
      for (const effect of ["0", "1,2", "0,1"] as const) if (find(components, effect).p! < 0.05) found[effect]++;
    }
    expect(covered).toBeGreaterThanOrEqual(88);
    expect(found["0"]).toBe(runs);
    expect(found["1,2"]).toBe(runs);
    expect(found["0,1"]).toBeLessThanOrEqual(12);
  }, 120_000);

  it("takes known noise between repeats out of what differs from block to block", () => {
    const random = makeRandom("noise");
    const repeats = 3;
    const blocks = Array.from({ length: 200 }, () => {
      const level = normal(random);
      return Array.from({ length: 4 }, () => level + normal(random) / Math.sqrt(repeats));
    });
    const noise = { variance: 1, repeats };
    const components = decomposeVariance({ design: [2, 2], blocks, noise, random, permutations: 10, resamples: 10 });
    expect(find(components, "", "noise").share).toBeCloseTo(0.5, 1);
    expect(find(components, "", "block").share).toBeCloseTo(0.5, 1);
    expect(find(components, "0,1", "block").share).toBeLessThan(0.05);
  });

  it("is null below two blocks, and has no interval below five", () => {
    const random = makeRandom("few");
    expect(decomposeVariance({ design: [2], blocks: [[1, 2]], random })).toBeNull();
    const few = decomposeVariance({
      design: [2],
      blocks: [
        [1, 2],
        [2, 4],
      ],
      random,
      permutations: 10,
    });
    expect(few?.[0]).toMatchObject({ low: null, high: null });
  });
});
