import { z } from "zod";
import { makeRandom } from "../../../../base/random.ts";
import { cohenKappa } from "../../../../measure/statistics/agreement/cohen-kappa.ts";
import { krippendorffAlpha } from "../../../../measure/statistics/agreement/krippendorff.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { holm } from "../../../../measure/statistics/comparison/holm.ts";
import { clusteredPearsonP, clusteredSpearmanP } from "../../../../measure/statistics/correlation/clustered.ts";
import { correlationP, pearson } from "../../../../measure/statistics/correlation/pearson.ts";
import { spearmanP, weightedSpearman } from "../../../../measure/statistics/correlation/spearman.ts";
import { pairedBootstrapInterval } from "../../../../measure/statistics/intervals/paired-bootstrap-interval.ts";
import { count, interval, numberOrNull } from "../../../record/domain/fields.ts";
import { DIMENSIONS, type Judgement } from "../../../record/domain/records.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import { columns, pairJudges, ratingOf } from "./pairs.ts";

export const agreementSchema = z.strictObject({
  measure: z.string(),
  on: z.string(),
  value: numberOrNull,
  ...interval,
  n: count,
  p: numberOrNull.describe(
    "where a test exists, Holm-corrected; it allows for executions of one scenario to depend on each other",
  ),
  naive_p: numberOrNull.describe("the reference study's, Holm-corrected: executions treated as independent"),
});
type Row = z.infer<typeof agreementSchema>;
type Weights = ArrayLike<number> | undefined;

interface Measure {
  measure: string;
  /** The statistic when pair i counts `weights[i]` times (all once when undefined). */
  statistic: (a: readonly number[], b: readonly number[]) => (weights: Weights) => number | null;
  /** It is made of counts alone. */
  counts: boolean;
  /** Over clusters, and as if pairs were independent. */
  p?: (a: number[], b: number[], clusters: string[]) => number | null;
  naiveP?: (a: number[], b: number[]) => number | null;
}

const percentAgreement: Measure = {
  measure: "percent_agreement",
  counts: true,
  statistic: (a, b) => (weights) =>
    weightedShare(
      a.map((value, i) => Number(value === b[i])),
      weights,
    ),
};
const kappa: Measure = {
  measure: "cohen_kappa",
  counts: true,
  statistic: (a, b) => (weights) => cohenKappa(a, b, { weights, categories: [0, 1] }),
};
const pearsonMeasure: Measure = {
  measure: "pearson",
  counts: false,
  statistic: (a, b) => (weights) => pearson(a, b, weights),
  p: clusteredPearsonP,
  naiveP: (a, b) => orNull(pearson(a, b), (r) => correlationP(r, a.length)),
};
const spearmanMeasure: Measure = {
  measure: "spearman",
  counts: false,
  statistic: (a, b) => {
    const weighted = weightedSpearman(a, b);
    return (weights) => weighted(weights ?? a.map(() => 1));
  },
  p: clusteredSpearmanP,
  naiveP: spearmanP,
};
const ordinalAlpha: Measure = {
  measure: "krippendorff_alpha_ordinal",
  counts: true,
  statistic: (a, b) => {
    const units = a.map((value, i) => [value, b[i]!]);
    return (weights) => krippendorffAlpha(units, { level: "ordinal", weights });
  },
};

/**
 * Primary against calibration judge over executions that both judged: the verdict, the alignment, each dimension as a number
 * and cut at 3 and 4, the composite. p is Holm-corrected over all rows that have a test; p and intervals are over scenarios.
 */
export function analyseAgreement(executions: readonly ScoredExecution[]): Row[] {
  const tasks: [string, readonly Measure[], (judgement: Judgement) => number][] = [
    ["status", [percentAgreement, kappa], (judgement) => Number(judgement.status === "pass")],
    ["alignment", [pearsonMeasure, spearmanMeasure], ({ ground_truth }) => ground_truth.reference_answer_alignment],
    ...DIMENSIONS.flatMap((name): [string, readonly Measure[], (judgement: Judgement) => number][] => [
      [name, [pearsonMeasure, spearmanMeasure, ordinalAlpha], (judgement) => ratingOf(judgement, name)],
      [`${name}>=3`, [kappa], (judgement) => Number(ratingOf(judgement, name) >= 3)],
      [`${name}>=4`, [kappa], (judgement) => Number(ratingOf(judgement, name) >= 4)],
    ]),
    ["overall_score", [pearsonMeasure, spearmanMeasure], (judgement) => judgement.overall_score],
  ];
  const rows = tasks.flatMap(([on, measures, rate]) =>
    measures.map((measure) => measureOne(executions, { on, measure, rate })),
  );
  const [adjusted, naive] = [holm(rows.map(({ p }) => p)), holm(rows.map(({ naive_p }) => naive_p))];
  return rows.map((row, index) => ({ ...row, p: adjusted[index]!, naive_p: naive[index]! }));
}

function measureOne(
  executions: readonly ScoredExecution[],
  { on, measure, rate }: { on: string; measure: Measure; rate: (judgement: Judgement) => number },
): Row {
  const pairs = columns(pairJudges(executions, rate));
  const { a, b, clusters } = pairs;
  const random = makeRandom("agreement", measure.measure, on);
  const interval = pairedBootstrapInterval(pairs, { ...measure, random });
  const value = a.length === 0 ? null : measure.statistic(a, b)(undefined);
  const [p, naiveP] = [measure.p?.(a, b, clusters) ?? null, measure.naiveP?.(a, b) ?? null];
  return { measure: measure.measure, on, value, ...interval, n: a.length, p, naive_p: naiveP };
}

function weightedShare(values: readonly number[], weights: Weights): number | null {
  if (weights === undefined) return mean(values);
  const total = values.reduce((sum, _, i) => sum + weights[i]!, 0);
  return total === 0 ? null : values.reduce((sum, value, i) => sum + value * weights[i]!, 0) / total;
}

function orNull<T>(value: T | null, next: (value: T) => number | null): number | null {
  return value === null ? null : next(value);
}
