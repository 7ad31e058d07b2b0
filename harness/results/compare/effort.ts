import type { Comparison } from "./compare.ts";

/** What an execution took on each side; null where it is unknown. */
export interface Effort {
  label: string;
  baseline: number | null;
  candidate: number | null;
  format: "dollars" | "seconds" | "count";
}

/** Cost, time and effort beside quality. What neither side knows is left out. */
export function effortOf({ baseline, candidate, metrics }: Comparison): Effort[] {
  const [before, after] = [baseline.provenance, candidate.provenance];
  const metric = (name: string, label: string): Effort[] => {
    const row = metrics.find((one) => one.metric === name);
    return row ? [{ label, baseline: row.baseline, candidate: row.candidate, format: "count" }] : [];
  };
  const all: Effort[] = [
    { label: "cost of the whole run", baseline: before.cost_usd, candidate: after.cost_usd, format: "dollars" },
    { label: "median time", baseline: before.latency_median_s, candidate: after.latency_median_s, format: "seconds" },
    {
      label: "95 % are faster than",
      baseline: before.latency_p95_s,
      candidate: after.latency_p95_s,
      format: "seconds",
    },
    ...metric("tokens_in", "input tokens"),
    ...metric("tool_calls", "tool calls"),
  ];
  return all.filter((one) => one.baseline !== null || one.candidate !== null);
}

/** `1.20 s to 2.40 s (+100 %)`. */
export function effortText({ baseline, candidate, format }: Effort): string {
  const change =
    baseline === null || candidate === null || baseline === 0
      ? ""
      : ` (${candidate >= baseline ? "+" : ""}${(100 * (candidate / baseline - 1)).toFixed(0)} %)`;
  return `${show(baseline, format)} to ${show(candidate, format)}${change}`;
}

function show(value: number | null, format: Effort["format"]): string {
  if (value === null) return "unknown";
  if (format === "dollars") return `$${value.toFixed(2)}`;
  if (format === "seconds") return `${value < 100 ? value.toPrecision(3) : value.toFixed(0)} s`;
  return value >= 1000 ? Math.round(value).toLocaleString("en-US") : value.toFixed(1);
}
