import type { HumanRatings } from "../domain/judge-summary.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { agreementWithPeople } from "./agreement.ts";
import { correctPassRate } from "./pass-rate.ts";
import type { Rating } from "./rating.ts";
import { ratedUnits } from "./units.ts";

/** `metrics/human.json`: what people say beside the judge; null where nobody has rated. */
export function analyseRatings(
  executions: readonly ScoredExecution[],
  ratings: readonly Rating[],
): HumanRatings | null {
  const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
  if (raters.length === 0) return null;
  const units = ratedUnits(executions, ratings);
  return {
    raters: raters.map((rater) => {
      const own = ratings.filter((rating) => rating.rater === rater);
      const left = own.filter(({ opinion }) => opinion === null).length;
      return { rater, rated: own.length - left, left_out: left };
    }),
    agreement: agreementWithPeople(units, raters),
    pass_rate: correctPassRate(executions, units),
  };
}
