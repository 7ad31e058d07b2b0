import { KNOWLEDGE_MODES, WORKFLOWS } from "../../agent/contract.ts";
import { DATA } from "./data-marks.ts";
import type { ChartOptions, FigureRow } from "./figure.ts";
import { knowledgeLabel, workflowLabel } from "./format.ts";
import { fontSizeOf, isNarrow } from "./theme.ts";

/** The same on all figures: colour = model, shape = workflow, lightness = knowledge mode. */
const SHAPES = ["circle", "square"] as const;
export const LIGHTNESS = [0.15, 0.5, 1] as const;

export function modelColor({ models, theme }: ChartOptions) {
  const range = models.map((_, index) => theme.models[index % theme.models.length]!);
  return { field: "model", type: "nominal", title: "model", scale: { domain: [...models], range } } as const;
}

export const workflowShape = {
  field: "workflow",
  type: "nominal",
  title: "workflow",
  scale: { domain: [...WORKFLOWS], range: [...SHAPES] },
  legend: {
    labelExpr: labelExpression(WORKFLOWS, workflowLabel),
  },
} as const;

const knowledgeLightness = {
  field: "knowledge",
  type: "ordinal",
  title: "knowledge",
  scale: { type: "ordinal", domain: [...KNOWLEDGE_MODES], range: [...LIGHTNESS] },
  legend: {
    labelExpr: labelExpression(KNOWLEDGE_MODES, knowledgeLabel),
    symbolType: "circle",
  },
} as const;

/** The models that have rows, in the order of the configuration. */
export function modelsIn(rows: readonly FigureRow[], { models }: ChartOptions): string[] {
  const present = new Set(rows.map((row) => row.model));
  return models.filter((model) => present.has(model));
}

/** A Vega expression that writes `datum.label` (or another field) as people read it. */
export function labelExpression(
  values: readonly string[],
  label: (value: string) => string,
  field = "datum.label",
): string {
  return values.reduceRight(
    (otherwise, value) => `${field} === ${literal(value)} ? ${literal(label(value))} : ${otherwise}`,
    field,
  );
}

/** A string of Vega's expression language, whose parser takes no raw line separator. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);
}

const ROW_AXIS = { domain: false, ticks: false, labelPadding: 8, grid: false } as const;

/** A row axis of configurations, in the order of the rows. */
export function configurationAxis(rows: readonly FigureRow[], options: ChartOptions) {
  const short = `replace(replace(datum.label, "Plan-and-Execute", "P&E"), "Skill + Meta", "S+M")`;
  return {
    field: "configuration",
    type: "nominal",
    // A domain and not a sort: reference layers with data of their own keep the order too.
    scale: { domain: configurationsIn(rows) },
    title: null,
    axis: { ...ROW_AXIS, labelLimit: rowLabelLimit(options), ...(isNarrow(options) ? { labelExpr: short } : {}) },
  } as const;
}

/** Pixels that the labels of that axis take. */
export function configurationSpace(rows: readonly FigureRow[], options: ChartOptions): number {
  const labels = configurationsIn(rows);
  const shortened = labels.map((label) => label.replace("Plan-and-Execute", "P&E").replace("Skill + Meta", "S+M"));
  return labelSpace(isNarrow(options) ? shortened : labels, options);
}

function configurationsIn(rows: readonly FigureRow[]): string[] {
  return [...new Set(rows.map((row) => String(row.configuration)))];
}

/** An axis with labels at just these places. Vega drops every other one of those that exceed its tick count. */
export function ticksAt(values: readonly number[]) {
  return { values: [...values], tickCount: values.length, labelOverlap: false } as const;
}

/** At most this much of the width is for the names of rows; a longer name is cut, with its whole in the table. */
export function rowLabelLimit({ width }: ChartOptions): number {
  return Math.min(320, Math.round(0.45 * width));
}

/** Pixels that names of rows take beside panels, which Vega-Lite does not fit by itself; longer ones are cut there. */
export function labelSpace(labels: readonly string[], options: ChartOptions): number {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return Math.min(rowLabelLimit(options), Math.ceil(0.54 * fontSizeOf(options) * longest)) + 14;
}

/** Fits axes and labels into the width; for single and layered views (facets divide their width themselves). */
export const FIT = { type: "fit-x", contains: "padding" } as const;

/**
 * The mark of a configuration in three layers: a plate of the paper's colour, so that lines behind do not shine through;
 * the fill, whose opacity is the knowledge mode; the outline with shape and link.
 */
export function configurationMarks(position: object, options: ChartOptions, style: MarkStyle): object[] {
  const { legends, size = 90, tooltip, name = DATA } = style;
  const legend = <T extends object>(channel: T) => (legends ? channel : { ...channel, legend: null });
  const color = legend(modelColor(options));
  const shape = legend(workflowShape);
  const mark = { type: "point", size, strokeWidth: 1.5, opacity: 1 };
  const fill = { ...mark, filled: true, strokeWidth: 0 };
  const open = { ...(tooltip ? { tooltip } : {}), ...hrefChannel(options) };
  return [
    { mark: { ...fill, color: options.theme.paper }, encoding: { ...position, shape } },
    { mark: fill, encoding: { ...position, color, shape, opacity: legend(knowledgeLightness) } },
    { name, mark: { ...mark, filled: false, fill: "transparent" }, encoding: { ...position, color, shape, ...open } },
  ];
}

interface MarkStyle {
  /** False where row or panel labels say it all. */
  legends: boolean;
  size?: number;
  tooltip?: readonly object[];
  /** Of the layer with the outlines, one for each row. */
  name?: string;
}

/** The encoding that makes marks links; empty in files. */
export function hrefChannel({ link }: ChartOptions): { href?: { field: "href" } } {
  return link ? { href: { field: "href" } } : {};
}
