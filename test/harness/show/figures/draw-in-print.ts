import type { Results } from "../../../../harness/results/analyses/results.ts";
import type { Figure } from "../../../../harness/show/drawing/figure.ts";
import { figureSpec } from "../../../../harness/show/drawing/figure-spec.ts";
import { draw } from "../../../../harness/show/plots/draw.ts";
import type { Font } from "../../../../harness/show/plots/fonts.ts";
import { styleOf } from "../../../../harness/show/plots/style.ts";
import { boxesOf } from "./boxes.ts";

const NOTICE = ["Synthetic corpus, stand-in models: says nothing about any language model."];
const PRINT = { greyscale: false, dpi: 96, color_order: [] };

/** A column of a paper, and both of them. */
export const PRINTED = [
  { width_mm: 85, font_pt: 7 },
  { width_mm: 175, font_pt: 8 },
];

interface Printed {
  results: Results;
  models: readonly string[];
  fonts: readonly Font[];
}

/** A figure as `stage plots` draws it for a paper, with the boxes of its texts and marks. */
export async function drawInPrint(figure: Figure, page: (typeof PRINTED)[number], { results, models, fonts }: Printed) {
  const data = figure.read(results);
  const style = styleOf({ ...PRINT, ...page });
  const makeSpec = (size: { width: number; stretch: number }) =>
    figureSpec(figure, data, { ...style, ...size, models, notice: NOTICE, title: figure.caption(data) });
  const drawing = await draw({ ...style, makeSpec, fonts });
  const boxes = boxesOf(drawing.view);
  drawing.view.finalize();
  return { ...drawing, boxes };
}
