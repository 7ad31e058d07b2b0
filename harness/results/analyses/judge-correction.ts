import { z } from "zod";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { heldOutShift, type PairedScores } from "../../../measure/statistics/correction/held-out-shift.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { composite } from "../../judge/judges/rule.ts";
import type { Rating } from "../../judge/ratings/rating.ts";
import { type RatedUnit, ratedUnits } from "../../judge/ratings/units.ts";
import { count, interval, configurationName as nameField, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { DIMENSIONS } from "../../record/domain/records.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";
import { columns, pairJudges } from "./judge/pairs.ts";

/** With fewer rated executions than this the calibration judge is the reference. */
const MIN_RATED = 20;

const judgeCorrectionSchema = z.strictObject({
  reference: z
    .enum(["people", "calibration"])
    .describe("what the judge is held against: people where enough have rated, otherwise the calibration judge"),
  on: z.literal("overall_score"),
  pairs: count,
  scenarios: count,
  applied: z.boolean(),
  because: z.string(),
  shift: numberOrNull.describe("mean of reference - judge"),
  error_before: numberOrNull.describe("root mean squared error on held-out pairs, without the correction"),
  error_after: numberOrNull.describe("with it"),
  gain: numberOrNull.describe("squared error taken away on held-out pairs"),
  gain_interval: z.strictObject(interval),
  configurations: z
    .array(z.strictObject({ configuration: nameField, score: numberOrNull, corrected: numberOrNull }))
    .describe(
      "mean overall score; corrected is null where the correction was refused: the mean plus the shift times the share that was judged, kept within 0 and 1. The order of two configurations changes only where that share differs, or where both reach a bound",
    ),
});
type JudgeCorrection = z.infer<typeof judgeCorrectionSchema>;

export const judgeCorrection = defineAnalysis({
  name: "judge_correction",
  schema: judgeCorrectionSchema.describe(
    "Does a constant correction of the primary judge's overall score, fitted on pairs with a reference, lower the error on pairs that it was not fitted on? Applied only then, and beside the score, never in its place.",
  ),
  needs: [],
  compute: ({ executions, ratings }) => correctJudge(executions, ratings),
});

function correctJudge(executions: readonly ScoredExecution[], ratings: readonly Rating[]): JudgeCorrection {
  const rated = ratedUnits(executions, ratings);
  const reference = rated.length >= MIN_RATED ? "people" : "calibration";
  const pairs = reference === "people" ? pairsWithPeople(rated) : pairsWithCalibration(executions);
  const held = heldOutShift(pairs, { random: makeRandom("judge-correction") });
  const scenarios = new Set(pairs.clusters).size;
  return {
    ...{ reference, on: "overall_score", pairs: pairs.score.length, scenarios, applied: held.helps },
    because: reasonOf(held.helps, { low: held.gainInterval.low, scenarios }),
    shift: held.shift,
    error_before: held.errorBefore,
    error_after: held.errorAfter,
    gain: held.gain,
    gain_interval: held.gainInterval,
    configurations: configurationMeans(executions, held.helps ? held.shift : null),
  };
}

function reasonOf(applied: boolean, { low, scenarios }: { low: number | null; scenarios: number }): string {
  if (low === null) return `refused: ${countOf(scenarios, "scenario is", "scenarios are")} too few to say`;
  if (applied) return "applied: it lowers the error on pairs that it was not fitted on";
  return "refused: it is not shown to lower the error on pairs that it was not fitted on";
}

function pairsWithCalibration(executions: readonly ScoredExecution[]): PairedScores {
  const { a, b, clusters } = columns(pairJudges(executions, (judgement) => judgement.overall_score));
  return { score: a, reference: b, clusters };
}

/** People's overall score: what is counted is the same, what is read is the mean of their ratings. */
function pairsWithPeople(units: readonly RatedUnit[]): PairedScores {
  return {
    score: units.map(({ execution }) => execution.primary!.judgement!.overall_score),
    reference: units.map(({ execution, people }) => {
      const { ground_truth, quality } = execution.primary!.judgement!;
      const average = (of: (person: RatedUnit["people"][number]) => number) => mean(people.map(of))!;
      const read = DIMENSIONS.map((name) => [name, { score: average(({ opinion }) => opinion[name]), rationale: "" }]);
      const alignment = average(({ opinion }) => opinion.alignment);
      const truth = { ...ground_truth, reference_answer_alignment: alignment };
      return composite(truth, { ...quality, ...Object.fromEntries(read) });
    }),
    clusters: units.map(({ execution }) => clusterOf(execution.scenario)),
  };
}

function configurationMeans(
  executions: readonly ScoredExecution[],
  shift: number | null,
): JudgeCorrection["configurations"] {
  return [...grouped(executions, ({ record }) => configurationName(record))].map(([configuration, own]) => {
    const scores = own.map((execution) => ({
      value: scoreValue(execution, "overall_score"),
      judged: execution.primary?.judgement,
    }));
    const known = scores.filter((score): score is typeof score & { value: number } => score.value !== null);
    const score = mean(known.map(({ value }) => value));
    // An execution without an answer scores 0 by policy: no judge erred there.
    const judgedShare = mean(known.map(({ judged }) => Number(judged !== undefined && judged !== null)));
    return { configuration, score, corrected: correctedMean({ score, judgedShare, shift }) };
  });
}

/** Kept within the scale as a whole: a score kept within it by itself would change the order of means. */
function correctedMean({
  score,
  judgedShare,
  shift,
}: {
  score: number | null;
  judgedShare: number | null;
  shift: number | null;
}): number | null {
  if (score === null || judgedShare === null || shift === null) return null;
  return Math.min(1, Math.max(0, score + shift * judgedShare));
}
