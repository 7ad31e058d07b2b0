import type { TopLevelSpec } from "vega-lite";
import { whenNear } from "./when-near.ts";

/** Scaled to the 186 mm of an A4 page's text column, type is 7 pt. */
const PRINT_WIDTH = 860;

/** Draws when the element comes into view, when its width changes and for print; null: there is nothing to draw. Gives what draws anew another spec of that width. */
export function drawWhenVisible(chart: HTMLElement, specOf: (width: number) => TopLevelSpec | null): () => void {
  let drawnWidth = 0;
  let draw: typeof import("./draw.ts") | undefined;
  const drawAt = async (width: number) => {
    if (width === 0 || Math.abs(width - drawnWidth) < 8) return;
    drawnWidth = width;
    const spec = specOf(width);
    if (!spec) return;
    // Vega is loaded only on pages that draw, and only when the first figure comes into view.
    draw ??= await import("./draw.ts");
    await draw.drawInto(chart, spec);
  };
  const drawHere = () => void drawAt(Math.floor(chart.clientWidth));
  const resized = new ResizeObserver(drawHere);
  whenNear(chart, () => resized.observe(chart));
  // `page-shell.ts` passes these on. A browser waits for promises that are kept at once, and for nothing that has to be loaded.
  chart.addEventListener("beforeprint", () => void drawAt(PRINT_WIDTH));
  chart.addEventListener("afterprint", drawHere);
  return () => {
    const width = drawnWidth;
    drawnWidth = 0;
    void drawAt(width);
  };
}
