/** Tests, intervals, agreement, correlation and power: functions of plain arrays. */
export { makeRandom, type Random } from "../../base/random.ts";
export { type BlandAltmanResult, blandAltman } from "../statistics/agreement/bland-altman.ts";
export { cohenKappa, type KappaOptions } from "../statistics/agreement/cohen-kappa.ts";
export { fleissKappa } from "../statistics/agreement/fleiss-kappa.ts";
export { gwetAc } from "../statistics/agreement/gwet-ac.ts";
export { type Icc, type IccForm, icc } from "../statistics/agreement/icc.ts";
export { type AlphaOptions, krippendorffAlpha } from "../statistics/agreement/krippendorff.ts";
export { mean, median, quantile, standardDeviation } from "../statistics/basics/describe.ts";
export { benjaminiHochberg } from "../statistics/comparison/benjamini-hochberg.ts";
export {
  type BoundedMeanTest,
  boundedMeanTest,
  type Range,
} from "../statistics/comparison/bounded-mean-test.ts";
export { type BradleyTerry, bradleyTerry, type SystemChoice } from "../statistics/comparison/bradley-terry.ts";
export { cliffsDelta } from "../statistics/comparison/cliffs-delta.ts";
export { type CochranQ, cochranQ } from "../statistics/comparison/cochran-q.ts";
export { type Equivalence, equivalenceTest } from "../statistics/comparison/equivalence.ts";
export { type Friedman, friedmanTest } from "../statistics/comparison/friedman.ts";
export { holm } from "../statistics/comparison/holm.ts";
export { type McNemar, mcnemar } from "../statistics/comparison/mcnemar.ts";
export { type PairedT, pairedT } from "../statistics/comparison/paired-t.ts";
export { type PermutationResult, signFlipTest } from "../statistics/comparison/sign-flip.ts";
export { type SkewnessAdjustedT, skewnessAdjustedT } from "../statistics/comparison/skewness-adjusted-t.ts";
export {
  type Wilcoxon,
  type WilcoxonOptions,
  wilcoxonSignedRank,
} from "../statistics/comparison/wilcoxon.ts";
export { type Kendall, kendall } from "../statistics/correlation/kendall.ts";
export { pearson } from "../statistics/correlation/pearson.ts";
export { spearman } from "../statistics/correlation/spearman.ts";
export {
  type BootstrapOptions,
  bootstrapInterval,
  type Interval,
} from "../statistics/intervals/bootstrap.ts";
export { type BoundedMeanOptions, boundedMeanInterval } from "../statistics/intervals/bounded-mean.ts";
export { wilsonInterval } from "../statistics/intervals/wilson.ts";
export { sampleSizeFor } from "../statistics/power/solve.ts";
export { type TTestPower, tTestPower } from "../statistics/power/t-test.ts";
export { type Adjusted, adjustedAt, type Stopped } from "../statistics/sequential/adjusted.ts";
export {
  type ClassicalShape,
  classicalDesign,
  futilityBounds,
  type SequentialDesign,
  type SpendingFunction,
  spendingDesign,
} from "../statistics/sequential/boundaries.ts";
export { type Characteristics, characteristicsOf, type Looks } from "../statistics/sequential/characteristics.ts";
