import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Results } from "../../../harness/analyses/results.ts";
import { LIGHT } from "../../../harness/drawing/theme.ts";
import type { Figure } from "../../../harness/figures/figure.ts";
import { figureSpec } from "../../../harness/figures/figure-spec.ts";
import { FIGURES } from "../../../harness/figures/registry.ts";
import { draw } from "../../../harness/stages/plots/draw.ts";
import { type Font, loadFonts } from "../../../harness/stages/plots/fonts.ts";
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

async function drawnAt(figure: Figure, width: number) {
  const data = figure.read(results);
  const models = Object.values(NAMES);
  const makeSpec = (wanted: number) =>
    figureSpec(figure, data, { width: wanted, theme: LIGHT, models, notice: [], title: figure.title });
  const drawing = await draw({ makeSpec, width, theme: LIGHT, fonts });
  drawing.view.finalize();
  return drawing;
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
  it("keeps markup, code and 300 letters in models' names as text, and its width at 400 and 860 pixels", async () => {
    for (const width of [400, 860]) {
      const drawing = await drawnAt(figure, width);
      const { elements, attributes } = parseSvg(drawing.svg);
      expect([...elements].filter((name) => !ELEMENTS.includes(name))).toEqual([]);
      expect([...attributes].filter((name) => /^on|href|src/i.test(name))).toEqual([]);
      expect(drawing.width).toBeLessThanOrEqual(width);
    }
  });
});

it("a name of markup is read as it is written", async () => {
  const { svg } = await drawnAt(FIGURES.find(({ name }) => name === "recall-curve")!, 860);
  expect(parseSvg(svg).text).toContain(`<script>alert("x")`);
});
