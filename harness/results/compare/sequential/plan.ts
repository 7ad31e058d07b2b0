import { normalQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import { spendingDesign } from "../../../../measure/statistics/sequential/boundaries.ts";
import { characteristicsOf } from "../../../../measure/statistics/sequential/characteristics.ts";
import type { PlannedLook, PlannedLooks } from "../../../record/domain/looks.ts";
import { futilityBound } from "./futility.ts";
import { orderClusters, type ScenarioPlace } from "./order.ts";

/** Eighths of the observations after which the gate may look; before half of them nothing stops without a loss, or rare large losses would go unseen. */
const EIGHTHS = [2, 3, 4, 5, 6, 7, 8];
/** Below, a level that is shared out finds so much less that calling a loss early does not pay: it is tested once, at the end, with all of it. */
const LOSS_STOPS_FROM = 200;
/** Stopping early that saves less than this share of the executions of an unchanged candidate is not worth its looks. */
const WORTH = 0.1;

export interface PlanInput {
  scenarios: readonly ScenarioPlace[];
  seed: string;
  /** Two-sided, of the gate's rules. */
  level: number;
  /** Tests in the gate's family. */
  tests: number;
}

/**
 * Order and looks of a series. The level is shared out over the looks: by O'Brien and Fleming's spending where a loss may be called early, and
 * evenly for the interval over the looks at which the series may stop without one. So by the sum over looks both hold for
 * every distribution for which the gate's own test does, and Holm's correction at each look stays what it is.
 */
export function planLooks({ scenarios, seed, level, tests }: PlanInput): PlannedLooks {
  const clusters = orderClusters(scenarios, seed);
  const order = clusters.flat();
  const n = clusters.length;
  const fewest = Math.ceil(Math.log2((2 * tests) / level) - 1e-9);
  const early = EIGHTHS.map((eighth) => ({ eighth, count: Math.round((n * eighth) / 8) })).filter(
    ({ eighth, count }, at, all) =>
      count >= fewest && count > (all[at - 1]?.count ?? 0) && (eighth >= 4 || n >= LOSS_STOPS_FROM) && count < n,
  );
  const looks = looksAt([...early, { eighth: 8, count: n }], { n, level, clusters });
  const saved = 1 - expectedShare(looks, level / tests);
  if (saved >= WORTH) return { seed, order, looks };
  const last = { scenarios: order.length, fraction: 1, loss_share: 1, interval_share: 1 };
  return { seed, order, looks: [last], fixed_because: fixedBecause(n, fewest, saved) };
}

function looksAt(
  places: readonly { eighth: number; count: number }[],
  { n, level, clusters }: { n: number; level: number; clusters: readonly (readonly string[])[] },
): PlannedLook[] {
  const fractions = places.map(({ count }) => count / n);
  const { spent } = spendingDesign({ alpha: level / 2, fractions, spending: "obrien_fleming" });
  const ends = places.filter(({ eighth }) => eighth >= 4).length;
  return places.map(({ eighth, count }, at) => {
    const isLast = at === places.length - 1;
    const own = (spent[at]! - (spent[at - 1] ?? 0)) / (level / 2);
    return {
      scenarios: clusters.slice(0, count).reduce((sum, { length }) => sum + length, 0),
      fraction: fractions[at]!,
      loss_share: n >= LOSS_STOPS_FROM ? own : Number(isLast),
      interval_share: eighth >= 4 ? 1 / ends : 0,
    };
  });
}

/** Of the executions of a candidate that changes nothing, by the normal theory of its futility bounds. */
function expectedShare(looks: readonly PlannedLook[], alpha: number): number {
  const fractions = looks.map(({ fraction }) => fraction);
  const last = -normalQuantile(alpha / 2);
  const upper = looks.map((_, at) => (at === looks.length - 1 ? last : Number.POSITIVE_INFINITY));
  const needed = { least: last, matters: 0 };
  const lower = looks.map(({ fraction, interval_share: share }) =>
    share > 0 && fraction < 1 ? futilityBound(fraction, needed) : undefined,
  );
  return characteristicsOf({ fractions, upper, lower }, 0).expectedFraction;
}

function fixedBecause(n: number, fewest: number, saved: number): string {
  const early = `of ${n} independent scenarios`;
  return n / 2 < fewest
    ? `half ${early} are fewer than the ${fewest} that could show any loss`
    : `stopping early would save ${Math.round(100 * saved)} % of the executions ${early}`;
}
