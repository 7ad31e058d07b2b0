import { makeCaption } from "./caption.ts";
import type { MakeTable } from "./table.ts";

/** What the variance of each metric is made of. */
export const varianceTable: MakeTable = (input) => ({
  name: "variance",
  title: "Variance components: model, workflow, knowledge mode, scenario",
  caption: makeCaption(
    input,
    "Variance of one execution's score by where it comes from, with 95 % interval; share of their sum, estimates below 0 as 0.",
    input.config.repeats > 1
      ? "Repeat: from run to run of one cell."
      : "With one execution a cell, run-to-run noise cannot be separated from the interaction of all factors with the scenario, and is left out with it.",
    "p: sign flips over scenarios, Holm over the effects of a metric.",
  ),
  columns: [
    { key: "metric", label: "Metric", show: "text" },
    { key: "source", label: "Source", show: "text" },
    { key: "share", label: "Share %", show: "percent" },
    { key: "variance", label: "Variance", show: "signed" },
    { key: "low", label: "Low", show: "signed" },
    { key: "high", label: "High", show: "signed" },
    { key: "p", label: "p (Holm)", show: "p" },
    { key: "n", label: "Scenarios", show: "count" },
  ],
  rows: input.variance.flatMap(({ metric, scenarios, components }) =>
    components.map(({ source, share, variance, low, high, holm_p }) => {
      return { metric, source, share, variance, low, high, p: holm_p, n: scenarios };
    }),
  ),
});
