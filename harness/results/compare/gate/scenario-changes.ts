import { grouped } from "../../../../base/grouped.ts";
import { compareText } from "../../../../base/text-order.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { type MetricComparison, scoredPairs } from "../metric-comparison.ts";
import type { Pairing } from "../pairing.ts";

/** A scenario by its means over configurations and repeats. */
export interface ScenarioChange {
  scenario: string;
  before: number;
  /** Null: the candidate has no score at all for what the baseline scored. */
  after: number | null;
  /** By how much it got worse; below 0 it got better. */
  loss: number | null;
  /** Executions that got worse. */
  names: readonly string[];
}

/** Every scenario that the baseline has scored, largest loss first. */
export function scenarioChanges(
  { metric, better }: MetricComparison,
  { pairs, unanswered }: Pick<Pairing, "pairs" | "unanswered">,
): ScenarioChange[] {
  const sign = better === "lower" ? -1 : 1;
  const { scored, lost } = scoredPairs(metric, pairs, unanswered);
  const known = grouped(scored, ({ scenario }) => scenario);
  const gone = grouped(
    lost.filter(({ scenario }) => !known.has(scenario)),
    ({ scenario }) => scenario,
  );
  const changed = [...known].map(([scenario, flips]) => {
    const [before, after] = [mean(flips.map((flip) => flip.baseline))!, mean(flips.map((flip) => flip.candidate))!];
    // Rounded to nine decimals: what differs by rounding alone is no loss.
    const loss = Math.round(sign * (before - after) * 1e9) / 1e9;
    return {
      scenario,
      before,
      after,
      loss,
      names: flips.filter(({ change }) => sign * change < 0).map(({ name }) => name),
    };
  });
  const silent = [...gone].map(([scenario, flips]) => ({
    scenario,
    before: mean(flips.map(({ baseline }) => baseline))!,
    ...{ after: null, loss: null, names: flips.map(({ name }) => name) },
  }));
  return [...changed, ...silent].sort(
    (a, b) => (b.loss ?? -Infinity) - (a.loss ?? -Infinity) || compareText(a.scenario, b.scenario),
  );
}
