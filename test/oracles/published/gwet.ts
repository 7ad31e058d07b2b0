import { brennanPrediger } from "../../../measure/statistics/agreement/brennan-prediger.ts";
import type { AgreementEstimate, EstimateOptions } from "../../../measure/statistics/agreement/chance-corrected.ts";
import { congerKappa } from "../../../measure/statistics/agreement/conger-kappa.ts";
import { fleissKappa } from "../../../measure/statistics/agreement/fleiss-kappa.ts";
import { gwetAc } from "../../../measure/statistics/agreement/gwet-ac.ts";
import { alphaEstimate } from "../../../measure/statistics/agreement/krippendorff-error.ts";
import { percentAgreement } from "../../../measure/statistics/agreement/percent-agreement.ts";
import { type Ratings, ratingsFromCounts } from "../../../measure/statistics/agreement/ratings.ts";
import type { Weighting } from "../../../measure/statistics/agreement/weights.ts";
import { pairsOf, readTable } from "./data.ts";
import type { PublishedSet } from "./set.ts";

type Coefficient = (ratings: Ratings, options: EstimateOptions) => AgreementEstimate | null;

const COEFFICIENTS: Record<string, Coefficient> = {
  "Cohen's kappa": congerKappa,
  "Conger's kappa": congerKappa,
  "Scott's pi": fleissKappa,
  "Fleiss' kappa (generalised, missing allowed)": fleissKappa,
  "Gwet's AC1/AC2": gwetAc,
  "Brennan-Prediger": brennanPrediger,
  "percent agreement": percentAgreement,
  "Krippendorff's alpha (Gwet's formulation)": alphaEstimate,
};

export const gwet: PublishedSet = {
  name: "irrcac-gwet",
  open:
    () =>
    ({ statistic, on }) => {
      const file = String(on.file);
      const [, name, part] = /^(.*?)(, standard error|, 95% CI)?$/.exec(statistic)!;
      const table = file.startsWith("cont");
      // For tables irrCAC divides by n, and gives alpha the standard error of Scott's pi.
      const options = { weights: on.weights === "unweighted" ? "none" : (on.weights as Weighting), asymptotic: table };
      const ratings = read(file);
      const result = COEFFICIENTS[name!]!(ratings, options)!;
      if (part === undefined) return result.value;
      const { standardError, low, high } = table && name!.startsWith("Kripp") ? alphaOfTable(ratings, options) : result;
      return part.includes("error") ? standardError : [low, high];
    },
  differences: [
    {
      matches: ({ on, statistic }) => on.file === "distrib.6raters.csv" && /^Krippendorff.*,/.test(statistic),
      reason:
        "irrCAC 1.0's krippen.alpha.dist leaves out the factor 2 of the chance term that its krippen.alpha.raw has for the same data; ours is the latter, and agrees with the jackknife",
    },
  ],
};

function alphaOfTable(ratings: Ratings, options: EstimateOptions) {
  const alpha = alphaEstimate(ratings, options)!;
  const pi = fleissKappa(ratings, options)!;
  const half = (pi.high! - pi.low!) / 2;
  return { standardError: pi.standardError, low: alpha.value - half, high: Math.min(1, alpha.value + half) };
}

function read(file: string): Ratings {
  const rows = readTable("irrcac-gwet", file).map((row) => Object.values(row));
  const numbers = rows.map((row) => row.map((text) => (text === "" ? null : Number(text))));
  if (file.startsWith("raw") || file.startsWith("cac")) return numbers;
  const counts = numbers.map((row) => row.map((value) => value!));
  if (file.startsWith("distrib")) return ratingsFromCounts(counts);
  const { a, b } = pairsOf(counts);
  return a.map((value, i) => [value, b[i]!]);
}
