import { parse, View } from "vega";
import type { TopLevelSpec } from "vega-lite";
import { compileFigure } from "../../../harness/drawing/compile.ts";
import { PAGE } from "../../../harness/drawing/theme.ts";

const FONT = '11.5px "Inter"';

/** Draws a spec as SVG into an element, in place of what was there, which stays until the new drawing is done. */
export async function drawInto(element: HTMLElement, spec: TopLevelSpec): Promise<void> {
  // Text is measured while laying out, so the font has to be there first.
  if (!document.fonts.check(FONT)) await document.fonts.load(FONT);
  const view = new View(parse(compileFigure(spec, PAGE)), { renderer: "svg" });
  const drawing = document.createElement("div");
  await view.initialize(drawing).runAsync();
  element.replaceChildren(drawing);
  element.style.minHeight = "0";
}
