import { expect, test } from "vitest";
import { anovaPower } from "../../../../measure/statistics/power/anova.ts";
import { chiSquarePower } from "../../../../measure/statistics/power/chi-square.ts";
import { correlationPower } from "../../../../measure/statistics/power/correlation.ts";
import { mcnemarPower } from "../../../../measure/statistics/power/mcnemar.ts";
import { arcsineEffect, arcsinePower, proportionsPower } from "../../../../measure/statistics/power/proportions.ts";
import { detectableEffect, sampleSizeFor } from "../../../../measure/statistics/power/solve.ts";
import { tTestPower } from "../../../../measure/statistics/power/t-test.ts";

const sizeFor = (powerAt: (n: number) => number, power = 0.8) => sampleSizeFor(powerAt, { power, from: 4 })!;

test("R's power.t.test and power.prop.test examples: .8689528 and .7401659", () => {
  expect(tTestPower({ effect: 1, n: 20, design: "two-groups" })).toBeCloseTo(0.8689528, 6);
  expect(proportionsPower({ first: 0.5, second: 0.75, n: 50 })).toBeCloseTo(0.7401659, 6);
});

test("Cohen 1992, table 2: n for power .80", () => {
  expect(sizeFor((n) => tTestPower({ effect: 0.5, n, design: "two-groups" }))).toBeCloseTo(63.7656104, 4);
  expect(sizeFor((n) => anovaPower({ f: 0.25, groups: 4, n }))).toBeCloseTo(44.599274, 4);
  expect(sizeFor((n) => chiSquarePower({ w: 0.3, n, degreesOfFreedom: 1 }))).toBeCloseTo(87.2095379, 4);
  expect(sizeFor((n) => correlationPower({ r: 0.3, n }))).toBeCloseTo(84.0736398, 4);
  expect(sizeFor((n) => arcsinePower({ h: 0.5, n }))).toBeCloseTo(62.7908843, 4);
});

test("Connor 1987: 23 pairs one-sided for 45 % against 5 % discordant with power .90", () => {
  const powerAt = (n: number) => mcnemarPower({ onlyFirst: 0.45, onlySecond: 0.05, n, sides: 1 });
  expect(Math.ceil(sizeFor(powerAt, 0.9))).toBe(23);
});

test("the detectable effect of the size that an effect needs is that effect", () => {
  const n = sizeFor((size) => tTestPower({ effect: 0.37, n: size, design: "paired" }));
  expect(detectableEffect((effect) => tTestPower({ effect, n, design: "paired" }))).toBeCloseTo(0.37, 8);
});

test("no effect has the level as power; what is out of reach is null", () => {
  expect(tTestPower({ effect: 0, n: 30, design: "paired" })).toBeCloseTo(0.05, 12);
  expect(sampleSizeFor(() => 0.05)).toBeNull();
  expect(detectableEffect(() => 0.3, { to: 1 })).toBeNull();
  expect(arcsineEffect(0.5, 0.5)).toBe(0);
});
