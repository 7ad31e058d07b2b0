import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { seconds, workflowLabel } from "../../print/format.ts";
import type { Duration, Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { stepPanels } from "../drawing/charts/curve.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureRow } from "../drawing/figure.ts";
import { isOneValue } from "./flat.ts";

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
  columns: columnsOf({
    model: "text",
    workflow: "text",
    seconds: ["seconds", "within"],
    share: ["percent", "share of executions"],
    n: "count",
  }),
  read: (results) => ({ rows: timeRows(results), facts: timeFacts(results) }),
  caption: ({ facts }) => describeTimes(facts),
  details: ({ facts }) => describeSlowest(facts),
  flat: ({ rows }) => sameTime(rows),
  marks: ({ rows }) => grouped(rows, groupOf).size,
  spec: ({ rows }, options) => stepPanels({ options, ...timeCurve(rows) }),
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

/** Seconds against the share that they suffice for; logarithmic where the longest is far from the median. */
export function timeCurve<Row extends { seconds: number }>(rows: readonly Row[]) {
  const times = rows.map((row) => row.seconds).sort((a, b) => a - b);
  const log = times.length > 0 && times.at(-1)! > LOG_FROM * Math.max(times[Math.floor(times.length / 2)]!, 0.001);
  return {
    rows: log ? rows.filter(({ seconds }) => seconds > 0) : rows,
    x: { field: "seconds", title: "seconds", log, zero: !log },
    y: { field: "share", title: "share of executions", domain: [0, 1], percent: true },
  };
}
