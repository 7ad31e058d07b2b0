import { grouped } from "../../../base/grouped.ts";
import { makeRandom } from "../../../base/random.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { mean, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import { pairedT } from "../../../measure/statistics/comparison/paired-t.ts";
import { isNotApplicable } from "../metrics/execution/metric.ts";
import type { MetricFacts } from "./metric-facts.ts";
import type { ExecutionPair, MissingExecutions, Pairing } from "./pairing.ts";
import type { SourceExecution } from "./sources/run-source.ts";
import { tallied } from "./tallied.ts";
import { fewestScenarios, observe, type Sample, type TestedChange, testChange } from "./test-of-change.ts";

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
  /** Observations: scenarios that tell of each other are one (`scenarios/set/clusters.ts`). And scenarios in the largest. */
  distinct: number;
  largest_cluster: number;
  /** Pairs left out because a side has no score: `side: reason` -> pairs. Never counted as 0. */
  unscored: Readonly<Record<string, number>>;
  /** Pairs that the metric is about, and those of them (with what the candidate lacks) without a score on a side. */
  expected: number;
  absent: MissingExecutions;
  /** The mean loss if everything that only the baseline has a score for had got the worst score; null where no score is the worst. */
  hidden: number | null;
  /** Means over scenarios, of the pairs that count. Null without any. */
  baseline: number | null;
  candidate: number | null;
  /** Significance level of its rule (at a look: what its interval has of it), and what its family leaves of it for each test. */
  level: number;
  alpha: number;
  /** Candidate minus baseline, with its interval of 1 - `level` and its p by `test`, over clusters of scenarios. */
  difference: number | null;
  low: number | null;
  high: number | null;
  /** At the level that its family leaves each test. */
  corrected_low: number | null;
  corrected_high: number | null;
  doubted?: TestedChange["doubted"];
  test: TestedChange["test"];
  p: number | null;
  /** Holm-corrected over its family, and how many tests that has; set by `compare`. */
  adjusted_p: number | null;
  family: number;
  /** Cohen's d of paired differences; null where they do not vary. */
  effect: number | null;
  /** Standard deviation of the observations' differences, each with the weight of its scenarios. */
  spread: number | null;
  /** Smallest difference that would be found 4 times in 5; set by `compare`. */
  detectable: number | null;
  /** Scenarios without which the test can find nothing, or is not to be relied on, at the level that its family leaves it; set by `compare`. */
  fewest: number | null;
  /** Scenarios on which the candidate is better, equal, worse. */
  wins: number;
  ties: number;
  losses: number;
  /** Executions that got worse, worst first. */
  worst: readonly Flip[];
  /** Every scenario changed by as much as there is or not at all: power goes by steps. */
  pass_or_fail?: true;
  /** Scenarios that changed by more than a rule says that any can: then the mean is tested over the whole range of the metric. */
  beyond?: { limit: number; worse: readonly string[]; better: readonly string[] };
}

const KEPT_FLIPS = 20;

/** The cluster of each scenario that is in one with another that goes before it. */
export type Clusters = Readonly<Record<string, string>>;

/** The changes of a metric's scenarios, before anything is tested. */
export interface Prepared extends Pick<MetricComparison, "group" | "beyond"> {
  facts: MetricFacts;
  sample: Sample;
  byScenario: ReadonlyMap<string, readonly Flip[]>;
  pairs: ReturnType<typeof scoredPairs>;
}

export function prepareMetric(
  declared: MetricFacts,
  group: string,
  { pairs, unanswered }: Pick<Pairing, "pairs" | "unanswered">,
  clusters: Clusters,
): Prepared {
  const scored = scoredPairs(declared.metric, pairs, unanswered);
  const byScenario = grouped(scored.scored, ({ scenario }) => scenario);
  // Rounded to nine decimals: a sum of differences that cancel out must be a tie.
  const changes = [...byScenario.values()].map(
    (flips) => Math.round(mean(flips.map(({ change }) => change))! * 1e9) / 1e9,
  );
  const { facts, beyond } = heldRange(declared, [...byScenario.keys()], changes);
  const sample = observe(
    changes,
    [...byScenario.keys()].map((id) => clusters[id] ?? id),
  );
  return { facts, group, sample, byScenario, pairs: scored, ...(beyond && { beyond }) };
}

export function compareMetric(
  { facts, group, sample, byScenario, pairs: { scored, unscored, absent, lost }, beyond }: Prepared,
  { symmetric, level, corrected, alpha }: { symmetric: boolean; level: number; corrected: number; alpha: number },
): MetricComparison {
  const { changes } = sample;
  const average = (of: (flip: Flip) => number) => [...byScenario.values()].map((flips) => mean(flips.map(of))!);
  const known = { largest_change: facts.largest_change, symmetric, level, corrected, alpha };
  const tested = testChange(sample, known, makeRandom("compare", facts.metric, group));
  const sign = facts.better === "lower" ? -1 : 1;
  return {
    ...facts,
    group,
    pairs: scored.length,
    scenarios: changes.length,
    distinct: sample.observations.length,
    largest_cluster: sample.largest,
    unscored,
    expected: scored.length + absent.baseline.length + absent.candidate.length,
    absent,
    hidden: hiddenLoss(facts, scored, lost),
    baseline: mean(average((flip) => flip.baseline)),
    candidate: mean(average((flip) => flip.candidate)),
    level,
    alpha,
    difference: mean(changes),
    ...tested,
    adjusted_p: null,
    family: 0,
    effect: pairedT(changes)?.effect ?? null,
    spread: standardDeviation(sample.observations),
    detectable: null,
    fewest: fewestScenarios(tested.test, sample, alpha),
    wins: changes.filter((change) => sign * change > 0).length,
    ties: changes.filter((change) => change === 0).length,
    losses: changes.filter((change) => sign * change < 0).length,
    worst: worstFirst(scored, sign),
    ...(isPassOrFail(facts, sample) && { pass_or_fail: true }),
    ...(beyond && { beyond }),
  };
}

/** Clusters of several scenarios have steps between. */
function isPassOrFail({ largest_change: most }: MetricFacts, { changes, largest }: Sample): boolean {
  return largest <= 1 && changes.every((change) => change === 0 || Math.abs(change) === most);
}

/**
 * The range that the test may rest on: as a rule says, as long as every scenario keeps to it, else the metric's own.
 * @throws UserError `input` where a score is out of its metric's range
 */
function heldRange(
  { declared_change: limit, ...facts }: MetricFacts,
  scenarios: readonly string[],
  changes: readonly number[],
): { facts: MetricFacts; beyond?: MetricComparison["beyond"] } {
  const outside = (most: number | null) =>
    [...changes.keys()].filter((at) => most !== null && Math.abs(changes[at]!) > most + 1e-9);
  const [at] = outside(facts.largest_change);
  if (at !== undefined)
    throw new UserError("input", `${facts.metric} of ${scenarios[at]} changes by ${changes[at]}`, {
      hint: `no score of this metric can change by more than ${facts.largest_change}: one of the two is damaged`,
    });
  if (limit === undefined) return { facts };
  const broken = outside(limit);
  if (broken.length === 0) return { facts: { ...facts, largest_change: limit } };
  const sign = facts.better === "lower" ? -1 : 1;
  const named = (direction: number) =>
    broken.filter((index) => direction * sign * changes[index]! > 0).map((index) => scenarios[index]!);
  return { facts, beyond: { limit, worse: named(-1), better: named(1) } };
}

/** A score of the baseline that the candidate has nothing to be held against with. */
type Lost = Pick<Flip, "name" | "scenario" | "baseline">;

/** Pairs with a number on both sides, and why the others have none. What the metric is not about is in neither. */
export function scoredPairs(
  metric: string,
  pairs: readonly ExecutionPair[],
  unanswered: readonly SourceExecution[] = [],
) {
  const scored: Flip[] = [];
  const unscored: string[] = [];
  const absent = { baseline: [] as string[], candidate: [] as string[] };
  const lost: Lost[] = [];
  for (const { name, scenario, scores } of unanswered) {
    const value = scores[metric]?.value ?? null;
    if (value === null) continue;
    absent.candidate.push(name);
    lost.push({ name, scenario, baseline: value });
  }
  for (const { baseline, candidate } of pairs) {
    const [a, b] = [baseline.scores[metric], candidate.scores[metric]];
    if (isNotApplicable(a?.reason) && isNotApplicable(b?.reason)) continue;
    if (a === undefined || a.value === null) {
      unscored.push(`baseline: ${a?.reason ?? "missing"}`);
      absent.baseline.push(baseline.name);
    } else if (b === undefined || b.value === null) {
      unscored.push(`candidate: ${b?.reason ?? "missing"}`);
      absent.candidate.push(candidate.name);
      lost.push({ name: candidate.name, scenario: candidate.scenario, baseline: a.value });
    } else
      scored.push({
        name: candidate.name,
        scenario: candidate.scenario,
        baseline: a.value,
        candidate: b.value,
        change: b.value - a.value,
      });
  }
  return { scored, unscored: tallied(unscored), absent, lost };
}

/** The worst score of a metric that has one: a count has no end. */
export function worstScore({ better, unit }: MetricFacts): number | null {
  if (better === "higher") return unit === "likert" ? 1 : unit === "cosine" ? -1 : 0;
  return better === "lower" && (unit === "share" || unit === "binary") ? 1 : null;
}

function hiddenLoss(facts: MetricFacts, scored: readonly Flip[], lost: readonly Lost[]): number | null {
  const worst = worstScore(facts);
  if (lost.length === 0 || worst === null) return null;
  const changes = [...scored, ...lost.map((flip) => ({ ...flip, change: worst - flip.baseline }))];
  const byScenario = [...grouped(changes, ({ scenario }) => scenario).values()];
  const change = mean(byScenario.map((flips) => mean(flips.map((flip) => flip.change))!))!;
  return facts.better === "lower" ? change : -change;
}

function worstFirst(flips: readonly Flip[], sign: number): Flip[] {
  return flips
    .filter(({ change }) => sign * change < 0)
    .sort((a, b) => sign * (a.change - b.change) || compareText(a.name, b.name))
    .slice(0, KEPT_FLIPS);
}
