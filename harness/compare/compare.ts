import { grouped } from "../../db/base/grouped.ts";
import { compareText } from "../../db/base/hash.ts";
import { tQuantile } from "../statistics/basics/distributions.ts";
import { holm } from "../statistics/comparison/holm.ts";
import { findRefusals, type Refusal, type RefusalCode } from "./comparable.ts";
import { compareMetric, type MetricComparison } from "./metric-comparison.ts";
import type { MetricFacts } from "./metric-facts.ts";
import { type Pair, type Pairing, pairExecutions } from "./pairing.ts";
import type { Provenance, Side } from "./sides/side.ts";

export const GROUPINGS = ["configuration", "model", "family"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface CompareOptions {
  metrics: readonly MetricFacts[];
  /** Of these `metrics` the gate decides: they are a family of tests of their own, whatever else is shown. */
  gated: readonly string[];
  by?: Grouping;
  allow: readonly RefusalCode[];
  coverage: number;
  /** Significance level that `detectable` is for. */
  level: number;
}

/** Two sides held against each other; what `--json` prints. */
export interface Comparison {
  baseline: ComparedSide;
  candidate: ComparedSide;
  /** Reasons not to compare. When there is one, `metrics` is empty. */
  refusals: readonly Refusal[];
  /** Reasons that `--allow` accepted: everything below is to be read with them. */
  accepted: readonly Refusal[];
  /** Executions that both hold, of those that either expects. */
  pairs: number;
  expected: number;
  excluded: Pairing["excluded"];
  absent: Pairing["absent"];
  notes: readonly string[];
  /** Over everything, one per metric. */
  metrics: readonly MetricComparison[];
  /** The same within each group, a family of tests of its own; [] without `by`. */
  groups: readonly MetricComparison[];
}

export interface ComparedSide extends Pick<Side, "kind" | "label"> {
  provenance: Omit<Provenance, "scenarios" | "metrics">;
}

/** Compares, unless the two can't be: then the result says why. */
export function compareSides(baseline: Side, candidate: Side, options: CompareOptions): Comparison {
  const pairing = pairExecutions(baseline, candidate);
  const metrics = options.metrics.map(({ metric }) => metric);
  const found = findRefusals({ baseline, candidate, pairing, metrics, coverage: options.coverage });
  // Nothing in both is no comparison, whatever was allowed.
  const accepted = found.filter(({ code }) => options.allow.includes(code) && pairing.held > 0);
  const refusals = found.filter((refusal) => !accepted.includes(refusal));
  const pairs = refusals.length > 0 ? [] : pairing.pairs;
  // Who accepts that executions are lacking accepts that nothing is known of them.
  const unanswered = options.allow.includes("coverage") ? [] : pairing.unanswered;
  return {
    baseline: strip(baseline),
    candidate: strip(candidate),
    refusals,
    accepted,
    pairs: pairing.held,
    expected: pairing.expected,
    excluded: pairing.excluded,
    absent: pairing.absent,
    notes: [baseline, candidate].flatMap(({ label, notes }) => notes.map((note) => `${label}: ${note}`)),
    metrics: pairs.length === 0 ? [] : compareAll({ pairs, unanswered }, options),
    groups: pairs.length === 0 || !options.by ? [] : compareGroups(pairs, options.by, options),
  };
}

function strip({ kind, label, provenance: { scenarios: _, metrics: __, ...provenance } }: Side): ComparedSide {
  return { kind, label, provenance };
}

function compareAll(
  selection: Pick<Pairing, "pairs" | "unanswered">,
  { metrics, gated, level }: CompareOptions,
): MetricComparison[] {
  const rows = metrics.map((facts) => compareMetric(facts, "all", selection));
  const own = (row: MetricComparison) => gated.includes(row.metric);
  const families = [rows.filter(own), rows.filter((row) => !own(row))].flatMap((family) => correct(family, level));
  return rows.map(({ metric }) => families.find((row) => row.metric === metric)!);
}

function compareGroups(pairs: readonly Pair[], by: Grouping, { metrics, level }: CompareOptions): MetricComparison[] {
  const groups = [...grouped(pairs, ({ candidate }) => candidate[by])].sort(([a], [b]) => compareText(a, b));
  return correct(
    groups.flatMap(([group, part]) =>
      metrics.map((facts) => compareMetric(facts, group, { pairs: part, unanswered: [] })),
    ),
    level,
  );
}

/** Holm's correction over a family of tests, and what each of them could have found. */
function correct(rows: readonly MetricComparison[], level: number): MetricComparison[] {
  const adjusted = holm(rows.map(({ p }) => p));
  const tests = rows.filter(({ p }) => p !== null).length;
  return rows.map((row, index) => ({
    ...row,
    adjustedP: adjusted[index]!,
    detectable: detectable(row, level / Math.max(1, tests)),
  }));
}

/**
 * Difference that a paired t test of this many scenarios with this spread finds with probability 0.8, at the level that
 * Holm asks of the smallest p: the sum of two t quantiles for the noncentral t, 0.3 % off for 40 scenarios, 4 % for 5.
 */
function detectable({ spread, scenarios }: MetricComparison, alpha: number): number | null {
  if (spread === null || scenarios < 2) return null;
  const quantiles = tQuantile(1 - alpha / 2, scenarios - 1) + tQuantile(0.8, scenarios - 1);
  return (quantiles * spread) / Math.sqrt(scenarios);
}
