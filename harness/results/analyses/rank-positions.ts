import { z } from "zod";
import { FAMILIES } from "../../../scenarios/set/schema.ts";
import { configuration as configurationFields, count, numberOrNull } from "../../record/domain/fields.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, type Column, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

/** Where an expected id can stand, and how the table calls it. */
const LABELS = {
  rank_1: "Rank 1 %",
  rank_2_3: "2-3 %",
  rank_4_10: "4-10 %",
  rank_11_on: "11+ %",
  unranked: "Unranked %",
  unreported: "Not reported %",
  unretrieved: "Never retrieved %",
} as const;
type Place = keyof typeof LABELS;
const PLACES = Object.keys(LABELS) as Place[];

const positionsSchema = z.strictObject({
  ...configurationFields,
  family: z.enum(["all", ...FAMILIES]),
  executions: count.describe("of answerable scenarios, of which it is known what they retrieved"),
  unscored: count.describe("the other executions of answerable scenarios"),
  expected: count.describe("expected ids of the executions; the shares are of these and add up to 1"),
  rank_1: numberOrNull,
  rank_2_3: numberOrNull,
  rank_4_10: numberOrNull,
  rank_11_on: numberOrNull,
  unranked: numberOrNull.describe("named in the answer, and not in its list"),
  unreported: numberOrNull.describe("in a tool result, and not in the answer"),
  unretrieved: numberOrNull.describe("in neither"),
});
type RankPositions = z.infer<typeof positionsSchema>;

export const rankPositions = defineAnalysis({
  name: "rank_positions",
  schema: z
    .array(positionsSchema)
    .describe("Where the ranks go: per configuration and by family, at which rank expected ids stand, or why at none."),
  needs: [],
  compute: ({ configurations }) => configurations.flatMap(positionsOf),
  table: (rows, facts) => ({
    title: "Ranks of the expected ids",
    caption: makeCaption(
      facts,
      "Expected ids of answerable scenarios, over the executions of which it is known what they retrieved (n), by rank in the recommended list. Unranked: named in the answer, and not in its list. Not reported: in a tool result, and not in the answer. Never retrieved: in neither.",
    ),
    columns: [
      ...CONFIGURATION_COLUMNS,
      { key: "family", label: "Family", format: "text" },
      ...Object.entries(LABELS).map(([key, label]): Column => ({ key, label, format: "percent" })),
      ...columnsShown("count", { expected: "Expected", executions: "n" }),
    ],
    rows,
  }),
});

/** All families together, then each that the set has. */
function positionsOf({ configuration, executions }: ScoredConfiguration): RankPositions[] {
  const answerable = executions.filter(({ scenario }) => scenario.answerable && scenario.truth === undefined);
  const families = FAMILIES.filter((family) => answerable.some(({ scenario }) => scenario.family === family));
  return (["all", ...families] as const).map((family) => {
    const own = answerable.filter(({ scenario }) => family === "all" || scenario.family === family);
    const known = own.filter((execution) => scoreValue(execution, "retrieved_unreported") !== null);
    const places = known.flatMap(placesOf);
    const shares = Object.fromEntries(PLACES.map((place) => [place, shareOf(places, place)])) as Record<
      Place,
      number | null
    >;
    const unscored = own.length - known.length;
    return { ...configuration, family, executions: known.length, unscored, expected: places.length, ...shares };
  });
}

/** Where each expected id of an execution stands. */
function placesOf({ expectedIds, rankedIds }: ScoredExecution): Place[] {
  return (expectedIds ?? []).map(({ id, idOutcome }) => {
    const rank = rankedIds.indexOf(id) + 1;
    if (rank === 0)
      return idOutcome.endsWith("_reported")
        ? "unranked"
        : idOutcome.startsWith("retrieved_")
          ? "unreported"
          : "unretrieved";
    return rank === 1 ? "rank_1" : rank <= 3 ? "rank_2_3" : rank <= 10 ? "rank_4_10" : "rank_11_on";
  });
}

function shareOf(places: readonly Place[], place: Place): number | null {
  return places.length === 0 ? null : places.filter((one) => one === place).length / places.length;
}
