/** Tests, intervals, agreement, correlation and power: functions of plain arrays. */
export { makeRandom, type Random } from "../../base/random.ts";
export { type BlandAltmanResult, blandAltman } from "../../measure/statistics/agreement/bland-altman.ts";
export { cohenKappa, type KappaOptions } from "../../measure/statistics/agreement/cohen-kappa.ts";
export { fleissKappa } from "../../measure/statistics/agreement/fleiss-kappa.ts";
export { gwetAc } from "../../measure/statistics/agreement/gwet-ac.ts";
export { type Icc, type IccForm, icc } from "../../measure/statistics/agreement/icc.ts";
export { type AlphaOptions, krippendorffAlpha } from "../../measure/statistics/agreement/krippendorff.ts";
export { mean, median, quantile, standardDeviation } from "../../measure/statistics/basics/describe.ts";
export { benjaminiHochberg } from "../../measure/statistics/comparison/benjamini-hochberg.ts";
export {
  type BoundedMeanTest,
  boundedMeanTest,
  type Range,
} from "../../measure/statistics/comparison/bounded-mean-test.ts";
export { cliffsDelta } from "../../measure/statistics/comparison/cliffs-delta.ts";
export { type CochranQ, cochranQ } from "../../measure/statistics/comparison/cochran-q.ts";
export { type Equivalence, equivalenceTest } from "../../measure/statistics/comparison/equivalence.ts";
export { type Friedman, friedmanTest } from "../../measure/statistics/comparison/friedman.ts";
export { holm } from "../../measure/statistics/comparison/holm.ts";
export { type McNemar, mcnemar } from "../../measure/statistics/comparison/mcnemar.ts";
export { type PairedT, pairedT } from "../../measure/statistics/comparison/paired-t.ts";
export { type PermutationResult, signFlipTest } from "../../measure/statistics/comparison/sign-flip.ts";
export { type SkewnessAdjustedT, skewnessAdjustedT } from "../../measure/statistics/comparison/skewness-adjusted-t.ts";
export {
  type Wilcoxon,
  type WilcoxonOptions,
  wilcoxonSignedRank,
} from "../../measure/statistics/comparison/wilcoxon.ts";
export { type Kendall, kendall } from "../../measure/statistics/correlation/kendall.ts";
export { pearson } from "../../measure/statistics/correlation/pearson.ts";
export { spearman } from "../../measure/statistics/correlation/spearman.ts";
export {
  type BootstrapOptions,
  bootstrapInterval,
  type Interval,
} from "../../measure/statistics/intervals/bootstrap.ts";
export { type BoundedMeanOptions, boundedMeanInterval } from "../../measure/statistics/intervals/bounded-mean.ts";
export { wilsonInterval } from "../../measure/statistics/intervals/wilson.ts";
export { sampleSizeFor } from "../../measure/statistics/power/solve.ts";
export { type TTestPower, tTestPower } from "../../measure/statistics/power/t-test.ts";
