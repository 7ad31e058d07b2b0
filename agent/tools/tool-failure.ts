import { ServerLost } from "../../base/outages/server-lost.ts";
import { QueryFailed, QueryTimeout } from "../../db/ports/ports.ts";
import { InvalidPath } from "../filesystem/paths.ts";
import { type GuardCode, GuardRefusal } from "../guards/refusal.ts";

/** Why a call failed, for the model and the record. Closed, so that reports can count by code. */
const TOOL_ERROR_CODES = [
  "invalid_arguments",
  "unknown_tool",
  "family_disabled",
  "call_limit",
  "not_found",
  "invalid_path",
  "timeout",
  "cancelled",
  "rejected",
  "query_failed",
  "result_shape",
  "result_too_large",
  "storage_failed",
  "server_lost",
  "source_gone",
  "source_forbidden",
  "source_unauthorised",
  "source_rate_limited",
  "source_refused",
  "source_unavailable",
  "source_unreadable",
  "source_loop",
  "source_incomplete",
  "internal",
] as const;
export type ToolErrorCode = (typeof TOOL_ERROR_CODES)[number];

export interface StructuredError {
  code: ToolErrorCode | GuardCode;
  message: string;
  hint?: string;
}

/** An expected failure of a call; goes back to the model as `{error: {code, message, hint}}`. */
export class ToolFailure extends Error {
  override name = "ToolFailure";
  readonly code: ToolErrorCode;
  readonly hint: string | undefined;

  constructor(code: ToolErrorCode, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

/** Any thrown value as a structured error. */
export function toStructuredError(error: unknown): StructuredError {
  if (error instanceof ToolFailure)
    return { code: error.code, message: error.message, ...(error.hint ? { hint: error.hint } : {}) };
  if (error instanceof GuardRefusal) return { code: error.code, message: error.message, hint: error.hint };
  if (error instanceof InvalidPath)
    return {
      code: "invalid_path",
      message: error.message,
      hint: "Paths are absolute, such as /results/000-trace_links.json.",
    };
  if (error instanceof QueryTimeout)
    return {
      code: "timeout",
      message: "The query ran out of time and was ended.",
      hint: "Ask for less: a narrower condition, fewer hops, a smaller limit.",
    };
  if (error instanceof ServerLost)
    return { code: "server_lost", message: error.message, hint: "It is not the call's fault: try again later." };
  if (error instanceof QueryFailed)
    return { code: "query_failed", message: error.message, hint: "Correct the query and try again." };
  return { code: "internal", message: `The tool failed: ${error instanceof Error ? error.message : String(error)}` };
}
