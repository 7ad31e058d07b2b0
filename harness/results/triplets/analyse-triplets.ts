import { parseAnswer } from "../../../agent/answer/answer.ts";
import { parseDecimal } from "../../../base/blank.ts";
import { makeRandom } from "../../../base/random.ts";
import { countWords } from "../../../base/words.ts";
import { cohenKappa } from "../../../measure/statistics/agreement/cohen-kappa.ts";
import { median } from "../../../measure/statistics/basics/describe.ts";
import { bootstrapInterval } from "../../../measure/statistics/intervals/bootstrap.ts";
import {
  type ClusteredShare,
  clusteredShare,
  shareDifference,
} from "../../../measure/statistics/intervals/clustered-share.ts";
import { FOLLOW_UPS, type FollowUp, readFollowUp } from "./follow-up.ts";
import type { Triplet } from "./read-triplets.ts";

export interface AnalysedTriplets {
  triplets: number;
  sessions: number;
  /** Of all exchanges that were followed by a message; `last` ones, which are not, are counted alone. */
  shares: readonly ({ follow_up: FollowUp; count: number } & Partial<Pick<ClusteredShare, "share" | "low" | "high">>)[];
  /** How far the rules agree with the labels, over those that have one and were followed by a message; null without any. */
  agreement: {
    labelled: number;
    agreed: number;
    kappa: number | null;
    low: number | null;
    high: number | null;
    confusion: readonly { label: FollowUp; read: FollowUp; count: number }[];
  } | null;
  /** Share that was corrected where something held, and elsewhere; intervals that hold together. */
  corrected: readonly {
    where: string;
    count: number;
    share: number;
    elsewhere: number;
    difference: number;
    low: number;
    high: number;
  }[];
}

/** The message after each answer, read by rules, with what goes with a correction. Sessions are what is drawn: one person's messages are alike. */
export function analyseTriplets(triplets: readonly Triplet[]): AnalysedTriplets {
  const read = triplets.map(readFollowUp);
  const followed = triplets.flatMap((triplet, at) => (read[at] === "last" ? [] : [{ triplet, read: read[at]! }]));
  const sessions = followed.map(({ triplet }) => triplet.session);
  return {
    triplets: triplets.length,
    sessions: new Set(triplets.map(({ session }) => session)).size,
    shares: FOLLOW_UPS.map((follow_up) => {
      const count = read.filter((one) => one === follow_up).length;
      if (follow_up === "last" || followed.length === 0) return { follow_up, count };
      const { share, low, high } = clusteredShare(
        followed.map((one) => one.read === follow_up),
        sessions,
      )!;
      return { follow_up, count, share, low, high };
    }),
    agreement: followUpAgreement(
      followed.flatMap(({ triplet: { label, session }, read: own }) => (label ? [{ label, read: own, session }] : [])),
    ),
    corrected: correlates(followed),
  };
}

interface Followed {
  triplet: Triplet;
  read: FollowUp;
}

/** How far two readings of the same messages agree; null without any. Sessions are what is drawn. */
export function followUpAgreement(
  both: readonly { label: FollowUp; read: FollowUp; session: string }[],
): AnalysedTriplets["agreement"] {
  if (both.length === 0) return null;
  const placeOf = (kind: FollowUp) => FOLLOW_UPS.indexOf(kind);
  const kappa = (weights?: Uint32Array) =>
    cohenKappa(
      both.map(({ label }) => placeOf(label)),
      both.map(({ read }) => placeOf(read)),
      weights && { weights },
    );
  const clusters = both.map(({ session }) => session);
  const confusion = FOLLOW_UPS.flatMap((label) =>
    FOLLOW_UPS.map((read) => ({
      label,
      read,
      count: both.filter((one) => one.label === label && one.read === read).length,
    })),
  );
  return {
    labelled: both.length,
    agreed: both.filter(({ label, read }) => label === read).length,
    kappa: kappa(),
    ...bootstrapInterval({ clusters, statistic: kappa, random: makeRandom("triplets") }),
    confusion: confusion.filter(({ count }) => count > 0),
  };
}

/** Fewer on one side say nothing of it. */
const LEAST = 5;
/** A column with more different words than this names things rather than kinds of them. */
const MOST_KINDS = 10;

function correlates(followed: readonly Followed[]): AnalysedTriplets["corrected"] {
  const found = conditionsOf(followed.map(({ triplet }) => triplet)).flatMap(({ where, holds }) => {
    const sides = [true, false].map((side) => followed.filter((_one, at) => holds[at] === side));
    return sides.every(({ length }) => length >= LEAST) ? [{ where, sides }] : [];
  });
  // As many differences as there are: each interval is so wide that all of them hold in 95 of 100 cases (Bonferroni).
  const level = 1 - 0.05 / Math.max(1, found.length);
  return found
    .map(({ where, sides }) => {
      const [here, there] = sides.map(
        (side) =>
          clusteredShare(
            side.map(({ read }) => read === "corrected"),
            side.map(({ triplet }) => triplet.session),
            level,
          )!,
      ) as [ClusteredShare, ClusteredShare];
      return { where, count: here.n, share: here.share, elsewhere: there.share, ...shareDifference(here, there) };
    })
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

interface Condition {
  where: string;
  /** Of each triplet; null where it is not told. */
  holds: readonly (boolean | null)[];
}

function conditionsOf(triplets: readonly Triplet[]): Condition[] {
  const numbers = (of: (triplet: Triplet) => number) => triplets.map(of);
  const columns = [...new Set(triplets.flatMap(({ told }) => Object.keys(told)))];
  return [
    { where: "the answer abstains", holds: triplets.map(({ answer }) => parseAnswer(answer).abstained) },
    ...aboveMedian(
      "words of the query",
      numbers(({ query }) => countWords(query)),
    ),
    ...aboveMedian(
      "words of the answer",
      numbers(({ answer }) => countWords(answer)),
    ),
    ...aboveMedian(
      "exchange of the session",
      numbers(({ exchange }) => exchange),
    ),
    ...columns.flatMap((column) =>
      ofColumn(
        column,
        triplets.map(({ told }) => told[column] ?? null),
      ),
    ),
  ];
}

function aboveMedian(what: string, values: readonly (number | null)[]): Condition[] {
  const middle = median(values.filter((value) => value !== null));
  if (middle === null) return [];
  return [{ where: `${what} > ${middle}`, holds: values.map((value) => (value === null ? null : value > middle)) }];
}

function ofColumn(column: string, cells: readonly (string | null)[]): Condition[] {
  const numbers = cells.map((cell) => (cell === null ? null : parseDecimal(cell)));
  if (cells.every((cell, at) => cell === null || numbers[at] !== null)) return aboveMedian(column, numbers);
  const kinds = [...new Set(cells.filter((cell) => cell !== null))];
  if (kinds.length > MOST_KINDS) return [];
  return kinds.map((kind) => ({
    where: `${column} = ${kind}`,
    holds: cells.map((cell) => (cell === null ? null : cell === kind)),
  }));
}
