import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import type { Figure } from "../../../../harness/show/drawing/figure.ts";
import { FIGURES } from "../../../../harness/show/figures/registry.ts";
import { type Font, loadFonts } from "../../../../harness/show/plots/fonts.ts";
import { outside, overlaps } from "./boxes.ts";
import { drawInPrint, PRINTED } from "./draw-in-print.ts";
import { renameModels, type ScoredFixture, scoredFixture } from "./fixture-results.ts";

const NAMES = {
  explorer: `<script>alert("x")</script><image href="https://example.org/a.png" onload="alert(1)"/>`,
  planner: "wide".repeat(75),
  sprinter: `"]; alert('x') // \u2028 \u202e {{7*7}} \${7*7} \\u0022 ]]>`,
};
/** All that Vega writes, and the fonts that we do. */
const ELEMENTS = ["svg", "style", "g", "path", "text", "tspan", "rect", "line", "defs", "clipPath", "title"];

let fixture: ScoredFixture;
let results: Results;
let fonts: Font[];
beforeAll(async () => {
  fixture = await scoredFixture();
  results = renameModels(fixture.results, NAMES);
  fonts = await loadFonts();
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

const drawnAt = (figure: Figure, page: (typeof PRINTED)[number]) =>
  drawInPrint(figure, page, { results, models: Object.values(NAMES), fonts });

/** Names of all elements and attributes, and all text. */
function parseSvg(svg: string) {
  const found = { elements: new Set<string>(), attributes: new Set<string>(), text: "" };
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", ({ local, attributes }) => {
    found.elements.add(local);
    for (const { local: name } of Object.values(attributes)) found.attributes.add(name);
  });
  parser.on("text", (text) => {
    found.text += text;
  });
  parser.write(svg).close();
  return found;
}

describe.each(FIGURES.map((figure) => [figure.name, figure] as const))("%s", (_, figure) => {
  it.each(PRINTED)(
    "at $width_mm mm keeps markup, code and 300 letters in names as text, in its frame, at most 120 mm tall",
    async (page) => {
      const drawing = await drawnAt(figure, page);
      const { elements, attributes } = parseSvg(drawing.svg);
      expect([...elements].filter((name) => !ELEMENTS.includes(name))).toEqual([]);
      expect([...attributes].filter((name) => /^on|href|src/i.test(name))).toEqual([]);
      const millimetres = (pixels: number) => (pixels / 96) * 25.4;
      expect(millimetres(drawing.width)).toBeGreaterThan(page.width_mm - 0.01);
      expect(millimetres(drawing.width)).toBeLessThanOrEqual(page.width_mm + 0.3);
      expect(millimetres(drawing.height)).toBeLessThanOrEqual(120);
      expect(drawing.boxes.length).toBeGreaterThan(3);
      expect(outside(drawing.boxes, drawing)).toEqual([]);
      expect(overlaps(drawing.boxes)).toEqual([]);
    },
  );
});

it("a name of markup is read as it is written", async () => {
  const { svg } = await drawnAt(FIGURES.find(({ name }) => name === "recall-curve")!, { width_mm: 228, font_pt: 8 });
  expect(parseSvg(svg).text).toContain(`<script>alert("x")`);
});
