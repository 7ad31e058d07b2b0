import {
  FAILURE_REASON_NAMES,
  FAILURE_REASONS,
  type FailureReason,
  failureReason,
  reasonOfCode,
} from "../../../agent/contract/failure-reasons.ts";
import { count } from "../../../base/counts.ts";
import type { ExecutionRecord, ScoreRecord } from "./records.ts";

/** How an execution ended, an agent's error with its reason: `agent error: context_overflow`. What else fails has one reason alone. */
export function endingOf({ outcome, failure }: Ended): string {
  const words = outcome.replaceAll("_", " ");
  return outcome === "agent_error" && failure && failure !== "none" ? `${words}: ${failure}` : words;
}

/** The same with what the reason means, for whoever looks at one execution. */
export function explainEnding({ outcome, error }: Pick<ExecutionRecord, "outcome" | "error">): string {
  const failure = failureReason(outcome, error);
  const means = failure && outcome === "agent_error" ? ` (${FAILURE_REASONS[failure]})` : "";
  return endingOf({ outcome, failure }) + means;
}

interface Ended {
  outcome: ScoreRecord["outcome"];
  failure: FailureReason | "none" | null;
}

export type ReasonCounts = Partial<Record<FailureReason, number>>;

/** In the vocabulary's order, so that equal runs write equal files. */
export function countReasons(reasons: readonly FailureReason[]): ReasonCounts {
  const counts = FAILURE_REASON_NAMES.map(
    (name) => [name, reasons.filter((reason) => reason === name).length] as const,
  );
  return Object.fromEntries(counts.filter(([, times]) => times > 0));
}

/** `12 context_overflow, 3 length`, the most frequent first; of several counts, their sum. */
export function sayReasons(all: readonly (ReasonCounts | undefined)[]): string {
  const sums = FAILURE_REASON_NAMES.map((name) => ({
    name,
    times: all.reduce((sum, counts) => sum + (counts?.[name] ?? 0), 0),
  }));
  return sums
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times)
    .map(({ name, times }) => `${count(times)} ${name}`)
    .join(", ");
}

/** An error of an execution, a turn or a request to a model: `rate_limit (provider_429): slow down`. */
export function sayError({ code, message }: { code: string; message: string }): string {
  const reason = reasonOfCode(code);
  return `${reason === code || reason === "unknown" ? code : `${reason} (${code})`}: ${message}`;
}
