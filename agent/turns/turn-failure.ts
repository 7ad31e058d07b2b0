import { ServerLost } from "../../base/outages/server-lost.ts";
import { RecordedCutOff } from "../../base/providers/recording/recording.ts";
import { UserError } from "../../base/user-error.ts";
import type { RunOutcome, TurnRecord } from "../contract/contract.ts";
import { AgentLimitReached, ExternalAgentFailure } from "../contract/failures.ts";
import { isProviderOutage, modelFailureCode } from "../models/failure-code.ts";
import { lostState } from "./lost-state.ts";
import { rootOf } from "./root-of.ts";

export interface TurnFailure {
  outcome: Exclude<RunOutcome, "success" | "cascaded_failure">;
  error: { code: string; message: string };
}

/** Longest error text that is kept; providers send whole pages. */
const MESSAGE_CHARS = 500;

/** What a thrown error makes of its turn. */
export function describeFailure(
  thrown: unknown,
  state: { cutOff: boolean; stopped: boolean; lost?: Error | null; cutoffMs: number },
): TurnFailure {
  if (state.stopped) return { outcome: "agent_error", error: { code: "stopped", message: "The run was stopped." } };
  const error = state.lost ?? thrown;
  const lost = lostState(error) ?? rootOf(error);
  if (lost instanceof ServerLost)
    return { outcome: "infrastructure", error: { code: "server_lost", message: messageOf(lost) } };
  if (lost instanceof UserError)
    return { outcome: "infrastructure", error: { code: "not_set_up", message: messageOf(lost) } };
  if (state.cutOff || rootOf(error) instanceof RecordedCutOff)
    return { outcome: "timeout", error: { code: "turn_cutoff", message: `No answer within ${state.cutoffMs} ms.` } };
  const code = codeOf(error);
  const outcome = isProviderOutage(code) ? "infrastructure" : "agent_error";
  return { outcome, error: { code, message: messageOf(error) } };
}

/** A turn that was not asked, since an earlier one failed: it would build on nothing. */
export function cascadedTurn(turn: number): TurnRecord {
  const error = { code: "earlier_turn_failed", message: "An earlier turn of the conversation failed." };
  return { turn, outcome: "cascaded_failure", error, startedAt: new Date().toISOString(), durationMs: 0 };
}

function codeOf(thrown: unknown): string {
  const error = rootOf(thrown);
  if (error instanceof AgentLimitReached || error instanceof ExternalAgentFailure) return error.code;
  if ((error as { name?: unknown } | null)?.name === "GraphRecursionError") return "recursion_limit";
  return modelFailureCode(error) ?? "agent_failed";
}

function messageOf(thrown: unknown): string {
  const error = rootOf(thrown);
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n")[0]?.slice(0, MESSAGE_CHARS) ?? "";
}
