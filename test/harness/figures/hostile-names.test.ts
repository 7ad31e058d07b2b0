import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Results } from "../../../harness/analyses/results.ts";
import type { Figure } from "../../../harness/figures/figure.ts";
import { figureSpec } from "../../../harness/figures/figure-spec.ts";
import { FIGURES } from "../../../harness/figures/registry.ts";
import { draw } from "../../../harness/stages/plots/draw.ts";
import { type Font, loadFonts } from "../../../harness/stages/plots/fonts.ts";
import { styleOf } from "../../../harness/stages/plots/style.ts";
import { boxesOf, outside, overlaps } from "./boxes.ts";
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

const NOTICE = ["Synthetic corpus, stand-in models: says nothing about any language model."];
const PRINT = { greyscale: false, dpi: 96, color_order: [] };

async function drawnAt(figure: Figure, page: { width_mm: number; font_pt: number }) {
  const data = figure.read(results);
  const models = Object.values(NAMES);
  const style = styleOf({ ...PRINT, ...page });
  const makeSpec = (size: { width: number; stretch: number }) =>
    figureSpec(figure, data, { ...style, ...size, models, notice: NOTICE, title: figure.caption(data) });
  const drawing = await draw({ ...style, makeSpec, fonts });
  const boxes = boxesOf(drawing.view);
  drawing.view.finalize();
  return { ...drawing, boxes };
}

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
  it.each([
    { width_mm: 85, font_pt: 7 },
    { width_mm: 175, font_pt: 8 },
  ])(
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
