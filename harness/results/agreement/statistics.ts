import { countOf } from "../../../base/counts.ts";
import { brennanPrediger } from "../../../measure/statistics/agreement/brennan-prediger.ts";
import type { AgreementEstimate, EstimateOptions } from "../../../measure/statistics/agreement/chance-corrected.ts";
import { concordance } from "../../../measure/statistics/agreement/concordance.ts";
import { congerKappa } from "../../../measure/statistics/agreement/conger-kappa.ts";
import { fleissKappa } from "../../../measure/statistics/agreement/fleiss-kappa.ts";
import { fleissTest } from "../../../measure/statistics/agreement/fleiss-test.ts";
import { gwetAc } from "../../../measure/statistics/agreement/gwet-ac.ts";
import { ICC_FORMS, icc } from "../../../measure/statistics/agreement/icc.ts";
import { kappaTest } from "../../../measure/statistics/agreement/kappa-test.ts";
import { kendallW, kendallWUncorrected } from "../../../measure/statistics/agreement/kendall-w.ts";
import { type AlphaLevel, krippendorffAlpha } from "../../../measure/statistics/agreement/krippendorff.ts";
import { alphaEstimate } from "../../../measure/statistics/agreement/krippendorff-error.ts";
import { marginalHomogeneity } from "../../../measure/statistics/agreement/marginal-homogeneity.ts";
import { percentAgreement } from "../../../measure/statistics/agreement/percent-agreement.ts";
import type { Ratings } from "../../../measure/statistics/agreement/ratings.ts";
import { fisherInterval } from "../../../measure/statistics/correlation/fisher-interval.ts";
import { kendall } from "../../../measure/statistics/correlation/kendall.ts";
import { correlationP, pearson } from "../../../measure/statistics/correlation/pearson.ts";
import { spearman, spearmanP } from "../../../measure/statistics/correlation/spearman.ts";
import { symmetricTauAp, tauAp } from "../../../measure/statistics/correlation/tau-ap.ts";
import {
  aurocDifference,
  aurocOf,
  type ComputeOptions,
  decisionScore,
  parametricLimit,
  repeatedLimit,
  replicateLimit,
  type Value,
} from "./of-columns.ts";
import type { RatingData } from "./rating-data.ts";

export interface AgreementStatistic {
  title: string;
  /** Not part of the table of all that fit. */
  onlyByName?: true;
  needs: "categories" | "ordered categories" | "numbers" | keyof typeof COLUMNS;
  compute: (units: Ratings, options: ComputeOptions) => Value;
}

/** How many columns those take that take so many. */
const COLUMNS = {
  "two raters": 2,
  "two numeric raters": 2,
  "labels and a decision": 2,
  replicates: 2,
  "labels and a score": 2,
  "labels and two scores": 3,
};

/** By the name of `--statistic`, in the order of the table. */
export const AGREEMENT_STATISTICS: Readonly<Record<string, AgreementStatistic>> = {
  percent: coefficient("percent agreement", percentAgreement),
  kappa: coefficient("kappa (Cohen, Conger)", congerKappa),
  fleiss: coefficient("kappa (Fleiss), Scott's pi", fleissKappa),
  ac: coefficient("Gwet's AC1/AC2", gwetAc),
  "brennan-prediger": coefficient("Brennan-Prediger", brennanPrediger),
  "alpha-nominal": alpha("nominal"),
  "alpha-ordinal": alpha("ordinal"),
  "alpha-interval": alpha("interval"),
  pearson: paired("Pearson r", pearsonWithFisher),
  spearman: paired("Spearman rho", (x, y) => ({ value: spearman(x, y), p: spearmanP(x, y) })),
  kendall: paired("Kendall tau-b", (x, y) => ({ value: kendall(x, y)?.tauB ?? null, p: kendall(x, y)?.p ?? null })),
  concordance: paired("Lin's concordance", (x, y) => ({ value: concordance(x, y) })),
  bias: paired("bias (first - second)", (x, y, level) => parametricLimit({ x, y, level }, "bias")),
  "lower-limit": paired("lower limit of agreement", (x, y, level) => parametricLimit({ x, y, level }, "lower")),
  "upper-limit": paired("upper limit of agreement", (x, y, level) => parametricLimit({ x, y, level }, "upper")),
  "lower-limit-replicates": replicates("lower limit, replicates", replicateLimit("lower")),
  "upper-limit-replicates": replicates("upper limit, replicates", replicateLimit("upper")),
  "lower-limit-pairs": replicates("lower limit, replicates in pairs", repeatedLimit("lower")),
  "upper-limit-pairs": replicates("upper limit, replicates in pairs", repeatedLimit("upper")),
  ...Object.fromEntries(
    ICC_FORMS.map((form) => [
      `icc-${form.replace(",", "-")}`,
      {
        title: `ICC(${form})`,
        needs: "numbers",
        compute: (units: Ratings, { level }: EstimateOptions) => icc(complete(units), form, level) ?? { value: null },
      } as const,
    ]),
  ),
  auroc: {
    title: "AUROC (first 0 or 1, second a score)",
    needs: "labels and a score",
    compute: (units, { level }) => aurocOf(complete(units), level),
  },
  "auroc-difference": {
    title: "AUROC of the second less the third (first 0 or 1)",
    needs: "labels and two scores",
    compute: (units, { level }) => aurocDifference(complete(units), level),
  },
  precision: decision("precision"),
  recall: decision("recall"),
  f1: decision("f1"),
  alpha: { ...coefficient("Krippendorff's alpha (--weights), linearised", alphaEstimate), onlyByName: true },
  "kappa-z": twoRaters("z of kappa (by chance alone: 0)", (pairs, options) => {
    const test = kappaTest(pairs, options);
    return { value: test?.z ?? null, p: test?.p ?? null };
  }),
  "fleiss-z": {
    title: "z of kappa (Fleiss; by chance alone: 0)",
    needs: "categories",
    onlyByName: true,
    compute: (units) => (({ z, p }) => ({ value: z, p }))(fleissTest(units) ?? { z: null, p: null }),
  },
  "stuart-maxwell": twoRaters("Stuart-Maxwell chi-square (equal margins)", homogeneity("stuart-maxwell")),
  bhapkar: twoRaters("Bhapkar chi-square (equal margins)", homogeneity("bhapkar")),
  "tau-ap": { ...paired("tau-AP (first the truth)", withoutTies(tauAp)), onlyByName: true },
  "tau-ap-symmetric": { ...paired("tau-AP, mean of both directions", withoutTies(symmetricTauAp)), onlyByName: true },
  "kendall-w-uncorrected": {
    title: "Kendall's W, not corrected for ties",
    needs: "numbers",
    compute: (units) => ({ value: kendallWUncorrected(complete(units)) }),
  },
  "kendall-w": {
    title: "Kendall's W, corrected for ties",
    needs: "numbers",
    compute: (units) => (({ w, p }) => ({ value: w, p }))(kendallW(complete(units)) ?? { w: null, p: null }),
  },
};

/** Why a statistic says nothing about these data, or null. */
export function unfit({ needs }: AgreementStatistic, data: RatingData): string | null {
  const count = data.categories.length;
  const categorical = needs === "categories" || needs === "ordered categories" || needs === "two raters";
  if (categorical && count > 20) return `${count} different values: not categories`;
  if (needs === "ordered categories" && !data.ordered) return "the order of the words is not known: give --categories";
  if (needs in COLUMNS && data.raters.length !== COLUMNS[needs as keyof typeof COLUMNS])
    return `${countOf(data.raters.length, "column")}, not ${COLUMNS[needs as keyof typeof COLUMNS]}`;
  if (categorical) return null;
  if (!data.numeric) return "the ratings are words";
  if (needs === "replicates" && data.clusters === null)
    return "which lines are of one subject is not known: give --cluster";
  const isBinary = (units: Ratings) => units.flat().every((label) => label === null || label === 0 || label === 1);
  if (needs === "labels and a decision") return isBinary(data.units) ? null : "the columns are not 0 and 1";
  const labels = needs.startsWith("labels") ? data.units.map(([first]) => [first!]) : [];
  return isBinary(labels) ? null : "the first column is not 0 and 1";
}

function coefficient(
  title: string,
  of: (units: Ratings, options: EstimateOptions) => AgreementEstimate | null,
): AgreementStatistic {
  return { title, needs: "categories", compute: (units, options) => of(units, options) ?? { value: null } };
}

function alpha(level: AlphaLevel): AgreementStatistic {
  return {
    title: `Krippendorff's alpha, ${level}`,
    needs: ({ nominal: "categories", ordinal: "ordered categories", interval: "numbers" } as const)[level],
    compute: (units) => ({ value: krippendorffAlpha(units, { level }) }),
  };
}

function replicates(title: string, compute: AgreementStatistic["compute"]): AgreementStatistic {
  return { title, needs: "replicates", compute };
}

function paired(title: string, of: (x: number[], y: number[], level?: number) => Value): AgreementStatistic {
  return {
    title,
    needs: "two numeric raters",
    compute: (units, { level }) => {
      const rows = complete(units);
      return of(
        rows.map((row) => row[0]!),
        rows.map((row) => row[1]!),
        level,
      );
    },
  };
}

function decision(name: "precision" | "recall" | "f1"): AgreementStatistic {
  return {
    title: `${name} (first the truth, second a decision, 0 or 1)`,
    onlyByName: true,
    needs: "labels and a decision",
    compute: (units, { level }) => decisionScore(complete(units), name, level),
  };
}

type Pairs = readonly (readonly [number, number])[];

function twoRaters(title: string, of: (pairs: Pairs, options: EstimateOptions) => Value): AgreementStatistic {
  const compute = (units: Ratings, options: EstimateOptions) => of(complete(units) as unknown as Pairs, options);
  return { title, onlyByName: true, needs: "two raters", compute };
}

function homogeneity(method: "stuart-maxwell" | "bhapkar") {
  return (pairs: Pairs): Value => {
    const categories = [...new Set(pairs.flat())];
    const counts = categories.map((i) =>
      categories.map((j) => pairs.filter(([first, second]) => first === i && second === j).length),
    );
    const test = marginalHomogeneity(counts, method);
    return { value: test?.chiSquare ?? null, p: test?.p ?? null };
  };
}

/** Two equal values leave no order to compare. */
function withoutTies(of: (x: readonly number[], y: readonly number[]) => number | null) {
  const tied = (values: readonly number[]) => new Set(values).size < values.length;
  return (x: number[], y: number[]): Value => ({ value: tied(x) || tied(y) ? null : of(x, y) });
}

function pearsonWithFisher(x: readonly number[], y: readonly number[], level?: number): Value {
  const r = pearson(x, y);
  return r === null
    ? { value: null }
    : { value: r, p: correlationP(r, x.length), ...fisherInterval(r, x.length, level) };
}

/** Units that everyone rated. */
function complete(units: Ratings): number[][] {
  return units.filter((unit) => unit.every((value) => value !== null)).map((unit) => unit.map((value) => value!));
}
