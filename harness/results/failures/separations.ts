import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import {
  type ClusteredShare,
  clusteredShare,
  shareDifference,
} from "../../../measure/statistics/intervals/clustered-share.ts";
import { blockOf, type Failure, type FeatureBlock, holds } from "./failure.ts";
import { wordsOf } from "./words.ts";

/** How often something occurs among the members of a cluster and among the other failures. */
export interface Separation {
  feature: string;
  /** Members in which it occurs, of those in which it could be observed. */
  count: number;
  of: number;
  /** The same of the other failures. */
  elsewhere: { count: number; of: number } | null;
  /** Of the two shares, with its 95 % interval, whole scenarios taken as one observation; null where there are no others. */
  difference: { value: number; low: number; high: number } | null;
  /** False where the interval holds 0: the members are of too few scenarios to say that it separates them. */
  sure: boolean;
}

/** At least so many of the members have it, or it says nothing of the cluster. */
const LEAST_SHARE = 0.5;
/** A smaller difference is told only where it is sure. */
const LEAST_UNSURE = 0.3;
const CAUSES_TOLD = 2;
const TOLD = 3;

/**
 * What separates some failures from the others, the largest difference first; at most three, of which at most one tells of each topic. What a
 * person could change goes before what only describes (which without other failures would describe all of them), and is told even where it is not sure, if nothing else is. The clusters were made of these very features: the intervals say how sure a share is, and test nothing.
 */
export function findSeparations(members: readonly Failure[], others: readonly Failure[]): Separation[] {
  const names = [...new Set(members.flatMap(({ features }) => Object.keys(features)))].sort(compareText);
  const found = names
    .filter((feature) => wordsOf(feature) !== null)
    .map((feature) => separationOf(feature, members, others))
    .filter((one) => one !== null)
    .filter((one) => one.count / one.of >= LEAST_SHARE && (one.sure || effectOf(one) >= LEAST_UNSURE))
    .sort((a, b) => effectOf(b) - effectOf(a));
  const causes = firstOf(found.filter(isCause));
  const told = [...causes, ...found.filter((one) => !isCause(one) && one.sure && one.difference !== null)];
  return onePerTopic(told.length > 0 ? told : found.slice(0, 1)).slice(0, TOLD);
}

function isCause({ feature }: Separation): boolean {
  return wordsOf(feature)!.fix !== null;
}

/** Two of different topics; one that is not sure only where none is. */
function firstOf(causes: readonly Separation[]): Separation[] {
  const sure = causes.filter((one) => one.sure);
  return sure.length > 0 ? onePerTopic(sure).slice(0, CAUSES_TOLD) : onePerTopic(causes).slice(0, 1);
}

/** Null where it could be observed in no member. */
function separationOf(feature: string, members: readonly Failure[], others: readonly Failure[]): Separation | null {
  const [own, rest] = [shareOf(feature, members), shareOf(feature, others)];
  if (own === null) return null;
  const difference = rest && shareDifference(own, rest);
  return {
    feature,
    ...{ count: countOf(own), of: own.n },
    elsewhere: rest && { count: countOf(rest), of: rest.n },
    difference: difference && { value: difference.difference, low: difference.low, high: difference.high },
    sure: difference === null || difference.low > 0,
  };
}

function shareOf(feature: string, failures: readonly Failure[]): ClusteredShare | null {
  const seen = failures
    .map((failure) => ({ unit: failure.unit, value: holds(failure, feature) }))
    .filter((one): one is { unit: string; value: boolean } => one.value !== null);
  return clusteredShare(
    seen.map(({ value }) => value),
    seen.map(({ unit }) => unit),
  );
}

function countOf({ share, n }: ClusteredShare): number {
  return Math.round(share * n);
}

function effectOf({ count, of, difference }: Separation): number {
  return difference?.value ?? count / of;
}

/** What an id went through is told once, though three blocks tell of it: by what became of it, where that separates at all. */
const SAME_TOPIC: Partial<Record<FeatureBlock, FeatureBlock>> = { step: "ids", rank: "ids" };

function onePerTopic(separations: readonly Separation[]): Separation[] {
  const topics = grouped(separations, ({ feature }) => SAME_TOPIC[blockOf(feature)] ?? blockOf(feature));
  return [...topics].map(([topic, all]) => all.find(({ feature }) => blockOf(feature) === topic) ?? all[0]!);
}
