import { KNOWLEDGE_MODES, OWN, WORKFLOWS } from "../../../agent/contract/contract.ts";
import { knowledgeLabel, workflowLabel } from "../../print/format.ts";
import type { ChartOptions, FigureRow } from "./figure.ts";
import { modelScale } from "./model-scale.ts";
import { fontSizeOf, markSize } from "./theme.ts";

/** The same on all figures: colour = model, shape = workflow, lightness = knowledge mode. */
const LIGHTNESS = [0.15, 0.5, 1] as const;

/** In the order of legends and panels; a system that is not made of ours comes last. */
type Factor = "workflow" | "knowledge";
const LEVELS: Record<Factor, readonly string[]> = {
  workflow: [...WORKFLOWS, OWN],
  knowledge: [...KNOWLEDGE_MODES, OWN],
};
const LABELS = { workflow: workflowLabel, knowledge: knowledgeLabel };

export function modelColor(options: ChartOptions, shown: readonly string[] = options.models) {
  const legend = { ...legendFor(shown, options), values: [...shown] };
  return { field: "model", type: "nominal", title: "model", scale: modelScale(options), legend } as const;
}

/** One below the other where they do not fit beside each other: Vega cuts single labels but never breaks a row of them. */
export function legendFor(labels: readonly string[], options: ChartOptions): { columns?: number } {
  const letters = labels.reduce((sum, label) => sum + label.length, 0);
  const width = 0.54 * fontSizeOf(options) * letters + 2.5 * fontSizeOf(options) * labels.length;
  // Legends of panels begin where the first panel does, right of its labels.
  return width < 0.7 * wholeWidth(options) ? {} : { columns: 1 };
}

/** Columns of a legend that begins right of row labels: as many as fit, and as few as fill its lines evenly. */
export function legendBeside(
  labels: readonly string[],
  { options, beside }: { options: ChartOptions; beside: number },
) {
  const fontSize = fontSizeOf(options);
  const room = wholeWidth(options) - beside - 2 * fontSize;
  const fitting = labels
    .map((_, at) => labels.length - at)
    .find((columns) => widthOf(labels, columns, fontSize) <= room);
  const labelLimit = wholeWidth(options) - beside - 4 * fontSize;
  return { labelLimit, columns: Math.ceil(labels.length / Math.ceil(labels.length / (fitting ?? 1))) };
}

/** Panels share their legends. */
function wholeWidth({ width, whole = width }: ChartOptions): number {
  return whole;
}

/** Entries fill a line first; each column is as wide as its longest. */
function widthOf(labels: readonly string[], columns: number, fontSize: number): number {
  const longest = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...labels.filter((_label, at) => at % columns === column).map((label) => label.length)),
  );
  return longest.reduce((sum, letters) => sum + 0.54 * fontSize * letters + 3 * fontSize, 0);
}

/** Columns of a legend above the plots: all beside each other where they fit, else as many as fill its lines evenly. */
export function legendAbove(labels: readonly string[], options: ChartOptions): { columns?: number } {
  const fitting = legendFor(labels, options);
  return fitting.columns === undefined ? fitting : legendBeside(labels, { options, beside: 9 * fontSizeOf(options) });
}

/** The models that have rows, in the order of the configuration. */
export function modelsIn(rows: readonly FigureRow[], { models }: ChartOptions): string[] {
  const present = new Set(rows.map((row) => row.model));
  return models.filter((model) => present.has(model));
}

/** The workflows or knowledge modes that have rows; a run's own workflows behind ours. */
export function levelsIn(rows: readonly FigureRow[], factor: Factor): string[] {
  const present = new Set(rows.flatMap((row) => (typeof row[factor] === "string" ? [row[factor]] : [])));
  const others = [...present].filter((level) => !LEVELS[factor].includes(level)).sort();
  return [...LEVELS[factor].filter((level) => level !== OWN), ...others, OWN].filter((level) => present.has(level));
}

/** How opaque the fill of a mark is. */
export function lightnessOf(knowledge: string): number {
  return knowledge === OWN ? 1 : LIGHTNESS[Math.max(0, LEVELS.knowledge.indexOf(knowledge))]!;
}

/** A channel that tells the levels of a factor apart, with a legend of those that have rows. */
export function levelChannel(
  factor: Factor,
  { rows, sign, legend }: { rows: readonly FigureRow[]; sign: (level: string) => unknown; legend?: object },
) {
  const shown = levelsIn(rows, factor);
  return {
    field: factor,
    type: factor === "knowledge" ? "ordinal" : "nominal",
    title: factor,
    scale: { type: "ordinal", domain: shown, range: shown.map(sign) },
    legend: { labelExpr: labelExpression(shown, LABELS[factor]), ...legend },
  } as const;
}

/** A Vega expression that writes `datum.label` (or another field) as people read it. */
export function labelExpression(
  values: readonly string[],
  label: (value: string) => string,
  field = "datum.label",
): string {
  return values.reduceRight(
    (otherwise, value) => `${field} === ${JSON.stringify(value)} ? ${JSON.stringify(label(value))} : ${otherwise}`,
    field,
  );
}

/** An axis with labels at just these places. Vega drops every other one of those that exceed its tick count. */
export function ticksAt(values: readonly number[]) {
  return { values: [...values], tickCount: values.length, labelOverlap: false } as const;
}

/** Legend symbols long enough to show a dash. */
export function strokeSymbols(options: ChartOptions) {
  return { symbolType: "stroke", symbolSize: markSize(options, 300), symbolStrokeWidth: 2 } as const;
}

/** Shares written as everywhere: `40 %`. */
export const PERCENT_AXIS = { labelExpr: `format(100 * datum.value, "~r") + " %"` } as const;

/** Fits axes and labels into the width; for single and layered views (facets divide their width themselves). */
export const FIT = { type: "fit-x", contains: "padding" } as const;

/** The encoding that makes marks links; empty in files. */
export function hrefChannel({ link, target }: ChartOptions): { href?: { field: "href" } } {
  return link && target ? { href: { field: "href" } } : {};
}
