import { grouped } from "../../db/base/grouped.ts";
import { compareText } from "../../db/base/hash.ts";
import { makeRandom } from "../../db/base/random.ts";
import { isNotApplicable } from "../metrics/execution/metric.ts";
import { mean, standardDeviation } from "../statistics/basics/describe.ts";
import { pairedT } from "../statistics/comparison/paired-t.ts";
import { signFlipTest } from "../statistics/comparison/sign-flip.ts";
import { bootstrapMeanInterval } from "../statistics/intervals/bootstrap.ts";
import type { MetricFacts } from "./metric-facts.ts";
import type { Pair } from "./pairing.ts";
import { tallied } from "./tallied.ts";

/** One execution whose score moved, `change` being the candidate's minus the baseline's. */
export interface Flip {
  name: string;
  scenario: string;
  baseline: number;
  candidate: number;
  change: number;
}

/** One metric over the pairs of one group. The scenario is the unit: repeats and configurations are averaged within it. */
export interface MetricComparison extends MetricFacts {
  /** `all`, or a configuration, model or family. */
  group: string;
  /** Scored on both sides. */
  pairs: number;
  scenarios: number;
  /** Pairs left out because a side has no score: `side: reason` -> pairs. Never counted as 0. */
  unscored: Readonly<Record<string, number>>;
  /** Means over scenarios, of the pairs that count. Null without any. */
  baseline: number | null;
  candidate: number | null;
  /** Candidate minus baseline with its 95 % interval (bootstrap of scenarios; null below five). */
  difference: number | null;
  low: number | null;
  high: number | null;
  /** Two-sided, by sign flips of scenarios. */
  p: number | null;
  /** Holm-corrected over its family; set by `compare`. */
  adjustedP: number | null;
  /** Cohen's d of paired differences; null where they do not vary. */
  effect: number | null;
  /** Standard deviation of the scenarios' differences. */
  spread: number | null;
  /** Smallest difference that would be found 4 times in 5; set by `compare`. */
  detectable: number | null;
  /** Scenarios on which the candidate is better, equal, worse. */
  wins: number;
  ties: number;
  losses: number;
  /** Executions that got worse, worst first. */
  worst: readonly Flip[];
}

const KEPT_FLIPS = 20;

export function compareMetric(facts: MetricFacts, group: string, pairs: readonly Pair[]): MetricComparison {
  const { scored, unscored } = scoredPairs(facts.metric, pairs);
  const byScenario = grouped(scored, ({ scenario }) => scenario);
  const average = (of: (flip: Flip) => number) => [...byScenario.values()].map((flips) => mean(flips.map(of))!);
  // Rounded to nine decimals: a sum of differences that cancel out must be a tie.
  const changes = average(({ change }) => change).map((value) => Math.round(value * 1e9) / 1e9);
  const random = makeRandom("compare", facts.metric, group);
  const sign = facts.better === "lower" ? -1 : 1;
  return {
    ...facts,
    group,
    pairs: scored.length,
    scenarios: changes.length,
    unscored,
    baseline: mean(average((flip) => flip.baseline)),
    candidate: mean(average((flip) => flip.candidate)),
    difference: mean(changes),
    ...bootstrapMeanInterval(changes, { clusters: [...byScenario.keys()], random }),
    p: signFlipTest(changes, { random })?.p ?? null,
    adjustedP: null,
    effect: pairedT(changes)?.effect ?? null,
    spread: standardDeviation(changes),
    detectable: null,
    wins: changes.filter((change) => sign * change > 0).length,
    ties: changes.filter((change) => change === 0).length,
    losses: changes.filter((change) => sign * change < 0).length,
    worst: worstFirst(scored, sign),
  };
}

/** Pairs with a number on both sides, and why the others have none. What the metric is not about is in neither. */
export function scoredPairs(metric: string, pairs: readonly Pair[]) {
  const scored: Flip[] = [];
  const unscored: string[] = [];
  for (const { baseline, candidate } of pairs) {
    const [a, b] = [baseline.scores[metric], candidate.scores[metric]];
    if (isNotApplicable(a?.reason) && isNotApplicable(b?.reason)) continue;
    if (a === undefined || a.value === null) unscored.push(`baseline: ${a?.reason ?? "missing"}`);
    else if (b === undefined || b.value === null) unscored.push(`candidate: ${b?.reason ?? "missing"}`);
    else
      scored.push({
        name: candidate.name,
        scenario: candidate.scenario,
        baseline: a.value,
        candidate: b.value,
        change: b.value - a.value,
      });
  }
  return { scored, unscored: tallied(unscored) };
}

function worstFirst(flips: readonly Flip[], sign: number): Flip[] {
  return flips
    .filter(({ change }) => sign * change < 0)
    .sort((a, b) => sign * (a.change - b.change) || compareText(a.name, b.name))
    .slice(0, KEPT_FLIPS);
}
