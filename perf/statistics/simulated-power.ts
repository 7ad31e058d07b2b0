import { makeRandom, type Random } from "../../base/random.ts";
import { chiSquareUpper, fUpper, normalTwoSidedP } from "../../measure/statistics/basics/distributions.ts";
import { mcnemar } from "../../measure/statistics/comparison/mcnemar.ts";
import { pairedT } from "../../measure/statistics/comparison/paired-t.ts";
import { signFlipTest } from "../../measure/statistics/comparison/sign-flip.ts";
import { correlationP, pearson } from "../../measure/statistics/correlation/pearson.ts";
import { oneWay } from "../../measure/statistics/factorial/one-way.ts";
import { anovaPower } from "../../measure/statistics/power/anova.ts";
import { chiSquarePower } from "../../measure/statistics/power/chi-square.ts";
import { correlationPower } from "../../measure/statistics/power/correlation.ts";
import { mcnemarPower } from "../../measure/statistics/power/mcnemar.ts";
import { proportionsPower } from "../../measure/statistics/power/proportions.ts";
import { tTestPower } from "../../measure/statistics/power/t-test.ts";
import { many, normal } from "./draw.ts";

interface PowerCase {
  predicted: number;
  /** p of one simulated study. */
  study: (random: Random) => number;
}

const hits = (random: Random, n: number, share: number) =>
  many(n, () => Number(random() < share)).reduce((sum, hit) => sum + hit, 0);

export const POWER_CASES: Readonly<Record<string, PowerCase>> = {
  "paired t, d = 0.4, 52 scenarios": {
    predicted: tTestPower({ effect: 0.4, n: 52, design: "paired" }),
    study: (random) => pairedT(many(52, () => 0.4 + normal(random)))!.p,
  },
  "the same by sign flips": {
    predicted: tTestPower({ effect: 0.4, n: 52, design: "paired" }),
    study: (random) =>
      signFlipTest(
        many(52, () => 0.4 + normal(random)),
        { random, permutations: 499 },
      )!.p,
  },
  "two groups t, d = 0.5, 64 each": {
    predicted: tTestPower({ effect: 0.5, n: 64, design: "two-groups" }),
    study: (random) => oneWay([many(64, () => 0.5 + normal(random)), many(64, () => normal(random))])!.p,
  },
  "McNemar, 10 % against 25 % discordant, 100 cases": {
    predicted: mcnemarPower({ onlyFirst: 0.25, onlySecond: 0.1, n: 100 }),
    study: (random) => {
      let [first, second] = [0, 0];
      for (let i = 0; i < 100; i++) {
        const u = random();
        if (u < 0.25) first++;
        else if (u < 0.35) second++;
      }
      return mcnemar(first, second)?.chiSquareP ?? 1;
    },
  },
  "two proportions, 50 % against 70 %, 90 each": {
    predicted: proportionsPower({ first: 0.5, second: 0.7, n: 90 }),
    study: (random) => {
      const [a, b] = [hits(random, 90, 0.5), hits(random, 90, 0.7)];
      const pooled = (a + b) / 180;
      return normalTwoSidedP((a - b) / 90 / Math.sqrt((2 * pooled * (1 - pooled)) / 90));
    },
  },
  "correlation 0.4, 52 pairs": {
    predicted: correlationPower({ r: 0.4, n: 52 }),
    study: (random) => {
      const x = many(52, () => normal(random));
      const y = x.map((value) => 0.4 * value + Math.sqrt(1 - 0.16) * normal(random));
      return correlationP(pearson(x, y)!, 52)!;
    },
  },
  "analysis of variance, f = 0.25, 4 groups of 45": {
    predicted: anovaPower({ f: 0.25, groups: 4, n: 45 }),
    study: (random) => {
      // Means -a, -a, a, a have f = a.
      const { f, degreesOfFreedom } = oneWay(
        [-1, -1, 1, 1].map((sign) => many(45, () => sign * 0.25 + normal(random))),
      )!;
      return fUpper(f, ...degreesOfFreedom);
    },
  },
  "chi-square of fit, w = 0.3, 120 observations": {
    predicted: chiSquarePower({ w: 0.3, n: 120, degreesOfFreedom: 1 }),
    study: (random) => {
      const count = hits(random, 120, 0.65); // 65 % against 50 %: w = 0.3.
      return chiSquareUpper((2 * (count - 60) ** 2) / 60, 1);
    },
  },
};

/** Predicted power, and the share of simulated studies with p at most 0.05. */
export function simulatePower(name: string, runs: number): { predicted: number; simulated: number } {
  const { predicted, study } = POWER_CASES[name]!;
  const random = makeRandom("power", name);
  return { predicted, simulated: many(runs, () => study(random)).filter((p) => p <= 0.05).length / runs };
}
