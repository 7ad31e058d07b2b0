import { makeRandom, type Random } from "../../base/random.ts";
import { normalTwoSidedP } from "../../measure/statistics/basics/distributions.ts";
import { equivalenceTest } from "../../measure/statistics/comparison/equivalence.ts";
import { friedmanTest } from "../../measure/statistics/comparison/friedman.ts";
import { holm } from "../../measure/statistics/comparison/holm.ts";
import { mcnemar } from "../../measure/statistics/comparison/mcnemar.ts";
import { pairedBootstrap } from "../../measure/statistics/comparison/paired-bootstrap.ts";
import { pairedT } from "../../measure/statistics/comparison/paired-t.ts";
import { signFlipTest } from "../../measure/statistics/comparison/sign-flip.ts";
import { wilcoxonSignedRank } from "../../measure/statistics/comparison/wilcoxon.ts";
import { kendall } from "../../measure/statistics/correlation/kendall.ts";
import { correlationP, pearson } from "../../measure/statistics/correlation/pearson.ts";
import { spearmanP } from "../../measure/statistics/correlation/spearman.ts";
import { balancedFactorial } from "../../measure/statistics/factorial/balanced.ts";
import { many, normal } from "./draw.ts";

type NullP = (random: Random) => number;

/** Not symmetric pairs would break sign flips; these are. */
const differences = (random: Random, n: number) => many(n, () => normal(random));

/** A p value when the hypothesis holds. */
export const NULL_P: Readonly<Record<string, NullP>> = {
  "paired t, 38 pairs": (random) => pairedT(differences(random, 38))!.p,
  "sign flips, 38 pairs, 1,999 patterns": (random) =>
    signFlipTest(differences(random, 38), { random, permutations: 1999 })!.p,
  "sign flips exact, 12 pairs": (random) => signFlipTest(differences(random, 12), { random })!.p,
  "Wilcoxon exact, 30 pairs": (random) => wilcoxonSignedRank(differences(random, 30))!.p,
  "Wilcoxon normal, 80 pairs": (random) => wilcoxonSignedRank(differences(random, 80))!.p,
  "bootstrap shift, 52 pairs": (random) => pairedBootstrap(differences(random, 52), { random, resamples: 999 })!.p,
  "McNemar mid-p, 200 discordant": (random) => nullMcNemar(random).midP,
  "McNemar, the observed outcome split by lot, 200 discordant": (random) => {
    const { onlyFirst, onlySecond, exactP, midP } = nullMcNemar(random);
    const lot = random();
    return onlyFirst === onlySecond ? 1 - (1 - midP) * Math.abs(1 - 2 * lot) : exactP - 2 * lot * (exactP - midP);
  },
  "Friedman (Iman-Davenport), 38 x 6": (random) => friedmanTest(many(38, () => differences(random, 6)))!.fP!,
  "Pearson, 30 pairs": (random) => correlationP(pearson(differences(random, 30), differences(random, 30))!, 30)!,
  "Spearman, 30 pairs": (random) => spearmanP(differences(random, 30), differences(random, 30))!,
  "Kendall exact, 30 pairs": (random) => kendall(differences(random, 30), differences(random, 30))!.p!,
  "TOST at its bound, 38 pairs": (random) =>
    equivalenceTest(
      differences(random, 38).map((d) => d + 3),
      { lower: -99, upper: 3 },
    )!.p,
  "factorial F, model x workflow": (random) => nullFactorial(random).effects.at(-1)!.p,
  "factorial sign flips, model": (random) => nullFactorial(random).effects[0]!.permutationP,
};

function nullMcNemar(random: Random) {
  const first = many(200, () => Number(random() < 0.5)).reduce((sum, hit) => sum + hit, 0);
  return mcnemar(first, 200 - first)!;
}

function nullFactorial(random: Random) {
  const factors = [
    { name: "model", levels: 3 },
    { name: "workflow", levels: 2 },
  ];
  const values = many(20, () => {
    const block = normal(random);
    return many(6, () => [block + normal(random)]);
  });
  return balancedFactorial({ factors, values, random, permutations: 499 })!;
}

export interface NullResult {
  /** Largest distance of the distribution of p from the uniform one (Kolmogorov & Smirnov). */
  distance: number;
  /** What 99 % of samples of a uniform p stay below. */
  limit: number;
  /** Share of p at or below 0.05. */
  atLevel: number;
}

export function simulateNull(name: string, runs: number): NullResult {
  const random = makeRandom("null", name);
  const ps = many(runs, () => NULL_P[name]!(random)).sort((a, b) => a - b);
  const distance = Math.max(...ps.map((p, i) => Math.max((i + 1) / runs - p, p - i / runs)));
  return { distance, limit: 1.628 / Math.sqrt(runs), atLevel: ps.filter((p) => p <= 0.05).length / runs };
}

/** Share of families of 10 true hypotheses, independent or sharing half of their variance, in which Holm rejects any. */
export function simulateHolm(runs: number, shared: boolean): number {
  const random = makeRandom("holm", String(shared));
  const families = many(runs, () => {
    const common = shared ? normal(random) : 0;
    const ps = many(10, () => normalTwoSidedP(shared ? (common + normal(random)) / Math.SQRT2 : normal(random)));
    return holm(ps).some((p) => p! <= 0.05);
  });
  return families.filter(Boolean).length / runs;
}
