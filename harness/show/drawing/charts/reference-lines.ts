import { decimal } from "../../../print/format.ts";
import type { Results } from "../../../results/analyses/results.ts";
import type { ChartOptions } from "../figure.ts";
import { fontSizeOf, isNarrow } from "../theme.ts";
import type { Layer } from "./parts.ts";

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

/** A line each, with its name on a line of its own above the plot: names beside each other would overlap. */
export function referenceLayers(lines: readonly Reference[], options: ChartOptions): Layer[] {
  if (lines.length === 0) return [];
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
  const values = sorted.map((line, index) => {
    const text = `${line.label} ${decimal(line.mean)}`;
    const room = 0.53 * fontSizeOf(options) * text.length;
    return { ...line, text, room, top: -step * (index + 0.6), shift: (isRight(line) ? -1 : 1) * (3 + room / 2) };
  });
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
  // A line of another side gives way to a name: PDF knows no outlines of text.
  const plate = {
    data: { values },
    mark: {
      ...{ type: "rect", color: theme.paper, width: { expr: "datum.room" }, height: step - 1 },
      ...{ xOffset: { expr: "datum.shift" }, y: { expr: "datum.top" } },
    },
    encoding: { x, y: null },
  };
  const name = (side: "left" | "right") => ({
    data: { values: values.filter((line) => isRight(line) === (side === "right")) },
    mark: { type: "text", align: side, dx: side === "left" ? 4 : -4, y: { expr: "datum.top" }, color: theme.muted },
    encoding: { x, y: null, text: { field: "text" } },
  });
  return [rule([5, 4], "question"), rule([1, 3], "truth"), plate, name("left"), name("right")];
}
