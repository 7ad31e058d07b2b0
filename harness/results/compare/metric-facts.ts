import { UserError } from "../../../base/user-error.ts";
import type { MetricDescriptor } from "../../../measure/metrics/descriptors.ts";
import { parseMetric, printMetric } from "../../../measure/metrics/names.ts";
import { RANKING_DESCRIPTORS } from "../../../measure/metrics/ranking/registry.ts";
import { EXECUTION_METRICS } from "../metrics/execution/registry.ts";
import type { RunSource } from "./sources/run-source.ts";

/** What the comparison has to know of a metric. */
export interface MetricFacts {
  metric: string;
  better: MetricDescriptor["better"];
  unit: MetricDescriptor["unit"];
  /** By how much a scenario can change at most, by the metric's unit or as a rule says. Null: no end. */
  largest_change: number | null;
  /** What a rule says, where the metric's unit allows more. */
  declared_change?: number;
}

/** What two runs are compared by unless said otherwise: quality first, then effort. */
export const RUN_METRICS: readonly string[] = [
  "functional_pass",
  "pass",
  "ndcg@10",
  "recall@10",
  "mrr@10",
  "grounding_coverage",
  "hallucinated_ids",
  "abstention_correct",
  "abstention_false",
  "tool_calls",
  "tokens_in",
];
/** The same where relevance is a judgement: there is no pass rate. */
export const JUDGED_METRICS: readonly string[] = [
  ...["ndcg@10", "map"],
  ...RUN_METRICS.filter((metric) => !["functional_pass", "ndcg@10"].includes(metric)),
];
export const TREC_METRICS: readonly string[] = ["ndcg@10", "mrr@10", "map", "recall@10", "precision@5"];

/** Sides with metrics of their own. */
export function isForeign({ kind }: RunSource): boolean {
  return kind === "inspect" || kind === "promptfoo";
}

/** Scorers of Inspect and promptfoo say neither; more is better in all that they bring along. */
const FOREIGN = { better: "higher", unit: "share" } as const;

/**
 * Facts of metrics that both sides have.
 * @throws UserError `usage` for a name that nothing is known of, or that a side does not hold.
 */
export function metricFacts(names: readonly string[], sources: readonly RunSource[]): MetricFacts[] {
  return [...new Set(names)].map((name) => {
    const foreign = sources.every(isForeign);
    const { better, unit } = foreign ? FOREIGN : describeMetric(name);
    for (const { label, kind, provenance } of sources)
      if (!(name in provenance.metrics))
        throw new UserError("usage", `${label} has no metric ${name}`, {
          hint:
            kind === "baseline"
              ? `save it again with --metrics ${names.join(",")} from a run scored by this version, or compare what it holds: ${Object.keys(provenance.metrics).join(", ")}`
              : `metrics: ${Object.keys(provenance.metrics).join(", ")}`,
        });
    return {
      metric: name,
      better,
      unit,
      largest_change: foreign ? foreignChange(name, sources) : largestChange(unit),
    };
  });
}

/** Facts of those that a run of ours has; other tools' files have metrics of their own. */
export function ownFacts(names: readonly string[]): MetricFacts[] {
  return [...new Set(names.map(canonicalMetric))].flatMap((metric) => {
    const own = EXECUTION_METRICS.find(({ name }) => name === metric);
    return own ? [{ metric, better: own.better, unit: own.unit, largest_change: largestChange(own.unit) }] : [];
  });
}

/** What a score can be, by unit; null: no end. */
export const SCORES: Readonly<Record<MetricDescriptor["unit"], readonly [least: number, most: number] | null>> = {
  share: [0, 1],
  binary: [0, 1],
  cosine: [-1, 1],
  likert: [1, 5],
  count: null,
  tokens: null,
};

/** By how much one scenario can change; null: no end. */
export function largestChange(unit: MetricDescriptor["unit"]): number | null {
  const range = SCORES[unit];
  return range && range[1] - range[0];
}

/** Others' scorers declare no range. Where every score lies between 0 and 1 that is taken for it. */
function foreignChange(name: string, sources: readonly RunSource[]): number | null {
  const scores = sources.flatMap(({ executions }) => executions.map(({ scores: own }) => own[name]?.value ?? 0));
  return scores.every((score) => score >= 0 && score <= 1) ? 1 : null;
}

/** @throws UserError `usage` naming what there is. */
function describeMetric(name: string): Pick<MetricDescriptor, "better" | "unit"> {
  const own = EXECUTION_METRICS.find((metric) => metric.name === name);
  if (own) return own;
  const metric = parseRanking(name);
  if (metric) return RANKING_DESCRIPTORS[metric.family];
  throw new UserError("usage", `no metric ${JSON.stringify(name)}`, {
    hint: `metrics: ${EXECUTION_METRICS.map((known) => known.name).join(", ")}`,
  });
}

/** Null for a metric that a ranked list alone does not give. */
export function parseRanking(name: string): ReturnType<typeof parseMetric> | null {
  try {
    return parseMetric(name);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** The name under which a metric stands in files: `P_5` is `precision@5`. */
export function canonicalMetric(name: string): string {
  const metric = EXECUTION_METRICS.some((known) => known.name === name) ? null : parseRanking(name);
  return metric ? printMetric(metric) : name;
}
