import { countOf } from "../../base/counts.ts";
import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/hash.ts";
import { holm } from "../statistics/comparison/holm.ts";
import { findRefusals, type Refusal, type RefusalCode } from "./comparable.ts";
import { detectableBy } from "./detectable.ts";
import { type Clusters, compareMetric, type MetricComparison } from "./metric-comparison.ts";
import type { MetricFacts } from "./metric-facts.ts";
import { type ExecutionPair, type Pairing, pairExecutions } from "./pairing.ts";
import { type QuestionChange, questionChanges } from "./question-changes.ts";
import type { Provenance, RunSource } from "./sources/run-source.ts";

export const GROUPINGS = ["configuration", "model", "family"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface CompareOptions {
  metrics: readonly MetricFacts[];
  /** Of these `metrics` the gate decides: they are a family of tests of their own, whatever else is shown. */
  gated: readonly string[];
  by?: Grouping;
  allow: readonly RefusalCode[];
  coverage: number;
  /** Significance level that `detectable` and `fewest` are for. */
  level: number;
  /** Take the scenarios' changes for symmetric about their mean: more power, for an assumption. */
  symmetric?: boolean;
}

/** Two run sources compared; what `--json` prints. */
export interface Comparison {
  baseline: ComparedSource;
  candidate: ComparedSource;
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
  /** Gains and losses of the gate's metrics, or of the first ones that are compared. */
  questions: readonly QuestionChange[];
  /** Over everything, one per metric. */
  metrics: readonly MetricComparison[];
  /** The same within each group, a family of tests of its own; [] without `by`. */
  groups: readonly MetricComparison[];
}

export interface ComparedSource extends Pick<RunSource, "kind" | "label"> {
  provenance: Omit<Provenance, "scenarios" | "clusters" | "metrics">;
}

/** Compares, unless the two can't be: then the result says why. */
export function compareSources(baseline: RunSource, candidate: RunSource, options: CompareOptions): Comparison {
  const pairing = pairExecutions(baseline, candidate);
  const metrics = options.metrics.map(({ metric }) => metric);
  const found = findRefusals({ baseline, candidate, pairing, metrics, coverage: options.coverage });
  // Nothing in both is no comparison, whatever was allowed.
  const accepted = found.filter(({ code }) => options.allow.includes(code) && pairing.held > 0);
  const refusals = found.filter((refusal) => !accepted.includes(refusal));
  const pairs = refusals.length > 0 ? [] : pairing.pairs;
  // Who accepts that executions are lacking accepts that nothing is known of them.
  const unanswered = options.allow.includes("coverage") ? [] : pairing.unanswered;
  const clusters = { ...baseline.provenance.clusters, ...candidate.provenance.clusters };
  return {
    baseline: strip(baseline),
    candidate: strip(candidate),
    refusals,
    accepted,
    pairs: pairing.held,
    expected: pairing.expected,
    excluded: pairing.excluded,
    absent: pairing.absent,
    notes: [
      ...[baseline, candidate].flatMap(({ label, notes }) => notes.map((note) => `${label}: ${note}`)),
      ...clusterNote(pairs, clusters),
    ],
    questions: questionChanges(
      gatedOrFirst(options).map((metric) => options.metrics.find((facts) => facts.metric === metric)!),
      pairs,
      candidate.questions,
    ),
    metrics: pairs.length === 0 ? [] : compareAll({ pairs, unanswered }, { ...options, clusters }),
    groups: pairs.length === 0 || !options.by ? [] : compareGroups(pairs, options.by, { ...options, clusters }),
  };
}

function clusterNote(pairs: readonly ExecutionPair[], clusters: Clusters): string[] {
  const scenarios = new Set(pairs.map(({ candidate }) => candidate.scenario));
  const distinct = new Set([...scenarios].map((id) => clusters[id] ?? id)).size;
  if (distinct === scenarios.size) return [];
  return [
    `of ${countOf(scenarios.size, "scenario")} ${distinct} are distinct: those that share a start or half of a truth are one observation of the tests and intervals`,
  ];
}

/** Metrics that are shown in detail. */
export function gatedOrFirst({ gated, metrics }: Pick<CompareOptions, "gated" | "metrics">): readonly string[] {
  return gated.length > 0 ? gated : metrics.slice(0, 3).map(({ metric }) => metric);
}

function strip({ kind, label, provenance: all }: RunSource): ComparedSource {
  const { scenarios: _, clusters: __, metrics: ___, ...provenance } = all;
  return { kind, label, provenance };
}

type Clustered = CompareOptions & { clusters: Clusters };

function compareAll(selection: Selection, { metrics, gated, ...options }: Clustered): MetricComparison[] {
  const own = ({ metric }: MetricFacts) => gated.includes(metric);
  const families = [metrics.filter(own), metrics.filter((facts) => !own(facts))];
  const rows = families.flatMap((family) =>
    compareFamily(
      family.map((facts) => ({ facts, group: "all", selection })),
      options,
    ),
  );
  return metrics.map(({ metric }) => rows.find((row) => row.metric === metric)!);
}

function compareGroups(
  pairs: readonly ExecutionPair[],
  by: Grouping,
  { metrics, ...options }: Clustered,
): MetricComparison[] {
  const groups = [...grouped(pairs, ({ candidate }) => candidate[by])].sort(([a], [b]) => compareText(a, b));
  return compareFamily(
    groups.flatMap(([group, part]) =>
      metrics.map((facts) => ({ facts, group, selection: { pairs: part, unanswered: [] } })),
    ),
    options,
  );
}

type Selection = Pick<Pairing, "pairs" | "unanswered">;

/** A family of tests with Holm's correction over it, and what each could have found at the level that it leaves the smallest p. */
function compareFamily(
  members: readonly { facts: MetricFacts; group: string; selection: Selection }[],
  { level, symmetric = false, clusters }: Pick<Clustered, "level" | "symmetric" | "clusters">,
): MetricComparison[] {
  const alpha = level / Math.max(1, members.length);
  const rows = members.map(({ facts, group, selection }) =>
    compareMetric(facts, group, selection, { symmetric, alpha, clusters }),
  );
  const adjusted = holm(rows.map(({ p }) => p));
  return rows.map((row, index) => ({
    ...row,
    adjusted_p: adjusted[index]!,
    detectable: detectableBy(row, alpha),
  }));
}
