import { z } from "zod";
import { makeRandom } from "../../../base/random.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { predictionPowered } from "../../../measure/statistics/correction/prediction-powered.ts";
import { roganGladen, testQuality, youden } from "../../../measure/statistics/correction/rogan-gladen.ts";
import { bootstrapInterval } from "../../../measure/statistics/intervals/bootstrap.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { count as countField, interval, numberOrNull } from "../../record/domain/fields.ts";
import { executionName } from "../../record/domain/names.ts";
import { opinionValue, type RatedExecution, type RatedUnit } from "./units.ts";

const correctedRateSchema = z.strictObject({ value: numberOrNull, ...interval });
export type CorrectedRate = z.infer<typeof correctedRateSchema>;

export const passRateSchema = z.strictObject({
  judged: countField,
  rated: countField,
  undecided: countField.describe("rated by as many for pass as for fail"),
  judge: correctedRateSchema,
  people: numberOrNull.describe("mean over the rated ones of the share of people who let it pass"),
  sensitivity: numberOrNull.describe("of the judge against the people's majority"),
  specificity: numberOrNull,
  rogan_gladen: correctedRateSchema.describe(
    "null where the 95 % interval of sensitivity + specificity - 1 reaches 0: the judge is not shown to tell pass from fail",
  ),
  prediction_powered: correctedRateSchema,
  lambda: numberOrNull.describe(
    "weight of the judge in the prediction-powered estimate: 0 = of no use, 1 = taken in full",
  ),
});

/**
 * The judge's pass rate over all judged executions, and what it stands for in the eyes of people: by the judge's errors against
 * their majority (Rogan & Gladen 1978), and by prediction-powered inference. Intervals resample whole scenarios, the judge's
 * errors along with the rate.
 */
export function correctPassRate(
  executions: readonly RatedExecution[],
  units: readonly RatedUnit[],
): z.infer<typeof passRateSchema> {
  const rated = new Map(units.map((unit) => [executionName(unit.execution.record), peopleSay(unit)]));
  const judged = executions.filter(({ primary }) => primary?.judgement);
  const proxy = judged.map(({ primary }) => Number(primary?.judgement?.status === "pass"));
  const truth = judged.map(({ record }) => rated.get(executionName(record)) ?? null);
  const clusters = judged.map(({ scenario }) => clusterOf(scenario));
  const estimate = (name: string, statistic: (weights?: ArrayLike<number>) => number | null): CorrectedRate => {
    const random = makeRandom("pass-rate", name);
    return { value: statistic(), ...bootstrapInterval({ clusters, statistic, random }) };
  };
  const decided = judged.map((_, i) => i).filter((i) => truth[i] !== null && truth[i] !== 0.5);
  const quality = (weights?: ArrayLike<number>) =>
    testQuality(
      decided.map((i) => proxy[i] === 1),
      decided.map((i) => truth[i]! > 0.5),
      weights && decided.map((i) => weights[i]!),
    );
  const rate = (weights?: ArrayLike<number>) => weightedMean(proxy, weights);
  return {
    judged: judged.length,
    rated: units.length,
    undecided: truth.filter((value) => value === 0.5).length,
    judge: estimate("judge", rate),
    people: mean(truth.filter((value) => value !== null)),
    ...quality(),
    // A judge that is not shown to tell pass from fail corrects nothing: what is divided by is noise around 0.
    rogan_gladen: tells(estimate("youden", (weights) => youden(quality(weights))))
      ? estimate("rogan-gladen", (weights) => orNull(rate(weights), (q) => roganGladen(q, quality(weights))))
      : { value: null, low: null, high: null },
    prediction_powered: estimate("ppi", (weights) => predictionPowered({ proxy, truth }, weights)?.mean ?? null),
    lambda: predictionPowered({ proxy, truth })?.lambda ?? null,
  };
}

function tells({ low }: CorrectedRate): boolean {
  return low !== null && low > 0;
}

/** Share of people who let it pass. */
function peopleSay({ people }: RatedUnit): number {
  return people.reduce((sum, { opinion }) => sum + opinionValue(opinion, "status"), 0) / people.length;
}

function weightedMean(values: readonly number[], weights?: ArrayLike<number>): number | null {
  let [sum, count] = [0, 0];
  values.forEach((value, i) => {
    const weight = weights?.[i] ?? 1;
    sum += weight * value;
    count += weight;
  });
  return count === 0 ? null : sum / count;
}

function orNull<T>(value: T | null, next: (value: T) => number | null): number | null {
  return value === null ? null : next(value);
}
