import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { detectableBy } from "./detectable.ts";
import {
  type Clusters,
  compareMetric,
  type MetricComparison,
  type Prepared,
  prepareMetric,
} from "./metric-comparison.ts";
import type { MetricFacts } from "./metric-facts.ts";
import type { Pairing } from "./pairing.ts";
import { smallestReachable, testOf } from "./test-of-change.ts";

/** One test of a family: a metric, over everything or over a group. */
export interface Member {
  facts: MetricFacts;
  group: string;
  selection: Pick<Pairing, "pairs" | "unanswered">;
  /** Of its rule. */
  level: number;
}

interface FamilyOptions {
  symmetric: boolean;
  clusters: Clusters;
  /** Those decide a gate: what could be shown by no data whatever is not tested, and takes nothing from the others. */
  decides: boolean;
  shares?: LevelShares | undefined;
}

/** What a look of a series has of each rule's level. */
export interface LevelShares {
  /** For intervals here. */
  interval: number;
  /** For the test at the last look: what power and the fewest scenarios go by. */
  last: number;
}

const WHOLE: LevelShares = { interval: 1, last: 1 };

/** A family of tests with Holm's correction over it, and what each could have found at the level that it leaves the smallest p. */
export function compareFamily(
  members: readonly Member[],
  { symmetric, clusters, decides, shares = WHOLE }: FamilyOptions,
): MetricComparison[] {
  const prepared = members.map(({ facts, group, selection }) => prepareMetric(facts, group, selection, clusters));
  const tested = decides ? testedOf(prepared, members, { symmetric, shares }) : members.map(() => true);
  const tests = tested.filter(Boolean).length;
  const rows = prepared.map((one, at) => {
    const { level } = members[at]!;
    // What is not tested is told how many would do beside all others.
    const count = Math.max(1, tested[at] ? tests : members.length);
    const own = level * shares.interval;
    const alpha = (level * shares.last) / count;
    const row = compareMetric(one, { symmetric, level: own, corrected: own / count, alpha });
    return { ...row, detectable: detectableBy(row) };
  });
  const adjusted = holm(rows.map(({ p }, at) => (tested[at] ? p : null)));
  const family = adjusted.filter((p) => p !== null).length;
  return rows.map((row, at) => ({ ...row, adjusted_p: adjusted[at]!, family }));
}

/**
 * The largest family in which each test could reach Holm's strictest level. By how many scenarios there are and never by what they show,
 * so that choosing costs no error.
 */
function testedOf(
  prepared: readonly Prepared[],
  members: readonly Member[],
  { symmetric, shares }: Pick<FamilyOptions, "symmetric"> & { shares: LevelShares },
): boolean[] {
  const needs = prepared.map(({ facts: { largest_change }, sample }, at) => {
    const test = testOf({ largest_change, symmetric });
    const level = members[at]!.level * shares.last;
    return sample.observations.length === 0 ? Infinity : smallestReachable(test, sample) / level;
  });
  const sizeAt = (most: number) => needs.filter((need) => need <= most).length;
  const most = needs.filter((need) => need * sizeAt(need) <= 1 + 1e-9).reduce((a, b) => Math.max(a, b), -1);
  return needs.map((need) => need <= most);
}
