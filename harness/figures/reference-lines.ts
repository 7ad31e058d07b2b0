import type { Results } from "../analyses/results.ts";
import { decimal } from "../drawing/format.ts";
import { fontSizeOf, isNarrow } from "../drawing/theme.ts";
import type { ChartOptions } from "./figure.ts";

/** The mean of a ranker without a model: something to hold the configurations against. */
export interface Reference {
  label: string;
  mean: number;
  knows: "question" | "truth";
}

export function references({ baselines }: Results, metric: string): Reference[] {
  return baselines.flatMap(({ label, knows, metrics }) => {
    const mean = metrics[metric]?.mean ?? null;
    return mean === null ? [] : [{ label, mean, knows }];
  });
}

export function referenceCaption(lines: readonly Reference[]): string {
  const named = (knows: Reference["knows"]) =>
    lines.filter((line) => line.knows === knows).map(({ label, mean }) => `${label} ${decimal(mean)}`);
  const [rivals, bounds] = [named("question"), named("truth")];
  const dashed = rivals.length > 0 ? ` Dashed lines, baselines without a language model: ${rivals.join(", ")}.` : "";
  return `${dashed}${bounds.length > 0 ? ` Dotted, given the ground truth, so upper bounds: ${bounds.join(", ")}.` : ""}`;
}

/** A line each, with its name on a line of its own above the plot: names beside each other would overlap. */
export function referenceLayers(lines: readonly Reference[], options: ChartOptions): object[] {
  const { theme } = options;
  const step = fontSizeOf(options) + 3;
  // Names stand left of a line that has no room for them on its right.
  const isRight = ({ mean }: Reference) => mean > (isNarrow(options) ? 0.3 : 0.6);
  // From the bottom up, outermost last: no line runs through the name of another on its side.
  const sorted = [...lines].sort((a, b) =>
    isRight(a) === isRight(b)
      ? isRight(a)
        ? a.mean - b.mean
        : b.mean - a.mean
      : Number(isRight(b)) - Number(isRight(a)),
  );
  const values = sorted.map((line, index) => ({
    ...line,
    top: -step * (index + 0.6),
    text: `${line.label} ${decimal(line.mean)}`,
  }));
  const x = { field: "mean", type: "quantitative" };
  const tooltip = [
    { field: "label", title: "without a model" },
    { field: "mean", format: ".3f" },
  ];
  const rule = (strokeDash: number[], knows: Reference["knows"]) => ({
    data: { values: values.filter((line) => line.knows === knows) },
    mark: { type: "rule", strokeDash, color: theme.muted, y: { expr: "datum.top" }, y2: { expr: "height" } },
    encoding: { x, y: null, tooltip },
  });
  const name = (side: "left" | "right", style: object) => ({
    data: { values: values.filter((line) => isRight(line) === (side === "right")) },
    mark: { type: "text", align: side, dx: side === "left" ? 4 : -4, y: { expr: "datum.top" }, ...style },
    encoding: { x, y: null, text: { field: "text" } },
  });
  // On a narrow page a name may cross the line of another side: the line gives way. Files are wide, and PDF knows no outlines of text.
  const halo = { color: theme.paper, stroke: theme.paper, strokeWidth: 4, strokeJoin: "round" };
  const ink = { color: theme.muted };
  return [
    rule([5, 4], "question"),
    rule([1, 3], "truth"),
    ...(options.link ? [halo, ink] : [ink]).flatMap((style) => [name("left", style), name("right", style)]),
  ];
}
