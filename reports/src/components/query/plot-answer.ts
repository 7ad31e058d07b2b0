import type { Markish, PlotOptions, ScaleOptions } from "@observablehq/plot";
import { count } from "../../../../harness/print/format.ts";
import type { AnswerValue, QueryAnswer } from "../../../duckdb/answer.ts";
import { h } from "../dom.ts";
import { executionsLink } from "../links.ts";
import { visibleText } from "../visible-text.ts";
import type { ChannelSpec, MarkSpec, PlotSpec } from "./plot-spec.ts";

/** More marks than this make a page slow; a query can gather rows before. */
const MOST_ROWS = 20_000;
const CHARACTER_PX = 6.4;
const WIDEST_LABELS_PX = 220;

type PlotRow = Record<string, AnswerValue | Date>;

/** An answer drawn by Observable Plot; models have their colours, marks of executions lead to them. */
export async function plotAnswer(
  spec: PlotSpec,
  answer: QueryAnswer,
  look: { models: readonly string[]; width: number },
): Promise<HTMLElement> {
  const Plot = await import("@observablehq/plot");
  const rows = answer.rows.slice(0, MOST_ROWS).map((values) => toPlotRow(answer.columns, values));
  const marks = spec.marks.map((mark) => drawMark(Plot, mark, rows));
  const options: PlotOptions = {
    width: look.width,
    ...(spec.height ? { height: spec.height } : {}),
    marginLeft: roomFor(spec, rows, "y"),
    marginRight: roomFor(spec, rows, "fy"),
    ...spec.scales,
    color: colors(spec, look.models),
    marks: marks as Markish[],
  };
  const drawn = Plot.plot(options);
  // Plot names its groups, which only elements with a role may have.
  for (const group of drawn.querySelectorAll("g[aria-label]")) group.setAttribute("role", "group");
  const cut =
    answer.rows.length > MOST_ROWS
      ? `the first ${count(MOST_ROWS)} of ${count(answer.rows.length)} rows are drawn`
      : null;
  const caption = [spec.caption && visibleText(spec.caption), cut].filter(Boolean).join("; ");
  return h("figure", { class: "plot" }, drawn, caption ? h("figcaption", { class: "caption" }, caption) : null);
}

type PlotLibrary = typeof import("@observablehq/plot");

function drawMark(
  Plot: PlotLibrary,
  { type, channels, execution, transform, tip }: MarkSpec,
  rows: readonly PlotRow[],
): unknown {
  const own = Object.entries(channels).map(([name, shows]) => [
    name,
    "column" in shows ? readColumn(shows.column) : shows.constant,
  ]);
  const leads = execution ? { href: (row: PlotRow) => executionsLink({ id: String(row[execution]) }) } : {};
  const options = { ...Object.fromEntries(own), ...leads, tip };
  const gathered = transform ? Plot[transform.type](transform.outputs as never, options) : options;
  return (Plot[type] as (data: readonly PlotRow[], options: object) => unknown)(rows, gathered);
}

/** A channel: never a name, which Plot would take for a colour where it is one. */
function readColumn(name: string): (row: PlotRow) => unknown {
  return Object.assign((row: PlotRow) => row[name], { label: visibleText(name) });
}

function toPlotRow(columns: QueryAnswer["columns"], values: readonly AnswerValue[]): PlotRow {
  return Object.fromEntries(
    columns.map(({ name, type }, index) => {
      const value = values[index] ?? null;
      if (typeof value !== "string") return [name, typeof value === "bigint" ? Number(value) : value];
      return [name, type === "TIMESTAMP" || type === "DATE" ? new Date(value) : visibleText(value)];
    }),
  );
}

/** Models in the colours that they have in every figure, where one is coloured by. */
function colors({ marks, scales }: PlotSpec, models: readonly string[]): ScaleOptions {
  const own = scales.color as ScaleOptions | undefined;
  const byModel = marks.some(({ channels }) =>
    [channels.fill, channels.stroke].some((shows) => columnOf(shows) === "model"),
  );
  if (!byModel || own?.domain || own?.scheme) return own ?? {};
  return { domain: models, range: models.map((_, index) => `var(--model-${"abcdef"[index % 6]})`), ...own };
}

function columnOf(shows: ChannelSpec | undefined): string | null {
  return shows && "column" in shows ? shows.column : null;
}

/** Plot cuts labels that do not fit its margin. */
function roomFor({ marks }: PlotSpec, rows: readonly PlotRow[], channel: "y" | "fy"): number {
  const names = new Set(marks.map(({ channels }) => columnOf(channels[channel]) ?? ""));
  const texts = rows.flatMap((row) => [...names].map((name) => row[name]).filter((value) => typeof value === "string"));
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return Math.min(WIDEST_LABELS_PX, Math.max(40, 20 + longest * CHARACTER_PX));
}
