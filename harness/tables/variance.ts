import { makeCaption } from "./caption.ts";
import type { MakeTable } from "./table.ts";

/** What the variance of each metric is made of. */
export const varianceTable: MakeTable = (input) => ({
  name: "variance",
  title: "Variance components: model, workflow, knowledge mode, scenario",
  caption: makeCaption(
    input,
    "Share of the variance of one execution's score; interval: 95 %, scenarios resampled. Components below 0 are 0.",
    input.config.repeats > 1
      ? "Repeat: from run to run of one cell."
      : "With one execution a cell, run-to-run noise is part of the widest scenario interaction.",
    "p: sign flips over scenarios, Holm over the effects of a metric.",
  ),
  columns: [
    { key: "metric", label: "Metric", show: "text" },
    { key: "source", label: "Source", show: "text" },
    { key: "share", label: "Share %", show: "percent" },
    { key: "low", label: "Low", show: "percent" },
    { key: "high", label: "High", show: "percent" },
    { key: "p", label: "p (Holm)", show: "p" },
    { key: "n", label: "Scenarios", show: "count" },
  ],
  rows: input.variance.flatMap(({ metric, scenarios, components }) =>
    components.map(({ source, share, low, high, holmP }) => ({
      metric,
      source,
      share,
      low,
      high,
      p: holmP,
      n: scenarios,
    })),
  ),
});
