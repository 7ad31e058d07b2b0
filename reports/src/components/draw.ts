import { parse, View } from "vega";
import type { TopLevelSpec } from "vega-lite";
import { compileFigure } from "../../../harness/show/drawing/compile.ts";
import { DATA_MARKS_SELECTOR } from "../../../harness/show/drawing/data-marks.ts";
import { PAGE } from "../../../harness/show/drawing/theme.ts";
import { filterBy } from "./page-filters.ts";

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
  roveOver(drawing);
}

/** What Vega binds to the element of a mark. */
type MarkElement = SVGElement & { __data__?: { href?: string } };

/** Marks that are links, reached as one stop of the keyboard: arrows go on, Home and End to the ends, Enter follows. */
function roveOver(drawing: HTMLElement): void {
  const all = drawing.querySelectorAll<MarkElement>(DATA_MARKS_SELECTOR);
  const marks = [...all].filter((mark) => mark.__data__?.href);
  for (const [index, mark] of marks.entries()) {
    mark.setAttribute("role", "link");
    mark.setAttribute("tabindex", index === 0 ? "0" : "-1");
  }
  drawing.addEventListener("click", selectInstead, { capture: true });
  drawing.addEventListener("keydown", (event) => {
    const at = marks.indexOf(document.activeElement as MarkElement);
    const mark = marks[at];
    if (!mark) return;
    if (event.key === "Enter") mark.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: event.shiftKey }));
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 };
    const next = marks[{ ...steps, Home: 0, End: marks.length - 1 }[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    mark.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

/** With Shift a mark filters the page by what it leads to; before Vega, which would follow it. */
function selectInstead(event: MouseEvent): void {
  const href = event.shiftKey && (event.target as MarkElement).__data__?.href;
  if (!href) return;
  const figure = (event.currentTarget as HTMLElement).closest("figure");
  if (!filterBy(href)) return;
  event.preventDefault();
  event.stopPropagation();
  // The mark goes with the drawing; Tab goes on from here.
  figure?.setAttribute("tabindex", "-1");
  figure?.focus({ preventScroll: true });
}
