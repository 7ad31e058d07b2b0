import { z } from "zod";
import { agreementWithPeople, agreementWithPeopleSchema } from "../../judge/ratings/agreement.ts";
import { correctPassRate, passRateSchema } from "../../judge/ratings/pass-rate.ts";
import { ratedUnits } from "../../judge/ratings/units.ts";
import { count } from "../../record/domain/fields.ts";
import { defineAnalysis } from "./analysis.ts";
import type { Scored } from "./scored.ts";

const humanSchema = z.strictObject({
  raters: z.array(z.strictObject({ rater: z.string(), rated: count, left_out: count })),
  agreement: z.array(agreementWithPeopleSchema),
  pass_rate: passRateSchema,
});
export type HumanRatings = z.infer<typeof humanSchema>;

export const human = defineAnalysis({
  name: "human",
  schema: humanSchema.nullable().describe("Human ratings beside the judge's verdicts; null without ratings."),
  needs: [],
  compute: analyseRatings,
});

function analyseRatings({ executions, ratings }: Scored): HumanRatings | null {
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
