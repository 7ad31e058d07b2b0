import type { Results } from "../../results/analyses/results.ts";
import { stepCurve } from "../drawing/charts/curve.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureRow } from "../drawing/figure.ts";
import { describeTimes, sameTime, stepsOf, type TimeFacts, timeCurve, timeFacts } from "./time-cdf.ts";

export interface WholeTimeRow extends FigureRow {
  seconds: number;
  share: number;
  n: number;
}

/** The study's: one curve over all configurations. */
export const timeCdfWhole: Figure<WholeTimeRow, TimeFacts> = {
  name: "time-cdf-whole",
  title: "Share of all executions completed within a given time",
  definition:
    "Cumulative share of all executions of all configurations whose wall-clock time was at most the value on the axis (the study's figure). Of passing executions: table timing_passes.",
  columns: columnsOf({ seconds: ["seconds", "within"], share: ["percent", "share of executions"], n: "count" }),
  read: (results) => ({ rows: wholeRows(results), facts: timeFacts(results) }),
  caption: ({ facts }) => describeTimes(facts),
  flat: ({ rows }) => sameTime(rows),
  marks: ({ rows }) => Number(rows.length > 0),
  spec: ({ rows }, options) => stepCurve({ options, ...timeCurve(rows) }),
  behind: { metric: "seconds", has: "value" },
};

function wholeRows({ durations }: Results): WholeTimeRow[] {
  return stepsOf(durations).map(({ seconds, share, n }) => ({ seconds, share, n }));
}
