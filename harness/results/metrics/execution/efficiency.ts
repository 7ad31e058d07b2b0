import type { Extraction } from "../../../record/domain/records.ts";
import type { TraceMetric } from "./metric.ts";

/** Effort, as the trace shows it, also of failed executions. Wall-clock time is kept apart (metrics/timing.json). */
export const EFFICIENCY: readonly TraceMetric[] = [
  effort("tool_calls", "Tool calls", "count", (trace) => trace.tool_calls.length),
  effort(
    "tool_errors",
    "Tool errors",
    "count",
    (trace) => trace.tool_calls.filter((call) => call.status === "error").length,
  ),
  effort("tokens_in", "Input tokens", "tokens", (trace) => trace.tokens_in),
  effort("tokens_out", "Output tokens", "tokens", (trace) => trace.tokens_out),
];

function effort(
  name: string,
  label: string,
  unit: "count" | "tokens",
  count: (trace: Extraction) => number | null,
): TraceMetric {
  return {
    name,
    label,
    definition: `${label.toLowerCase()} of the execution, sub-agents included`,
    kind: "efficiency",
    unit,
    better: "lower",
    about: "all",
    withoutAnswer: "measured",
    from: "trace",
    rests: unit === "tokens" ? "usage" : "tool_calls",
    compute: ({ extraction }) => (extraction.source === "none" ? "no_trace" : (count(extraction) ?? "not_reported")),
  };
}
