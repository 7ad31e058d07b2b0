import { oneOf } from "../../../base/one-of.ts";
import { UserError } from "../../../base/user-error.ts";
import type { GateConfig } from "../../record/config/gate-schema.ts";
import type { RefusalCode } from "./comparable.ts";
import { type Comparison, compareSources, groupingsOf } from "./compare.ts";
import type { LevelShares } from "./family.ts";
import { decide, type GateResult } from "./gate/decide.ts";
import { refuseUnreachable } from "./gate/within-range.ts";
import {
  canonicalMetric,
  isForeign,
  JUDGED_METRICS,
  type MetricFacts,
  metricFacts,
  parseRanking,
  RUN_METRICS,
  TREC_METRICS,
} from "./metric-facts.ts";
import { pairExecutions } from "./pairing.ts";
import type { RunSource } from "./sources/run-source.ts";

export interface CompareRequest {
  baseline: RunSource;
  candidate: RunSource;
  /** Null: those of the gate's rules, or without a gate the usual ones. Those of the rules are always among them. */
  metrics: readonly string[] | "usual" | null;
  by?: string;
  allow: readonly RefusalCode[];
  config: GateConfig;
  gate: boolean;
  /** A look of a series, and what it has of each rule's level; default: the whole level, at once. */
  at?: LevelShares & {
    /** For calling a loss. */
    loss: number;
  };
}

/** Compares two run sources and, where asked, applies the gate's rules to the result. */
export function runComparison(request: CompareRequest): { comparison: Comparison; gate: GateResult | null } {
  const { baseline, candidate, allow, by, config } = request;
  if (by !== undefined) oneOf("--by", by, groupingsOf(candidate));
  const rules = request.gate ? applicableRules(config, baseline.kind === "trec") : {};
  const gated = Object.keys(rules);
  const named = request.metrics === "usual" ? null : request.metrics;
  const usual = named === null && (request.metrics === "usual" || !request.gate);
  const asked = usual ? usualMetrics(baseline).filter(inBoth(baseline, candidate)) : (named ?? []);
  const wanted = [...gated, ...asked.map(canonicalMetric)];
  if (wanted.length === 0)
    throw new UserError("usage", "no metric to compare", { hint: "--metrics functional_pass,ndcg@10" });
  const metrics = metricFacts(wanted, [baseline, candidate]).map((facts) => directed(facts, rules[facts.metric]));
  refuseUnreachable(metrics, config, rules);
  const compared = compareSources(baseline, candidate, {
    metrics,
    gated,
    gateBy: request.gate ? config.by : [],
    by,
    allow,
    coverage: config.coverage,
    level: config.level,
    levels: Object.fromEntries(Object.entries(rules).map(([metric, { level }]) => [metric, level ?? config.level])),
    symmetric: config.assume === "symmetric",
    shares: request.at,
  });
  const comparison = {
    ...compared,
    notes: [...compared.notes, ...(usual ? lacking(baseline, candidate) : [])],
  };
  if (!request.gate) return { comparison, gate: null };
  const pairing = pairExecutions(baseline, candidate);
  return {
    comparison,
    gate: decide({
      comparison,
      gate: { ...config, metrics: rules },
      pairing,
      baseline,
      candidate,
      called: calledOf(request),
    }),
  };
}

/** Rows have their interval's level: what of it calls a loss. */
function calledOf({ at }: CompareRequest): number {
  return at === undefined ? 1 : at.loss / at.interval;
}

function usualMetrics(source: RunSource): readonly string[] {
  if (isForeign(source)) return Object.keys(source.provenance.metrics);
  if (source.kind === "trec") return TREC_METRICS;
  const { executions } = source;
  const isJudged = executions.every(({ scores }) => scores.functional_pass?.reason === "judged_relevance");
  return executions.length > 0 && isJudged ? JUDGED_METRICS : RUN_METRICS;
}

function inBoth(...sources: readonly RunSource[]): (metric: string) => boolean {
  return (metric) => sources.every(({ provenance }) => metric in provenance.metrics);
}

/** Nobody asked for the usual metrics by name, so one that a stored baseline does not hold is left out, and said. */
function lacking(baseline: RunSource, candidate: RunSource): string[] {
  return [baseline, candidate].flatMap((source) => {
    const absent = usualMetrics(baseline).filter((metric) => !inBoth(source)(metric));
    return absent.length === 0 ? [] : [`${source.label}: holds no ${absent.join(", ")}; compared without`];
  });
}

/** The rules by canonical name. On TREC files only rules about ranking can be checked. */
function applicableRules({ metrics }: GateConfig, trec: boolean): GateConfig["metrics"] {
  const rules = Object.entries(metrics).filter(([name]) => !trec || parseRanking(name) !== null);
  if (rules.length > 0) return Object.fromEntries(rules.map(([name, rule]) => [canonicalMetric(name), rule]));
  throw new UserError("config", "gate.metrics: no rule that can be checked here", {
    hint: trec
      ? "a TREC file has ranking metrics only; add a rule such as ndcg@10"
      : "add a rule such as functional_pass",
  });
}

function directed(declared: MetricFacts, rule: GateConfig["metrics"][string] | undefined): MetricFacts {
  const facts = { ...declared, declared_change: rule?.largest_change };
  if (rule?.direction) return { ...facts, better: rule.direction };
  if (!rule || facts.better !== "neither") return facts;
  throw new UserError("config", `gate.metrics.${facts.metric}: neither more nor less of it is better`, {
    hint: "declare direction: higher or lower",
  });
}
