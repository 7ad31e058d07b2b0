import { grouped } from "../../../../base/grouped.ts";
import { UserError } from "../../../../base/user-error.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { tQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import {
  type BetweenRuns,
  betweenRuns,
  differenceDeviation,
  falseAlarmRate,
  spreadOfDifference,
} from "../../../../measure/statistics/power/between-runs.ts";
import type { GateConfig } from "../../../record/config/gate-schema.ts";
import type { Comparison } from "../compare.ts";
import { detectableBy } from "../detectable.ts";
import type { GateResult } from "../gate/decide.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { runComparison } from "../request.ts";
import type { RunSource, SourceExecution } from "../sources/run-source.ts";
import { observe } from "../test-of-change.ts";
import { identityOf } from "./identity.ts";
import type { RuleSelfTest, SelfTest } from "./self-test-file.ts";

export interface SelfTestOptions {
  config: GateConfig;
  /** Share of unchanged builds that may fail. */
  atMost: number;
}

const CONFIDENCE = 0.95;
/** Comparisons of one run with another that are played through the whole gate. */
const MOST_COMPARISONS = 132;

/**
 * What a gate cries over runs of one and the same system (A/A), whole run against whole run: as seen, and as an upper bound by the variance
 * between runs. Pairs of k runs are not independent comparisons, so they are counted and never put into a binomial bound.
 * @throws UserError `input` where two of the runs may not be compared at all
 */
export function selfTest(runs: readonly RunSource[], { config, atMost }: SelfTestOptions): SelfTest {
  const compared = comparisonsOf(runs.length).map(([a, b]) => compareRuns(runs[a]!, runs[b]!, config));
  const { comparison, gate } = compared[0]!;
  const rows = [...comparison.metrics, ...comparison.ruled].filter(
    ({ metric, expected }) => metric in gate.rules.metrics && expected > 0,
  );
  const confidence = 1 - (1 - CONFIDENCE) / rows.length;
  const measured = rows.map((row) => measure(row, runs, gate.rules, comparison));
  const boundOf = (k: number) => mostAlarms(measured, { runs: k, confidence });
  const estimate = Math.max(0, ...measured.filter(isMoving).map(likelyAlarms));
  const atMostShown = boundOf(runs.length);
  const moved = measured.some(({ between }) => between !== null);
  return {
    format: 1,
    runs: runs.map(({ provenance, label }) => ({ run: label, run_id: provenance.run_id })),
    scenarios: Math.max(...rows.map(({ scenarios }) => scenarios)),
    of: identityOf(runs[0]!, gate.rules),
    confidence: CONFIDENCE,
    asked: atMost,
    state: !moved ? "nothing-moved" : atMostShown <= atMost ? "shown" : estimate <= atMost ? "too-few-runs" : "more",
    seen: { comparisons: compared.length, failed: compared.filter((one) => one.gate.decision === "regression").length },
    estimate: moved ? estimate : null,
    bound: moved ? atMostShown : null,
    runs_needed: moved && estimate <= atMost ? runsFor(atMost, boundOf, runs.length) : null,
    rules: measured.map((one) => describe(one, { confidence, share: atMost / rows.length })),
  };
}

/** Ordered pairs: each run against the next, then against the one after that, ... so that few cover all runs alike. */
function comparisonsOf(runs: number): [number, number][] {
  const steps = Array.from({ length: runs - 1 }, (_, step) => step + 1);
  const all = steps.flatMap((step) =>
    Array.from({ length: runs }, (_, run): [number, number] => [run, (run + step) % runs]),
  );
  return all.slice(0, Math.max(MOST_COMPARISONS, runs));
}

function compareRuns(baseline: RunSource, candidate: RunSource, config: GateConfig) {
  const { comparison, gate } = runComparison({ baseline, candidate, metrics: null, allow: [], config, gate: true });
  if (comparison.refusals.length > 0)
    throw new UserError("input", `${baseline.label} and ${candidate.label} are no two runs of one system`, {
      problems: comparison.refusals.map(({ problem }) => problem),
      hint: "a self-test takes runs of one commit, one configuration and one set of scenarios",
    });
  return { comparison, gate: gate as GateResult };
}

/** A rule with what its metric does between runs; `between` is null where it never moved. */
interface Measured {
  row: MetricComparison;
  matters: number;
  between: BetweenRuns | null;
  /** Smallest losses that are called: at the rule's level, and at what Holm leaves the smallest p. Infinity: none is. */
  atLevel: number;
  atStrictest: number;
}

function measure(
  row: MetricComparison,
  runs: readonly RunSource[],
  rules: GateConfig,
  { unchanged, identical }: Comparison,
): Measured {
  const isOf = (execution: SourceExecution) =>
    (row.group === "all" || rules.by.some((by) => execution[by] === row.group)) &&
    (identical || !unchanged.includes(execution.configuration));
  const between = betweenRuns(scoresOf(runs, row.metric, isOf));
  const matters = rules.metrics[row.metric]!.min_effect;
  if (between === null) return { row, matters, between, atLevel: Infinity, atStrictest: Infinity };
  const spread = spreadOfDifference(between);
  // Of a loss of this size just half of such samples are called: its own test's critical value.
  const critical = (alpha: number) => detectableBy({ ...row, spread, alpha }, 0.5) ?? Infinity;
  return { row, matters, between, atLevel: critical(row.level), atStrictest: critical(row.alpha) };
}

/** One row a run: of each observation (a scenario, or a cluster of them) the mean of its executions that every run has a score for. */
function scoresOf(
  runs: readonly RunSource[],
  metric: string,
  isOf: (execution: SourceExecution) => boolean,
): number[][] {
  const scores = runs.map(
    ({ executions }) => new Map(executions.filter(isOf).map(({ name, scores: own }) => [name, own[metric]?.value])),
  );
  const [first] = runs as [RunSource];
  const shared = first.executions.filter(({ name }) => scores.every((own) => typeof own.get(name) === "number"));
  const scenarios = [...grouped(shared, ({ scenario }) => scenario).entries()];
  const clusters = scenarios.map(([id]) => first.provenance.clusters[id] ?? id);
  return scores.map((own) => {
    const means = scenarios.map(([, executions]) => mean(executions.map(({ name }) => own.get(name)!))!);
    return [...observe(means, clusters).observations];
  });
}

type Moving = Measured & { between: BetweenRuns };
const isMoving = (one: Measured): one is Moving => one.between !== null;

/**
 * How often any rule is broken, at most: the sum over the rules, each at its own level; or, since Holm calls nothing unless the smallest p is at most
 * its strictest level, the sum of changes that large in either direction. Both hold, whatever the rules have in common.
 */
function mostAlarms(measured: readonly Measured[], { runs, confidence }: { runs: number; confidence: number }): number {
  const sum = (of: (one: Moving) => number) =>
    measured.filter(isMoving).reduce((all, one) => {
      const deviation = differenceDeviation({ ...one.between, runs }, confidence);
      return all + falseAlarmRate(of(one), deviation, one.between.observations);
    }, 0);
  const each = sum(({ matters, atLevel }) => Math.max(matters, atLevel));
  return Math.min(1, each, 2 * sum(({ atStrictest }) => atStrictest));
}

/** How often a rule is broken by itself, as these runs have it. */
function likelyAlarms({ between, matters, atStrictest }: Moving): number {
  return falseAlarmRate(Math.max(matters, atStrictest), differenceDeviation(between), between.observations);
}

const MOST_RUNS = 500;

/** Runs like these that would show it; null: more than 500. */
function runsFor(atMost: number, boundOf: (runs: number) => number, runs: number): number | null {
  for (let needed = runs; needed <= MOST_RUNS; needed += Math.max(1, Math.floor(needed / 20)))
    if (boundOf(needed) <= atMost) return needed;
  return null;
}

function describe(one: Measured, { confidence, share }: { confidence: number; share: number }): RuleSelfTest {
  const { metric, group, unit } = one.row;
  const named = { metric, group, unit, min_effect: one.matters };
  if (!isMoving(one))
    return { ...named, run_deviation: 0, estimate: null, bound: null, found_from: null, quiet_from: null };
  const { between, matters, atLevel, atStrictest } = one;
  const [likely, most] = [differenceDeviation(between), differenceDeviation(between, confidence)];
  const called = Math.max(matters, atStrictest);
  const degrees = between.observations - 1;
  return {
    ...named,
    run_deviation: Math.sqrt(Math.max(0, between.runSquare) / between.observations),
    estimate: likelyAlarms(one),
    bound: falseAlarmRate(Math.max(matters, atLevel), most, between.observations),
    found_from: called === Infinity ? null : called + tQuantile(0.8, degrees) * likely,
    quiet_from: tQuantile(1 - share, degrees) * most,
  };
}
