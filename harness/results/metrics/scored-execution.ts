import type { TokenUsage } from "../../../agent/contract/contract.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { Extraction, MetaVerdict, Score, ScoreRecord, Verdict } from "../../record/domain/records.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { EmptyAnswer } from "./execution/empty-answer.ts";
import type { Criterion } from "./execution/functional.ts";
import type { ExpectedIdOutcome } from "./execution/retrieved-reported.ts";
import type { LiveFindings } from "./live/live-findings.ts";

/** One expected execution with its scores and what the analyses need besides. Traces are not kept: they are large. */
export interface ScoredExecution {
  record: ScoreRecord;
  scenario: Scenario;
  /** Recommended ids, best first; [] without an answer. */
  rankedIds: readonly string[];
  /** What became of each expected id; null without a trace. */
  expectedIds: readonly { id: string; idOutcome: ExpectedIdOutcome }[] | null;
  tokensEstimated: boolean;
  /** Of the tokens in, for their price; absent where the provider does not say. */
  cache: Pick<TokenUsage, "cachedInput" | "cacheWrite">;
  primary: Verdict | null;
  calibration: Verdict | null;
  meta: MetaVerdict | null;
  /** The functional verdict criterion by criterion; null without a trace. */
  functional: readonly Criterion[] | null;
  /** Null for an answer that says something, and without a trace. */
  emptyAnswer: EmptyAnswer | null;
  /** Whether the answer says that what the scenario calls unsupported is; null where nothing is, or without a trace. */
  saysUnsupported: boolean | null;
  /** Of live sources; null for a scenario that is asked of none, and without a trace. */
  live: LiveFindings | null;
  /** How it worked; null without a trace, and where nobody saw the calls. */
  processCounts: ProcessCounts | null;
  /** Wall-clock facts; null when the execution is missing. */
  timing: { started_at: string; duration_ms: number; turns: number } | null;
}

/** What is counted of a trace besides scores. */
export interface ProcessCounts {
  /** In the order of their first call. */
  tools: readonly { tool: string; calls: number; errors: number }[];
  /** Of our own agents: what others do besides calling our tools is not seen. */
  habits: {
    skills: number;
    planIterations: number;
    contractRetries: number;
    contractFallback: boolean;
  } | null;
  /** What was decided on its calls before they were made; absent where nobody was asked. */
  reviews?: readonly {
    tool: string;
    decision: "approve" | "edit" | "reject";
    by: string;
    waited_ms: number;
    /** Of a rejection: the agent proposed the same call again. */
    repeated: boolean;
  }[];
  /** What each role spent; absent where no turn came to its end. */
  roles?: Extraction["roles"];
}

/** The score's value, null when it is unscored. */
export function scoreValue(execution: ScoredExecution, metric: string): number | null {
  return scoreIn(execution, metric).value;
}

export function scoreIn({ record }: Pick<ScoredExecution, "record">, metric: string): Score {
  return scoreOf(record, metric);
}

export function scoreOf(record: ScoreRecord, metric: string): Score {
  const score = findScore(record, metric);
  if (score === undefined) throw new RangeError(`no metric ${metric} among the scores`);
  return score;
}
