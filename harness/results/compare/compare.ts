import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import { GROUPINGS, type Grouping } from "../../record/config/gate-schema.ts";
import { findRefusals, type Refusal, type RefusalCode } from "./comparable.ts";
import { compareFamily, type LevelShares, type Member } from "./family.ts";
import type { Clusters, MetricComparison } from "./metric-comparison.ts";
import type { MetricFacts } from "./metric-facts.ts";
import { type ExecutionPair, type Pairing, pairExecutions } from "./pairing.ts";
import { type QuestionChange, questionChanges } from "./question-changes.ts";
import type { Provenance, RunSource, SourceExecution } from "./sources/run-source.ts";
import { findUnchanged, type Unchanged, withoutUnchanged } from "./unchanged.ts";

export interface CompareOptions {
  metrics: readonly MetricFacts[];
  /** Of these `metrics` the gate decides: they are a family of tests of their own, whatever else is shown. */
  gated: readonly string[];
  /** What the gate holds its rules against besides everything: of one family with that. */
  gateBy?: readonly Grouping[];
  /** One of `groupingsOf` the candidate. */
  by?: string;
  allow: readonly RefusalCode[];
  coverage: number;
  /** Significance level, and that of rules with one of their own, by metric. */
  level: number;
  levels?: Readonly<Record<string, number>>;
  /** Take the scenarios' changes for symmetric about their mean: more power, for an assumption. */
  symmetric?: boolean;
  /** Of these levels, at a look of a series; default: all. */
  shares?: LevelShares | undefined;
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
  /** Configurations that cannot have changed, and did not: left out of what is tested, unless they are all. */
  unchanged: readonly string[];
  /** They are all: nothing is tested. */
  identical: boolean;
  /** Every model is a deterministic stand-in, on both sides: another run would give the same. */
  stand_ins_only: boolean;
  /** Over everything that can have changed, one per metric. */
  metrics: readonly MetricComparison[];
  /** The gate's metrics within each group that it asks for, of one family with those over everything. */
  ruled: readonly MetricComparison[];
  /** The same within each group, a family of tests of its own; [] without `by`. */
  groups: readonly MetricComparison[];
}

export interface ComparedSource extends Pick<RunSource, "kind" | "label"> {
  provenance: Omit<Provenance, "scenarios" | "clusters" | "metrics" | "configurations">;
}

/** Compares, unless the two can't be: then the result says why. */
export function compareSources(baseline: RunSource, candidate: RunSource, options: CompareOptions): Comparison {
  const pairing = pairExecutions(baseline, candidate);
  const metrics = options.metrics.map(({ metric }) => metric);
  const found = findRefusals({ baseline, candidate, pairing, metrics, coverage: options.coverage });
  // Nothing in both is no comparison, whatever was allowed.
  const accepted = found.filter(({ code }) => options.allow.includes(code) && pairing.held > 0);
  const refusals = found.filter((refusal) => !accepted.includes(refusal));
  const unchanged = findUnchanged(baseline, candidate, pairing);
  const left = withoutUnchanged(pairing, unchanged);
  const pairs = refusals.length > 0 ? [] : left.pairs;
  // Who accepts that executions are lacking accepts that nothing is known of them.
  const unanswered = options.allow.includes("coverage") ? [] : left.unanswered;
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
      ...unchangedNote(unchanged),
    ],
    unchanged: unchanged.configurations,
    identical: unchanged.identical,
    stand_ins_only: [baseline, candidate].every(isMadeByStandIns),
    questions: questionChanges(
      gatedOrFirst(options).map((metric) => options.metrics.find((facts) => facts.metric === metric)!),
      pairs,
      candidate.questions,
    ),
    ...(pairs.length === 0 ? { metrics: [], ruled: [] } : compareAll({ pairs, unanswered }, { ...options, clusters })),
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

function isMadeByStandIns({ kind, executions, provenance: { stand_in_models } }: RunSource): boolean {
  const isRun = kind === "run" || kind === "baseline";
  return isRun && executions.every(({ model }) => stand_in_models.includes(model));
}

const NAMED = 5;

function unchangedNote({ configurations, identical }: Unchanged): string[] {
  if (identical || configurations.length === 0) return [];
  const more = configurations.length > NAMED ? ` and ${configurations.length - NAMED} more` : "";
  return [
    `left out, since nothing that their answers follow from changed and no score did: ${configurations.slice(0, NAMED).join(", ")}${more}`,
  ];
}

/** Metrics that are shown in detail. */
export function gatedOrFirst({ gated, metrics }: Pick<CompareOptions, "gated" | "metrics">): readonly string[] {
  return gated.length > 0 ? gated : metrics.slice(0, 3).map(({ metric }) => metric);
}

function strip({ kind, label, provenance: all }: RunSource): ComparedSource {
  const { scenarios: _, clusters: __, metrics: ___, configurations: ____, ...provenance } = all;
  return { kind, label, provenance };
}

type Clustered = CompareOptions & { clusters: Clusters };
const NONE = "";
export type Selection = Pick<Pairing, "pairs" | "unanswered">;

/** The gate's metrics over everything and over each of its groups are one family, what else is shown is another. */
function compareAll(
  selection: Selection,
  { metrics, gated, gateBy = [], levels = {}, level, symmetric = false, shares, clusters }: Clustered,
): Pick<Comparison, "metrics" | "ruled"> {
  const own = metrics.filter(({ metric }) => gated.includes(metric));
  const others = metrics.filter(({ metric }) => !gated.includes(metric));
  const over = (facts: MetricFacts, group: string, part: Selection): Member => ({
    ...{ facts, group, selection: part },
    level: levels[facts.metric] ?? level,
  });
  const members = [
    ...own.map((facts) => over(facts, "all", selection)),
    ...gateBy.flatMap((by) =>
      partsBy(selection, by).flatMap(([group, part]) => own.map((facts) => over(facts, group, part))),
    ),
  ];
  const decided = compareFamily(members, { symmetric, clusters, decides: gated.length > 0, shares });
  const shown = compareFamily(
    others.map((facts) => over(facts, "all", selection)),
    { symmetric, clusters, decides: false, shares },
  );
  const whole = [...decided.slice(0, own.length), ...shown];
  return {
    metrics: metrics.map(({ metric }) => whole.find((row) => row.metric === metric)!),
    ruled: decided.slice(own.length),
  };
}

function compareGroups(
  pairs: readonly ExecutionPair[],
  by: string,
  { metrics, level, symmetric = false, shares, clusters }: Clustered,
): MetricComparison[] {
  const members = partsBy({ pairs, unanswered: [] }, by).flatMap(([group, selection]) =>
    metrics.map((facts): Member => ({ facts, group, selection, level })),
  );
  return compareFamily(members, { symmetric, clusters, decides: false, shares });
}

/** What the executions of a source can be grouped by: a factor without a level in any of them does not count. */
export function groupingsOf({ executions }: RunSource): string[] {
  return [...new Set([...GROUPINGS, ...executions.flatMap(({ levels = {} }) => Object.keys(levels))])];
}

/** Executions of each group, by its name; what the candidate lacks belongs to one too. What a factor does not apply to is in none. */
export function partsBy({ pairs, unanswered }: Selection, by: string): [string, Selection][] {
  const own = GROUPINGS.find((name) => name === by);
  const groupOf = (execution: SourceExecution) => (own ? execution[own] : execution.levels?.[by]) ?? NONE;
  const paired = grouped(pairs, ({ candidate }) => groupOf(candidate));
  const lost = grouped(unanswered, groupOf);
  const names = [...new Set([...paired.keys(), ...lost.keys()])].filter((name) => name !== NONE).sort(compareText);
  return names.map((name) => [name, { pairs: paired.get(name) ?? [], unanswered: lost.get(name) ?? [] }]);
}
