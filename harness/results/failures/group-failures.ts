import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { compareText } from "../../../base/text-order.ts";
import { cutAtHeight } from "../../../measure/clustering/flat.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { clusterStability } from "../../../measure/clustering/stability.ts";
import { type ClusteredShare, clusteredShare } from "../../../measure/statistics/intervals/clustered-share.ts";
import type { ExecutionFacts, RunFailures } from "./collect-failures.ts";
import type { Failure } from "./failure.ts";
import { findSeparations, type Separation } from "./separations.ts";
import { centreOf, distanceOf, type SparseVector, toRows, vectorOf } from "./vectors.ts";

/** With fewer failures there is a list: a cluster of three among ten is an anecdote. */
export const LEAST_FAILURES = 12;
/** Failures are in one cluster while their mean cosine distance is at most this. */
export const HEIGHT = 0.4;
/** Fewer alike are no cluster. */
const LEAST_MEMBERS = 3;

/** Failures that went wrong alike. */
export interface Cluster {
  members: readonly Failure[];
  centre: SparseVector;
  separations: readonly Separation[];
  /** Of all failures. */
  share: ClusteredShare;
  /** Members of each group of executions, of all of the group that were scored. */
  configurations: readonly GroupShare[];
  families: readonly GroupShare[];
  /** Names of the members nearest to the centre, and of those nearest to another cluster's. */
  typical: readonly string[];
  borderline: readonly string[];
}

export interface GroupShare {
  group: string;
  count: number;
  of: number;
  low: number;
  high: number;
}

/** Members of each cluster, the largest first, and failures that are in none. */
export interface FailureGroups {
  groups: readonly (readonly Failure[])[];
  /** How well each group is found again in resamples: mean Jaccard similarity; null where that was not measured. */
  agreements: readonly (number | null)[];
  apart: readonly Failure[];
}

/**
 * Groups failures by how they went wrong: average linkage of their vectors by cosine, cut at a fixed height, so that causes are as far apart in one
 * run as in another. What has no features at all has no direction and stands apart. Null below `LEAST_FAILURES`.
 */
export function groupFailures(
  failures: readonly Failure[],
  { stability = true }: { stability?: boolean } = {},
): FailureGroups | null {
  if (failures.length < LEAST_FAILURES) return null;
  const directed = failures.filter(({ features }) => Object.keys(features).length > 0);
  if (directed.length < 2) return { groups: [], agreements: [], apart: failures };
  const { rows } = toRows(directed.map(vectorOf));
  const { labels, sizes } = cluster(rows);
  const groups = sizes.map((_, label) => directed.filter((_failure, row) => labels[row] === label));
  const agreements = stability ? agreementsOf(rows, { labels, groups }) : groups.map(() => null);
  return { groups, agreements, apart: without(failures, groups.flat()) };
}

function cluster(rows: readonly ArrayLike<number>[]) {
  const dendrogram = linkRows(rows, { method: "average", distance: "cosine" });
  return cutAtHeight(dendrogram, { height: HEIGHT, minSize: LEAST_MEMBERS });
}

/** A resample takes the square of the failures: so many pairs over all resamples, which is some seconds. */
const PAIRS = 2e7;
const [LEAST_RESAMPLES, RESAMPLES] = [10, 50];

/** Not measured where so few resamples as would tell something took too long. */
function agreementsOf(
  rows: readonly ArrayLike<number>[],
  { labels, groups }: { labels: Int32Array; groups: FailureGroups["groups"] },
): (number | null)[] {
  const resamples = Math.min(RESAMPLES, Math.floor(PAIRS / rows.length ** 2));
  if (resamples < LEAST_RESAMPLES || groups.length === 0) return groups.map(() => null);
  const random = makeRandom("stability of failure groups");
  return clusterStability(rows, { labels, cluster: (sample) => cluster(sample).labels, random, resamples }).map(
    ({ agreement }) => agreement,
  );
}

/** What is said of each of some groups of failures. */
export function describeGroups(groups: FailureGroups["groups"], { failures, executions }: RunFailures): Cluster[] {
  const centres = groups.map((members) => centreOf(members.map(vectorOf)));
  return groups.map((members, at) => ({
    members,
    centre: centres[at]!,
    separations: findSeparations(members, without(failures, members)),
    share: shareOf(members, failures),
    configurations: sharesBy("configuration", members, executions),
    families: sharesBy("family", members, executions),
    ...nearest(members, centres, at),
  }));
}

function without(failures: readonly Failure[], members: readonly Failure[]): Failure[] {
  const inside = new Set(members);
  return failures.filter((failure) => !inside.has(failure));
}

/** Members among executions, a scenario's taken as one observation. */
function shareOf(members: readonly Failure[], executions: readonly ExecutionFacts[]): ClusteredShare {
  const names = new Set(members.map(({ name }) => name));
  return clusteredShare(
    executions.map(({ name }) => names.has(name)),
    executions.map(({ unit }) => unit),
  )!;
}

/** Groups with a member, the highest share first. */
function sharesBy(
  by: "configuration" | "family",
  members: readonly Failure[],
  executions: readonly ExecutionFacts[],
): GroupShare[] {
  const all = grouped(executions, (execution) => execution[by]);
  return [...grouped(members, (member) => member[by])]
    .map(([group, own]) => {
      const { n, low, high } = shareOf(own, all.get(group)!);
      return { group, count: own.length, of: n, low, high };
    })
    .sort((a, b) => b.count / b.of - a.count / a.of || compareText(a.group, b.group));
}

const TYPICAL = 3;
const BORDERLINE = 2;

function nearest(
  members: readonly Failure[],
  centres: readonly SparseVector[],
  own: number,
): Pick<Cluster, "typical" | "borderline"> {
  const others = centres.filter((_, at) => at !== own);
  const placed = members.map((member) => {
    const vector = vectorOf(member);
    const inside = distanceOf(vector, centres[own]!);
    const outside = Math.min(...others.map((centre) => distanceOf(vector, centre)));
    return { name: member.name, inside, margin: outside - inside };
  });
  const first = (by: "inside" | "margin", count: number) =>
    placed
      .toSorted((a, b) => a[by] - b[by] || compareText(a.name, b.name))
      .slice(0, count)
      .map(({ name }) => name);
  const typical = first("inside", TYPICAL);
  const borderline = others.length === 0 ? [] : first("margin", BORDERLINE + TYPICAL);
  return { typical, borderline: borderline.filter((name) => !typical.includes(name)).slice(0, BORDERLINE) };
}
