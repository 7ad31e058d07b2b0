import type { Reportable } from "../../../../agent/contract/contract.ts";
import type { MetricDescriptor } from "../../../../measure/metrics/descriptors.ts";
import type { Score, Verdict } from "../../../record/domain/records.ts";
import type { ExecutionCase, TracedCase } from "./case.ts";

/**
 * Why a score is null. `unanswerable`, `answerable` and `judged_relevance` mean that the metric is not about such scenarios,
 * `no_graph` that it is not about such workflows, `no_likeness` that the workflow measures none, `no_wordnet` that the run does not ask for it.
 */
type UnscoredReason =
  | "missing"
  | "no_truth"
  | "unanswerable"
  | "answerable"
  | "no_answer"
  | "asked_back"
  | "not_reported"
  | "extraction_missing"
  | "no_trace"
  | "no_graph"
  | "no_likeness"
  | "no_wordnet"
  | "nothing_retrieved"
  | "no_ids_in_answer"
  | "no_relations_in_answer"
  | "no_recommendation"
  | "nothing_expected"
  | "no_gaps_in_answer"
  | "judged_relevance"
  | "verdict_missing"
  | "judge_blocked"
  | "judge_cascaded";

interface Common extends MetricDescriptor {
  /** Which scenarios it is about. */
  about: "all" | "answerable" | "unanswerable";
  /** For an execution without an answer (timeout, error): 0 because the user got nothing, unscored, or measured as usual. */
  withoutAnswer: "zero" | "unscored" | "measured";
}

/** Computed from the trace. */
export interface TraceMetric extends Common {
  from: "trace";
  /** What the system must tell for it. Unscored throughout, failures too, for one that does not. */
  rests?: Reportable;
  /** Asks for everything that is relevant: not about sets whose truths are relevance judgements. */
  needsAll?: true;
  /** False where the scenario asks for nothing that it measures: unscored, failures too. */
  asks?(scenario: ExecutionCase["scenario"]): boolean;
  /** Is about all scenarios, and compares with the truth. */
  needsTruth?: true;
  compute(traced: TracedCase): number | UnscoredReason;
}

/** Computed from the primary verdict. */
export interface VerdictMetric extends Common {
  from: "verdict";
  compute(judgement: NonNullable<Verdict["judgement"]>): number | UnscoredReason;
}

/** A metric of one execution. */
export type ExecutionMetric = TraceMetric | VerdictMetric;

const NOT_APPLICABLE: ReadonlySet<string> = new Set([
  "unanswerable",
  "answerable",
  "judged_relevance",
  "no_graph",
  "no_likeness",
  "no_wordnet",
]);

/** True for a reason that makes the execution no part of what the metric expects, so that it does not count as unscored. */
export function isNotApplicable(reason: string | undefined): boolean {
  return NOT_APPLICABLE.has(reason ?? "");
}

/** One score: the gates that all metrics share, in this order, then the metric itself. */
export function scoreMetric(metric: ExecutionMetric, given: ExecutionCase, traced: TracedCase | null): Score {
  const early = withoutComputing(metric, given);
  if (early !== null) return toScore(early);
  if (metric.from === "trace") return toScore(traced === null ? "extraction_missing" : metric.compute(traced));
  const { verdict } = given;
  if (verdict === null) return toScore("verdict_missing");
  if (verdict.judgement !== null) return toScore(metric.compute(verdict.judgement));
  return toScore(verdict.type === "cascaded_failure" ? "judge_cascaded" : "judge_blocked");
}

function withoutComputing(metric: ExecutionMetric, given: ExecutionCase): number | UnscoredReason | null {
  const { scenario, outcome, extraction } = given;
  if (outcome === "missing") return "missing";
  if (scenario.truth === "unknown" && needsTruth(metric)) return "no_truth";
  if (metric.about === "answerable" && !scenario.answerable) return "unanswerable";
  if (metric.about === "unanswerable" && scenario.answerable) return "answerable";
  if (metric.from === "trace" && metric.needsAll && given.judgedRelevance) return "judged_relevance";
  if (metric.from === "trace" && metric.asks?.(scenario) === false) return "nothing_expected";
  if (metric.from === "trace" && metric.rests && extraction?.unreported?.includes(metric.rests)) return "not_reported";
  if (metric.withoutAnswer === "measured") return null;
  // Nobody answers a question of the agent's in a run: left out of means, it would be a way past every hard scenario.
  const without = outcome !== "success" ? "no_answer" : extraction?.asked_back ? "asked_back" : null;
  return without && metric.withoutAnswer === "zero" ? 0 : without;
}

function needsTruth(metric: ExecutionMetric): boolean {
  return metric.about !== "all" || metric.from === "verdict" || metric.needsTruth === true;
}

function toScore(result: number | UnscoredReason): Score {
  return typeof result === "number" ? { value: result } : { value: null, reason: result };
}
