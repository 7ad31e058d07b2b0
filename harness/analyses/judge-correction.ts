import { countOf } from "../../base/counts.ts";
import { makeRandom } from "../../base/random.ts";
import type { JudgeCorrection } from "../domain/judge-summary.ts";
import { configurationName } from "../domain/names.ts";
import { DIMENSIONS } from "../domain/records.ts";
import { composite } from "../judges/rule.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import type { Rating } from "../ratings/rating.ts";
import { type RatedUnit, ratedUnits } from "../ratings/units.ts";
import { mean } from "../statistics/basics/describe.ts";
import { heldOutShift, type PairedScores } from "../statistics/correction/held-out-shift.ts";
import { columns, pairJudges } from "./judge/pairs.ts";

/** With fewer rated executions than this the calibration judge is the reference. */
const MIN_RATED = 20;

/**
 * `metrics/judge_correction.json`: does a constant correction of the primary judge's overall score, fitted on pairs with a
 * reference, lower the error on pairs that it was not fitted on? Applied only then, and beside the score, never in its place.
 */
export function correctJudge(executions: readonly ScoredExecution[], ratings: readonly Rating[]): JudgeCorrection {
  const rated = ratedUnits(executions, ratings);
  const reference = rated.length >= MIN_RATED ? "people" : "calibration";
  const pairs = reference === "people" ? pairsWithPeople(rated) : pairsWithCalibration(executions);
  const {
    helps: applied,
    shift,
    errorBefore,
    errorAfter,
    gain,
    gainInterval,
  } = heldOutShift(pairs, { random: makeRandom("judge-correction") });
  const scenarios = new Set(pairs.clusters).size;
  return {
    ...{ reference, on: "overall_score", pairs: pairs.score.length, scenarios, applied },
    because: reasonOf(applied, { low: gainInterval.low, scenarios }),
    shift,
    error_before: errorBefore,
    error_after: errorAfter,
    gain,
    gain_interval: gainInterval,
    configurations: configurationMeans(executions, applied ? shift! : null),
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
    clusters: units.map(({ execution }) => execution.scenario.id),
  };
}

function configurationMeans(
  executions: readonly ScoredExecution[],
  shift: number | null,
): JudgeCorrection["configurations"] {
  return [...new Set(executions.map(({ record }) => configurationName(record)))].map((configuration) => {
    const own = executions.filter(({ record }) => configurationName(record) === configuration);
    const scores = own.map((execution) => ({
      value: scoreValue(execution, "overall_score"),
      judged: execution.primary?.judgement,
    }));
    const known = scores.filter((score): score is typeof score & { value: number } => score.value !== null);
    // An execution without an answer scores 0 by policy: no judge erred there.
    const corrected = known.map(({ value, judged }) =>
      judged ? Math.min(1, Math.max(0, value + (shift ?? 0))) : value,
    );
    return {
      configuration,
      score: mean(known.map(({ value }) => value)),
      corrected: shift === null ? null : mean(corrected),
    };
  });
}
