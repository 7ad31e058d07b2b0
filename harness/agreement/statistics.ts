import { countOf } from "../../base/counts.ts";
import { brennanPrediger } from "../statistics/agreement/brennan-prediger.ts";
import type { AgreementEstimate, EstimateOptions } from "../statistics/agreement/chance-corrected.ts";
import { concordance } from "../statistics/agreement/concordance.ts";
import { congerKappa } from "../statistics/agreement/conger-kappa.ts";
import { fleissKappa } from "../statistics/agreement/fleiss-kappa.ts";
import { gwetAc } from "../statistics/agreement/gwet-ac.ts";
import { ICC_FORMS, icc } from "../statistics/agreement/icc.ts";
import { kendallW, kendallWUncorrected } from "../statistics/agreement/kendall-w.ts";
import { type AlphaLevel, krippendorffAlpha } from "../statistics/agreement/krippendorff.ts";
import { percentAgreement } from "../statistics/agreement/percent-agreement.ts";
import type { Ratings } from "../statistics/agreement/ratings.ts";
import { fisherInterval } from "../statistics/correlation/fisher-interval.ts";
import { kendall } from "../statistics/correlation/kendall.ts";
import { correlationP, pearson } from "../statistics/correlation/pearson.ts";
import { spearman, spearmanP } from "../statistics/correlation/spearman.ts";
import {
  aurocDifference,
  aurocOf,
  type ComputeOptions,
  parametricLimit,
  repeatedLimit,
  replicateLimit,
  type Value,
} from "./of-columns.ts";
import type { RatingData } from "./rating-data.ts";

export interface AgreementStatistic {
  title: string;
  needs: "categories" | "ordered categories" | "numbers" | keyof typeof COLUMNS;
  compute: (units: Ratings, options: ComputeOptions) => Value;
}

/** How many columns those take that take so many. */
const COLUMNS = { "two numeric raters": 2, replicates: 2, "labels and a score": 2, "labels and two scores": 3 };

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
  const categorical = needs === "categories" || needs === "ordered categories";
  if (categorical && count > 20) return `${count} different values: not categories`;
  if (needs === "ordered categories" && !data.ordered) return "the order of the words is not known: give --categories";
  if (categorical) return null;
  if (!data.numeric) return "the ratings are words";
  if (needs === "numbers") return null;
  if (data.raters.length !== COLUMNS[needs]) return `${countOf(data.raters.length, "column")}, not ${COLUMNS[needs]}`;
  if (needs === "replicates" && data.clusters === null)
    return "which lines are of one subject is not known: give --cluster";
  const labels = needs.startsWith("labels") ? data.units.map(([first]) => first) : [];
  return labels.every((label) => label === null || label === 0 || label === 1)
    ? null
    : "the first column is not 0 and 1";
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
