import { z } from "zod";
import { makeRandom } from "../../../base/random.ts";
import { cohenKappa } from "../../../measure/statistics/agreement/cohen-kappa.ts";
import { krippendorffAlpha } from "../../../measure/statistics/agreement/krippendorff.ts";
import { bootstrapInterval } from "../../../measure/statistics/intervals/bootstrap.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { count, interval, numberOrNull } from "../../record/domain/fields.ts";
import { opinionValue, RATED, type Rated, type RatedUnit } from "./units.ts";

export const agreementWithPeopleSchema = z.strictObject({
  between: z.string().describe("`people`, or `judge and <rater>`"),
  on: z.string(),
  measure: z.enum(["alpha", "kappa", "percent"]),
  value: numberOrNull,
  ...interval,
  n: count.describe("executions with two ratings at least"),
});
type Row = z.infer<typeof agreementWithPeopleSchema>;
type Ratings = readonly (readonly (number | null)[])[];
type Statistic = (ratings: Ratings, weights?: ArrayLike<number>) => number | null;

/**
 * People among each other (Krippendorff's alpha over all raters), and the judge against each person: share of equal
 * verdicts and Cohen's kappa on status, alpha on everything. Interval: 95 %, whole scenarios resampled.
 */
export function agreementWithPeople(units: readonly RatedUnit[], raters: readonly string[]): Row[] {
  const among =
    raters.length < 2 ? [] : RATED.map((on) => measure(units, { on, between: "people", measure: "alpha" }, raters));
  const withJudge = raters.flatMap((rater) =>
    RATED.flatMap((on) =>
      (on === "status" ? (["percent", "kappa", "alpha"] as const) : (["alpha"] as const)).map((name) =>
        measure(units, { on, between: `judge and ${rater}`, measure: name }, ["judge", rater]),
      ),
    ),
  );
  return [...among, ...withJudge];
}

function measure(
  units: readonly RatedUnit[],
  head: { on: Rated; between: string; measure: "alpha" | "kappa" | "percent" },
  raters: readonly string[],
): Row {
  const rows = units
    .map((unit) => ({
      cluster: clusterOf(unit.execution.scenario),
      values: raters.map((rater) => ratingBy(unit, rater, head.on)),
    }))
    .filter(({ values }) => values.filter((value) => value !== null).length >= 2);
  const ratings = rows.map(({ values }) => values);
  const statistic = STATISTICS[head.measure](head.on);
  const limits = bootstrapInterval({
    clusters: rows.map(({ cluster }) => cluster),
    statistic: (weights) => statistic(ratings, weights),
    random: makeRandom("human", head.on, head.between, head.measure),
  });
  return { ...head, value: rows.length === 0 ? null : statistic(ratings), ...limits, n: rows.length };
}

function ratingBy({ judge, people }: RatedUnit, rater: string, on: Rated): number | null {
  const opinion = rater === "judge" ? judge : people.find((person) => person.rater === rater)?.opinion;
  return opinion ? opinionValue(opinion, on) : null;
}

const LEVELS = { status: "nominal", alignment: "interval" } as const;

const STATISTICS: Record<"alpha" | "kappa" | "percent", (on: Rated) => Statistic> = {
  alpha: (on) => (ratings, weights) =>
    krippendorffAlpha(ratings, { level: LEVELS[on as keyof typeof LEVELS] ?? "ordinal", weights }),
  kappa: () => (ratings, weights) =>
    cohenKappa(
      ratings.map(([a]) => a!),
      ratings.map(([, b]) => b!),
      { weights, categories: [0, 1] },
    ),
  percent: () => (ratings, weights) => {
    let [equal, all] = [0, 0];
    ratings.forEach(([a, b], i) => {
      const weight = weights?.[i] ?? 1;
      all += weight;
      equal += a === b ? weight : 0;
    });
    return all === 0 ? null : equal / all;
  },
};
