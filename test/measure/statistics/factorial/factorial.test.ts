import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { ICC_FORMS, icc } from "../../../../measure/statistics/agreement/icc.ts";
import { balancedFactorial } from "../../../../measure/statistics/factorial/balanced.ts";
import { effectComponents, effectsOf } from "../../../../measure/statistics/factorial/cells.ts";
import { generalizability } from "../../../../measure/statistics/factorial/generalizability.ts";
import { fitMixedModel } from "../../../../measure/statistics/factorial/mixed-model.ts";
import { oneWay } from "../../../../measure/statistics/factorial/one-way.ts";
import { twoWayMeanSquares } from "../../../../measure/statistics/factorial/two-way.ts";

/** Shrout & Fleiss 1979, table 2: six targets, four judges. */
const JUDGES = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];
const FACTORS = [
  { name: "model", levels: 3 },
  { name: "workflow", levels: 2 },
];

test("Shrout & Fleiss: mean squares 11.24, 32.49, 1.02 and the six correlations", () => {
  const { meanRows, meanColumns, meanResidual } = twoWayMeanSquares(JUDGES)!;
  expect([meanRows, meanColumns, meanResidual].map((value) => value.toFixed(2))).toEqual(["11.24", "32.49", "1.02"]);
  expect(ICC_FORMS.map((form) => icc(JUDGES, form)!.value.toFixed(2))).toEqual([
    "0.17",
    "0.29",
    "0.71",
    "0.44",
    "0.62",
    "0.91",
  ]);
});

test("cells with other numbers of repeats: the error of a mean is that of a value over their harmonic mean", () => {
  const random = makeRandom("unequal repeats");
  const noise = () => random() + random() + random() - 1.5; // Variance 1/4.
  const factors = [{ name: "model", levels: 2 }];
  const uneven = Array.from({ length: 400 }, (_, block) =>
    [1, 4].map((repeats, cell) => Array.from({ length: repeats }, () => (block % 2) + cell / 2 + noise())),
  );
  const { effects, noise: within, byBlock } = balancedFactorial({ factors, values: uneven, random, permutations: 99 })!;
  expect(within!.variance).toBeCloseTo(1 / 4, 1);
  expect(effects[0]!.variance).toBeCloseTo(1 / 16, 1);
  // No block moves the effect: what is left after the error of two means, 1/4 * (1 + 1/4) / 2, is luck.
  expect(Math.abs(byBlock[0]!.variance)).toBeLessThan(0.02);
  // Other numbers of repeats in another block are another design.
  const ragged = [...uneven.slice(1), [[1], [1]]];
  expect(() => balancedFactorial({ factors, values: ragged, random })).toThrow(RangeError);
});

test("REML of balanced crossed data is what analysis of variance gives, of one-way data too", () => {
  const cells = JUDGES.flatMap((row, target) =>
    row.map((y, judge) => ({ y, target: `t${target}`, judge: `j${judge}` })),
  );
  const model = fitMixedModel({
    y: cells.map(({ y }) => y),
    fixed: cells.map(() => [1]),
    random: [
      { name: "target", group: cells.map(({ target }) => target) },
      { name: "judge", group: cells.map(({ judge }) => judge) },
    ],
  });
  const squares = twoWayMeanSquares(JUDGES)!;
  expect(model.components.target!.intercept).toBeCloseTo((squares.meanRows - squares.meanResidual) / 4, 4);
  expect(model.components.judge!.intercept).toBeCloseTo((squares.meanColumns - squares.meanResidual) / 6, 4);
  expect(model.residual).toBeCloseTo(squares.meanResidual, 5);
  expect(generalizability(JUDGES)!.residual).toBe(squares.meanResidual);
  expect(oneWay(JUDGES)!.within).toBeCloseTo(squares.meanWithin, 12);
});

test("REML of unequal groups is statsmodels 0.15.0's MixedLM", () => {
  const y = [1, 2, 2, 3, 7, 8, 9, 7.5, 4, 5, 3, 4.5, 4.2, 6];
  const random = [{ name: "group", group: [..."AAAAABBBBBCCCC"] }];
  const model = fitMixedModel({ y, fixed: y.map(() => [1]), random });
  expect(model.components.group!.intercept).toBeCloseTo(2.73886, 4);
  expect(model.residual).toBeCloseTo(4.020524, 4);
  expect(model.fixed[0]!.estimate).toBeCloseTo(4.713497, 5);
  expect(model.criterion).toBeCloseTo(60.46877491, 6);
});

test("the effects of a cell add up to its value", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 6, maxLength: 6 }), (cells) => {
      const grand = cells.reduce((sum, value) => sum + value, 0) / 6;
      const [model, workflow, both] = effectsOf(FACTORS).map((effect) => effectComponents(cells, FACTORS, effect));
      return cells.every((value, cell) => {
        const sum = grand + model![Math.floor(cell / 2)]! + workflow![cell % 2]! + both![cell]!;
        return Math.abs(sum - value) < 1e-9;
      });
    }),
  );
});

test("with one factor of two levels F is the square of the paired t, and noise needs repeats", () => {
  const differences = [1.2, -0.3, 0.8, 2.1, 0.4];
  const values = differences.map((difference, i) => [[i + difference], [i]]);
  const result = balancedFactorial({ factors: [{ name: "workflow", levels: 2 }], values, random: makeRandom("f") })!;
  const mean = differences.reduce((sum, d) => sum + d, 0) / 5;
  const variance = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / 4;
  expect(result.effects[0]!.f).toBeCloseTo(mean ** 2 / (variance / 5), 10);
  expect(result.noise).toBeNull();
});

test("an incomplete design is refused, a single block is null", () => {
  const random = makeRandom("f");
  expect(() => balancedFactorial({ factors: FACTORS, values: [[[1], [2]]], random })).toThrow(RangeError);
  expect(balancedFactorial({ factors: FACTORS, values: [[[1], [2], [3], [4], [5], [6]]], random })).toBeNull();
});
