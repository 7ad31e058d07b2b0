import type { TraceMetric } from "./metric.ts";

/** 1 when the answer recommends something: not an abstention, a graph's fixed sentence among them, and not an empty list. */
export const substantive: TraceMetric = {
  name: "substantive",
  label: "Substantive answer",
  definition: "recommends something, right or wrong",
  kind: "abstention",
  unit: "binary",
  better: "neither",
  about: "all",
  withoutAnswer: "zero",
  from: "trace",
  compute: ({ extraction, ranked }) => (extraction.abstained || ranked.length === 0 ? 0 : 1),
};
