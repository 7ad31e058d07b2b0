import { FAILURE_REASONS, type FailureReason } from "../../../agent/contract/failure-reasons.ts";
import { count } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { sayReasons } from "../../record/domain/ending.ts";
import type { Tried, TriedWorkflow } from "./tried.ts";

/** What will go wrong in a run, each thing once: what the probes found, then what the scenarios showed. */
export function troublesOf({
  probes,
  workflows,
  not_run,
  context_window: declared,
}: Omit<Tried, "troubles">): string[] {
  const lines = probes.flatMap(({ question, advice }) => (advice === undefined ? [] : [{ question, advice }]));
  const byAdvice = grouped(lines, ({ advice }) => advice);
  const served = probes.find(({ probe }) => probe === "context")?.value ?? declared;
  return [
    ...[...byAdvice].map(([advice, of]) => `${of.map(({ question }) => question).join(", ")}: ${advice}`),
    ...(not_run === null ? [] : [`the scenarios were not run: ${not_run}`]),
    ...(workflows ?? []).flatMap((tried) => troublesIn(tried, Math.min(served, declared))),
  ];
}

/** What helps against the reasons that a model's owner can change something about. */
const HELP: Partial<Record<FailureReason, string>> = {
  context_overflow: "enlarge the window, or give fewer tools (tool_families) and smaller results (limits)",
  length: "raise max_output_tokens",
  time_limit: "raise limits.turn_cutoff_s, or lower concurrency",
  call_limit: "the agent does not stop by itself: lower limits.max_tool_calls to limit the cost",
  rate_limit: "lower concurrency, raise max_retries",
  no_response: "raise request_timeout_s, or stream: true",
};

function troublesIn(tried: TriedWorkflow, window: number): string[] {
  const { workflow, executions, successes, failures, requests, cut_off, tool_calls, fallbacks, largest_request } =
    tried;
  const reasons = Object.keys(failures) as FailureReason[];
  const ended = reasons.map((reason) => `${FAILURE_REASONS[reason]}${HELP[reason] ? `; ${HELP[reason]}` : ""}`);
  return [
    ...(successes < executions
      ? [
          `${workflow}: ${executions - successes} of ${executions} failed (${sayReasons([failures])}): ${ended.join(". ")}`,
        ]
      : []),
    ...(cut_off > 0
      ? [`${workflow}: ${cut_off} of ${requests} answers were cut off at max_output_tokens; raise it`]
      : []),
    ...(workflow === "react" && tool_calls === 0 && successes > 0
      ? [`${workflow}: it called no tool, so its answers rest on nothing`]
      : []),
    ...(fallbacks > 0
      ? [`${workflow}: ${fallbacks} of ${executions} answers had not the form that is scored, after one more try`]
      : []),
    ...(largest_request > window * 0.8
      ? [
          `${workflow}: its largest request has ${count(largest_request)} of ${count(window)} tokens: longer scenarios will not fit`,
        ]
      : []),
  ];
}
