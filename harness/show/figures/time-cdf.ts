import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { seconds, workflowLabel } from "../../print/format.ts";
import type { Duration, Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { DATA } from "../drawing/data-marks.ts";
import { levelsIn, modelColor, modelsIn, PERCENT_AXIS, strokeSymbols } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import type { ChartOptions, Figure, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { plotHeight } from "../drawing/theme.ts";
import { isOneValue } from "./flat.ts";

/** Of models, in the order of their colours; as many as colours would go in step with them. */
const DASHES = [
  [1, 0],
  [6, 3],
  [2, 2],
  [9, 3, 2, 3],
  [4, 1],
];

/** A scale that spans more than this factor from median to maximum is drawn logarithmically. */
const LOG_FROM = 20;

/** Steps of one line at most, about one a pixel. */
const STEPS = 400;

export interface TimeRow extends FigureRow {
  model: string;
  workflow: string;
  seconds: number;
  share: number;
  n: number;
}

/** Over all executions, also those whose step is not drawn; null without any. */
export type TimeFacts = {
  n: number;
  half: number;
  most: number;
  slowest: { model: string; workflow: string; seconds: number };
} | null;

export const timeCdf: Figure<TimeRow, TimeFacts> = {
  name: "time-cdf",
  title: "Share of executions completed within a given time",
  definition:
    "Cumulative share of executions whose wall-clock time was at most the value on the axis, per model and workflow, all outcomes. Times depend on the machine and its load; they are the one part of a run that a repetition does not reproduce.",
  columns: [
    { key: "model", label: "model", format: "text" },
    { key: "workflow", label: "workflow", format: "text" },
    { key: "seconds", label: "within", format: "seconds" },
    { key: "share", label: "share of executions", format: "percent" },
    { key: "n", label: "n", format: "count" },
  ],
  read: (results) => ({ rows: timeRows(results), facts: timeFacts(results) }),
  caption: ({ facts }) => describeTimes(facts),
  details: ({ facts }) => describeSlowest(facts),
  flat: ({ rows }) => sameTime(rows),
  marks: ({ rows }) => grouped(rows, groupOf).size,
  spec: ({ rows }, options) => timeSpec(rows, options),
  target: ({ model, workflow }): Target => ({ model, workflow, metric: "seconds", has: "value" }),
  behind: { metric: "seconds", has: "value" },
};

function groupOf({ model, workflow }: Pick<TimeRow, "model" | "workflow">): string {
  return JSON.stringify([model, workflow]);
}

function timeRows({ durations }: Results): TimeRow[] {
  const groups = grouped(durations, groupOf);
  return [...groups.values()].flatMap(stepsOf);
}

/** The steps of one curve, thinned; each with the model and workflow of the execution that makes it. */
export function stepsOf(members: readonly Duration[]): TimeRow[] {
  const sorted = [...members].sort((a, b) => a.seconds - b.seconds);
  const n = sorted.length;
  const step = Math.ceil(n / STEPS);
  const rows = sorted.map(({ model, workflow, seconds }, index) => {
    return { model, workflow, seconds, share: (index + 1) / n, n };
  });
  return rows.filter((_, index) => index === 0 || index === n - 1 || index % step === 0);
}

export function timeFacts({ durations }: Results): TimeFacts {
  const sorted = [...durations].sort((a, b) => a.seconds - b.seconds);
  const slowest = sorted.at(-1);
  if (!slowest) return null;
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!.seconds;
  const { model, workflow, seconds } = slowest;
  return { n: sorted.length, half: at(0.5), most: at(0.9), slowest: { model, workflow, seconds } };
}

export function describeTimes(facts: TimeFacts): string {
  if (!facts) return "No execution ran.";
  const { n, half, most, slowest } = facts;
  if (n === 1) return `The one execution took ${seconds(slowest.seconds)}.`;
  return `Half of ${countOf(n, "execution")} took at most ${seconds(half)}, nine in ten at most ${seconds(most)}, the longest ${seconds(slowest.seconds)}.`;
}

function describeSlowest(facts: TimeFacts): string {
  if (!facts) return "";
  const { model, workflow } = facts.slowest;
  return `The longest is of ${model} under ${workflowLabel(workflow)}.`;
}

export function sameTime(rows: readonly { seconds: number; n: number }[]): string | null {
  if (!isOneValue(rows, (row) => row.seconds)) return null;
  const [{ seconds: took, n }] = rows as readonly [(typeof rows)[number]];
  return rows.length === 1 && n === 1
    ? `The one execution took ${seconds(took)}.`
    : `Every execution took ${seconds(took)}.`;
}

/** Logarithmic where the longest is far from the median. */
export function timeScale(rows: readonly { seconds: number }[]): { isLog: boolean; scale: object } {
  const times = rows.map((row) => row.seconds).sort((a, b) => a - b);
  const isLog = times.length > 0 && times.at(-1)! > LOG_FROM * Math.max(times[Math.floor(times.length / 2)]!, 0.001);
  return { isLog, scale: isLog ? { type: "log", nice: true } : { zero: true } };
}

/** Seconds against the share that they suffice for. */
export function curveAxes(scale: object): object {
  return {
    x: { field: "seconds", type: "quantitative", title: "seconds", scale },
    y: {
      field: "share",
      type: "quantitative",
      title: "share of executions",
      scale: { domain: [0, 1] },
      axis: PERCENT_AXIS,
    },
  };
}

function timeSpec(rows: readonly TimeRow[], options: ChartOptions): TopLevelSpec {
  const { isLog, scale } = timeScale(rows);
  const workflows = levelsIn(rows, "workflow");
  const color = { ...modelColor(options, modelsIn(rows, options)), title: null };
  // Lines of different models may be of one colour, or printed without any.
  const range = options.models.map((_, place) => DASHES[place % DASHES.length]);
  const strokeDash = {
    ...color,
    scale: { domain: [...options.models], range },
    legend: { ...color.legend, ...strokeSymbols(options) },
  };
  return {
    ...frame({}, isLog ? rows.filter((row) => row.seconds > 0) : rows, options),
    ...facetGrid(
      {
        field: "workflow",
        values: workflows,
        options,
        height: plotHeight(options, 220),
        label: workflowLabel,
        minimumWidth: 150,
      },
      [
        {
          name: DATA,
          mark: { type: "line", interpolate: "step-after", strokeWidth: 2 },
          encoding: {
            ...curveAxes(scale),
            color,
            strokeDash,
          },
        },
      ],
    ),
  } as TopLevelSpec;
}
