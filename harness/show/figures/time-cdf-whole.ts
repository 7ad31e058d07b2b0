import type { TopLevelSpec } from "vega-lite";
import type { Results } from "../../results/analyses/results.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT } from "../drawing/encode.ts";
import type { ChartOptions, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { plotHeight } from "../drawing/theme.ts";
import { curveAxes, describeTimes, sameTime, stepsOf, type TimeFacts, timeFacts, timeScale } from "./time-cdf.ts";

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
  columns: [
    { key: "seconds", label: "within", format: "seconds" },
    { key: "share", label: "share of executions", format: "percent" },
    { key: "n", label: "n", format: "count" },
  ],
  read: (results) => ({ rows: wholeRows(results), facts: timeFacts(results) }),
  caption: ({ facts }) => describeTimes(facts),
  flat: ({ rows }) => sameTime(rows),
  marks: ({ rows }) => Number(rows.length > 0),
  spec: wholeSpec,
  behind: { metric: "seconds", has: "value" },
};

function wholeRows({ durations }: Results): WholeTimeRow[] {
  return stepsOf(durations).map(({ seconds, share, n }) => ({ seconds, share, n }));
}

function wholeSpec({ rows }: FigureData<WholeTimeRow, TimeFacts>, options: ChartOptions): TopLevelSpec {
  const { isLog, scale } = timeScale(rows);
  return {
    ...frame({}, isLog ? rows.filter(({ seconds }) => seconds > 0) : rows, options),
    width: options.width,
    height: plotHeight(options, 220),
    autosize: FIT,
    name: DATA,
    mark: { type: "line", interpolate: "step-after", strokeWidth: 2, color: options.theme.accent },
    encoding: curveAxes(scale),
  } as TopLevelSpec;
}
