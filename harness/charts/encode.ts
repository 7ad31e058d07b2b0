import { KNOWLEDGE_MODES, WORKFLOWS } from "../../agent/contract.ts";
import type { ChartOptions, FigureRow } from "./figure.ts";
import { knowledgeLabel, workflowLabel } from "./format.ts";

/** The same on all figures: colour = model, shape = workflow, lightness = knowledge mode. */
export const SHAPES = ["circle", "square"] as const;
export const LIGHTNESS = [0.2, 0.6, 1] as const;

export function modelColor(models: readonly string[], options: ChartOptions) {
  const range = models.map((_, index) => options.theme.models[index % options.theme.models.length]!);
  return { field: "model", type: "nominal", title: "model", scale: { domain: [...models], range } } as const;
}

export const workflowShape = {
  field: "workflow",
  type: "nominal",
  title: "workflow",
  scale: { domain: [...WORKFLOWS], range: [...SHAPES] },
  legend: { labelExpr: labelExpression(WORKFLOWS, workflowLabel) },
} as const;

export const knowledgeLightness = {
  field: "knowledge",
  type: "nominal",
  title: "knowledge",
  scale: { domain: [...KNOWLEDGE_MODES], range: [...LIGHTNESS] },
  legend: { labelExpr: labelExpression(KNOWLEDGE_MODES, knowledgeLabel), symbolType: "circle" },
} as const;

/** Models in the order of the rows, which is the order of the configuration. */
export function modelsOf(rows: readonly FigureRow[]): string[] {
  return [...new Set(rows.map((row) => String(row.model)))];
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

/** Below this width, configurations are written short: `explorer · P&E · S+M`. */
const NARROW = 560;

/** A row axis of configurations, in the order of the rows. */
export function configurationAxis(rows: readonly FigureRow[], options: ChartOptions) {
  const short = `replace(replace(datum.label, "Plan-and-Execute", "P&E"), "Skill + Meta", "S+M")`;
  return {
    field: "configuration",
    type: "nominal",
    sort: rows.map((row) => String(row.configuration)),
    title: null,
    axis: options.width < NARROW ? { labelExpr: short } : {},
  } as const;
}

/** Fits axes and labels into the width; for single and layered views (facets divide their width themselves). */
export const FIT = { type: "fit-x", contains: "padding" } as const;

/** Height of one row of a row chart, in pixels. */
export const ROW_HEIGHT = 21;
