import type { TraceMetric } from "./metric.ts";

const COMMON = {
  kind: "abstention",
  unit: "binary",
  withoutAnswer: "unscored", // A timeout or an error is neither an answer nor an abstention.
  from: "trace",
} as const;

/** 1 when it abstained on an unanswerable scenario, else 0. */
export const abstentionCorrect: TraceMetric = {
  ...COMMON,
  name: "abstention_correct",
  label: "Correct abstention",
  definition: "abstains on an unanswerable scenario",
  better: "higher",
  about: "unanswerable",
  compute: ({ extraction }) => (extraction.abstained ? 1 : 0),
};

/** 1 when it recommended something on an unanswerable scenario, else 0. */
export const abstentionMissed: TraceMetric = {
  ...COMMON,
  name: "abstention_missed",
  label: "Missed abstention",
  definition: "answers an unanswerable scenario",
  better: "lower",
  about: "unanswerable",
  compute: ({ extraction }) => (extraction.abstained ? 0 : 1),
};

/** 1 when it abstained although there was something to find, else 0. */
export const abstentionFalse: TraceMetric = {
  ...COMMON,
  name: "abstention_false",
  label: "False abstention",
  definition: "abstains on an answerable scenario",
  better: "lower",
  about: "answerable",
  compute: ({ extraction }) => (extraction.abstained ? 1 : 0),
};
