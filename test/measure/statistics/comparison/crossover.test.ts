import { expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { crossover, type TwoPeriods } from "../../../../measure/statistics/comparison/crossover.ts";

const options = () => ({ random: makeRandom("crossover") });

/**
 * Peak expiratory flow of 13 children under formoterol and salbutamol (Graff-Lonnevig and Browaldh 1990), as
 * Senn 2002, Cross-over Trials in Clinical Research, chapter 3 works it out.
 */
const FORMOTEROL_FIRST: TwoPeriods[] = [
  [310, 270],
  [310, 260],
  [370, 300],
  [410, 390],
  [250, 210],
  [380, 350],
  [330, 365],
];
const SALBUTAMOL_FIRST: TwoPeriods[] = [
  [370, 385],
  [310, 400],
  [380, 410],
  [290, 320],
  [260, 340],
  [90, 220],
];

it("gives the figures of Senn's worked example: 46.6 l/min, 22.9 to 70.3", () => {
  const result = crossover({ ab: FORMOTEROL_FIRST, ba: SALBUTAMOL_FIRST }, options());
  expect(result?.treatment.difference).toBeCloseTo(46.6, 1);
  expect(result?.treatment.low).toBeCloseTo(22.9, 1);
  expect(result?.treatment.high).toBeCloseTo(70.3, 1);
  expect(result?.treatment).toMatchObject({ degreesOfFreedom: 11 });
  expect(result?.treatment.p).toBeCloseTo(0.0012, 4);
  expect(result?.period.difference).toBeCloseTo(-15.9, 1);
});

it("is Student's two-sample t, so an order effect alone moves the treatment nowhere", () => {
  const shifted = (people: readonly TwoPeriods[]) => people.map(([one, two]): TwoPeriods => [one, two + 100]);
  const before = crossover({ ab: FORMOTEROL_FIRST, ba: SALBUTAMOL_FIRST }, options());
  const after = crossover({ ab: shifted(FORMOTEROL_FIRST), ba: shifted(SALBUTAMOL_FIRST) }, options());
  expect(after?.treatment.difference).toBeCloseTo(before!.treatment.difference, 9);
  expect(after?.period.difference).toBeCloseTo(before!.period.difference - 100, 9);
  expect(after?.p).toBe(before?.p);
});

it("counts every draw of the orders: 1 of 10 two ways for the most extreme of 2 and 3", () => {
  const ab: TwoPeriods[] = [
    [9, 0],
    [8, 0],
  ];
  const ba: TwoPeriods[] = [
    [1, 0],
    [2, 0],
    [0, 0],
  ];
  expect(crossover({ ab, ba }, options())).toMatchObject({ p: 1 / 10, exact: true });
});

it("keeps its level under the null with a heavy tail and an order effect", () => {
  const random = makeRandom("level");
  const person = (): TwoPeriods => {
    const noise = () => Math.tan(Math.PI * (random() - 0.5));
    return [noise() + 5, noise()];
  };
  let rejected = 0;
  const trials = 1000;
  for (let trial = 0; trial < trials; trial++) {
    const people = (count: number) => Array.from({ length: count }, person);
    if (crossover({ ab: people(5), ba: people(5) }, { random })!.p <= 0.05) rejected++;
  }
  // Three standard errors above .05.
  expect(rejected / trials).toBeLessThanOrEqual(0.071);
});

it("says nothing below two people in an order, or where nobody differs", () => {
  const same: TwoPeriods[] = Array.from({ length: 3 }, () => [4, 4]);
  expect(crossover({ ab: same.slice(0, 1), ba: same }, options())).toBeNull();
  expect(crossover({ ab: same, ba: same }, options())).toBeNull();
});
