import type { QueryAnswer } from "../../../duckdb/answer.ts";
import { type AnswerColumns, columnsOf } from "./answer-columns.ts";
import { writePlot } from "./questions.ts";

/** Kinds of plots by what they are called. */
export const PLOT_KINDS = {
  bars: "bars",
  points: "points",
  line: "a line",
  boxes: "boxes",
  histogram: "a histogram",
  counts: "counts of rows",
  cells: "cells",
} as const;
export type PlotKind = keyof typeof PLOT_KINDS;

/** What is chosen by clicks; the JSON that it makes can be gone on with by hand. */
export interface PlotChoice {
  kind: PlotKind;
  x: string;
  y: string;
  color: string;
}

/** More points than this have no bar each. */
const MOST_BARS = 40;

/** What an answer is drawn as at first: by its types and its number of rows. */
export function firstChoice(answer: Pick<QueryAnswer, "columns" | "rows">): PlotChoice {
  const columns = columnsOf(answer);
  const { numbers, times, names } = columns;
  const color = names.includes("model") ? "model" : "";
  const [number = "", other = ""] = numbers;
  if (times[0] && number) return { kind: "line", x: times[0], y: number, color };
  // Of two names the one that tells more rows apart.
  const name = [...names].filter((one) => one !== "execution").sort((a, b) => differ(answer, b) - differ(answer, a))[0];
  if (name && number && answer.rows.length <= MOST_BARS) return { kind: "bars", x: number, y: name, color };
  if (number && other) return { kind: "points", x: number, y: other, color };
  if (name && number) return { kind: "boxes", x: number, y: name, color: "" };
  if (number) return { kind: "histogram", x: number, y: "", color };
  return { kind: "counts", x: "", y: name ?? columns.all[0] ?? "", color };
}

function differ({ columns, rows }: Pick<QueryAnswer, "columns" | "rows">, name: string): number {
  const at = columns.findIndex((column) => column.name === name);
  return new Set(rows.map((row) => row[at])).size;
}

/** The plot of a choice, as JSON that a person would write. */
export function makePlot({ kind, x, y, color }: PlotChoice, { all }: Pick<AnswerColumns, "all">): string {
  const own = (channel: "fill" | "stroke", otherwise?: string) => {
    const shown = color || otherwise;
    return shown ? { [channel]: shown } : {};
  };
  const leads = all.includes("execution") ? { execution: "execution" } : {};
  const legend = color ? { color: { legend: true } } : {};
  const plots: Record<PlotKind, Parameters<typeof writePlot>[0]> = {
    bars: {
      marks: [
        { type: "barX", x, y, ...own("fill", "accent"), tip: true },
        { type: "ruleX", x: 0 },
      ],
    },
    points: {
      marks: [{ type: "dot", x, y, ...own("stroke", "accent"), ...leads, tip: true }],
      x: { grid: true },
      y: { grid: true },
      ...legend,
    },
    line: { marks: [{ type: "line", x, y, ...own("stroke", "accent"), tip: true }], y: { grid: true }, ...legend },
    boxes: { marks: [{ type: "boxX", x, y, ...own("fill") }] },
    histogram: {
      marks: [
        { type: "rectY", x, ...own("fill", "accent"), transform: { type: "binX", outputs: { y: "count" } }, tip: true },
      ],
      ...legend,
    },
    counts: {
      marks: [
        {
          type: "barX",
          y,
          ...own("fill", "accent"),
          transform: { type: "groupY", outputs: { x: "count" } },
          tip: true,
        },
      ],
    },
    cells: { marks: [{ type: "cell", x, y, ...own("fill"), tip: true }], ...legend },
  };
  return writePlot(plots[kind]);
}

/** The choice that a plot was made by; null for one that was written or changed by hand. */
export function choiceOf(text: string, columns: AnswerColumns): PlotChoice | null {
  const mark = firstMark(text);
  const gathers = (mark?.transform as { type?: unknown } | undefined)?.type === "groupY";
  const kind = (Object.keys(MARK_OF) as PlotKind[]).find(
    (one) => MARK_OF[one] === mark?.type && (one === "counts") === gathers,
  );
  if (!mark || !kind) return null;
  const column = (value: unknown) => columns.all.find((name) => name === value) ?? "";
  const choice = { kind, x: column(mark.x), y: column(mark.y), color: column(mark.fill ?? mark.stroke) };
  return makePlot(choice, columns) === text ? choice : null;
}

const MARK_OF: Record<PlotKind, string> = {
  bars: "barX",
  points: "dot",
  line: "line",
  boxes: "boxX",
  histogram: "rectY",
  counts: "barX",
  cells: "cell",
};

function firstMark(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text).marks[0];
  } catch {
    return null; // Half typed.
  }
}
