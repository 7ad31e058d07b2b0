import { count, percent } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { shareBars } from "../drawing/charts/bars.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { oneOutcome } from "./flat.ts";

const PLACES = {
  rank_1: "rank 1",
  rank_2_3: "rank 2-3",
  rank_4_10: "rank 4-10",
  rank_11_on: "rank 11 and on",
  unranked: "named without a rank",
  unreported: "retrieved, not reported",
  unretrieved: "never retrieved",
} as const;
const NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[];
const LISTED: readonly string[] = [PLACES.rank_1, PLACES.rank_2_3, PLACES.rank_4_10];

export interface PlaceRow extends ConfigurationRow {
  place: string;
  share: number;
  expected: number;
}

const BEHIND: Target = { metric: "retrieved_reported,expected_ids", has: "value" };

export const rankPositions: Figure<PlaceRow, null> = {
  name: "rank-positions",
  title: "Ranks of the expected ids",
  definition:
    "Expected ids of answerable scenarios by their rank in the recommended list, over the executions of which it is known what they retrieved. Those without a rank are named in the answer but not in its list, or were returned by a tool and not reported, or were never retrieved. An answer has one rank 1, so questions with many expected ids have few there. By family: table rank_positions.",
  columns: columnsOf({
    configuration: "text",
    place: ["text", "expected ids"],
    share: "percent",
    expected: ["count", "of"],
  }),
  page: "retrieval",
  read: (results) => ({ rows: placeRows(results), facts: null }),
  caption: describePlaces,
  flat: ({ rows }) => oneOutcome(rows, ({ place }) => place),
  marks: ({ rows }) => rows.length,
  spec: ({ rows }, options) => {
    const { found, grounded, levels, lost, none } = options.theme;
    return shareBars({
      ...{ rows, options, field: "place", parts: Object.values(PLACES) },
      colors: [found, grounded, ...levels, lost, none],
      length: { field: "share", title: "share of expected ids" },
      tooltip: ["configuration", "place", "share", "expected"],
    });
  },
  target: (row) => ({ ...configurationTarget(row), ...BEHIND }),
  behind: BEHIND,
};

function placeRows({ rank_positions }: Results): PlaceRow[] {
  return rank_positions
    .filter(({ family, expected }) => family === "all" && expected > 0)
    .flatMap((one) =>
      NAMES.map((name) => ({
        ...configurationRow(one),
        place: PLACES[name],
        share: one[name] ?? 0,
        expected: one.expected,
      })),
    );
}

function describePlaces({ rows }: FigureData<PlaceRow>): string {
  const ids = (among: readonly string[]) =>
    rows.filter(({ place }) => among.includes(place)).reduce((sum, { share, expected }) => sum + share * expected, 0);
  const all = ids(Object.values(PLACES));
  if (all === 0) return "No trace of an answerable scenario: nothing is known about the ranks of expected ids.";
  const share = (...among: string[]) => percent(ids(among) / all);
  return `Of ${count(Math.round(all))} expected ids ${share(PLACES.rank_1)} stand at rank 1 and ${share(...LISTED)} among the first ten; ${share(PLACES.unreported)} were retrieved and not reported, ${share(PLACES.unretrieved)} never retrieved.`;
}
