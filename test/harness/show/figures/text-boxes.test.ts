import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIGURES } from "../../../../harness/show/figures/registry.ts";
import { type Font, loadFonts } from "../../../../harness/show/plots/fonts.ts";
import { outside, overlaps } from "./boxes.ts";
import { drawInPrint, PRINTED } from "./draw-in-print.ts";
import { type ScoredFixture, scoredFixture } from "./fixture-results.ts";

let fixture: ScoredFixture;
let fonts: Font[];
beforeAll(async () => {
  fixture = await scoredFixture();
  fonts = await loadFonts();
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

/** Texts that Vega has cut to their room, which it ends with dots. */
function cutTexts(svg: string): string[] {
  const texts = [...svg.matchAll(/<(text|tspan)[^>]*>([^<]*)/g)].map(([, , text]) => text!);
  return texts.filter((text) => text.endsWith("…"));
}

describe.each(FIGURES.map((figure) => [figure.name, figure] as const))("%s", (_, figure) => {
  it.each(PRINTED)("at $width_mm mm has every text whole, in its frame and on no other", async (page) => {
    const models = ["explorer", "planner", "sprinter"];
    const drawing = await drawInPrint(figure, page, { results: fixture.results, models, fonts });
    expect(cutTexts(drawing.svg)).toEqual([]);
    expect(outside(drawing.boxes, drawing)).toEqual([]);
    expect(overlaps(drawing.boxes)).toEqual([]);
  });
});
