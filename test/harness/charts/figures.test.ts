import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { compileFigure } from "../../../harness/charts/compile.ts";
import { makeNotice } from "../../../harness/charts/notice.ts";
import { readResults } from "../../../harness/charts/read-results.ts";
import { FIGURES, findFigure } from "../../../harness/charts/registry.ts";
import type { Results } from "../../../harness/charts/results.ts";
import { DARK, LIGHT, PAGE } from "../../../harness/charts/theme.ts";
import { scoreStage } from "../../../harness/stages/score/index.ts";
import { type FixtureContext, fixtureContext } from "../stages/context.ts";

const MODELS = ["explorer", "planner", "sprinter"];

let context: FixtureContext;
let results: Results;
beforeAll(async () => {
  context = await fixtureContext([]);
  await scoreStage.run(context);
  results = await readResults(context.runDirectory);
});
afterAll(() => context?.[Symbol.asyncDispose]());

const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
beforeEach(() => warn.mockClear());

/** A run of which nothing was executed. */
function emptyResults(): Results {
  const { summary, judge } = results;
  return {
    ...results,
    scores: [],
    durations: [],
    rankings: [],
    factors: [],
    summary: { ...summary, configurations: [], breakdown: [] },
    judge: { ...judge, judgeIr: [], compositeVsIr: [], primaryVsCalibration: [] },
  };
}

describe.each(FIGURES.map((figure) => [figure.name, figure] as const))("%s", (_, figure) => {
  it("draws at 360 and 1,100 pixels in all themes without a warning of Vega-Lite", () => {
    const data = figure.read(results);
    expect(data.rows.length).toBeGreaterThan(0);
    for (const theme of [LIGHT, DARK, PAGE])
      for (const width of [360, 1100])
        compileFigure(figure.spec(data, { width, theme, models: MODELS, notice: ["a notice"] }), theme);
    expect(warn).not.toHaveBeenCalled();
  });

  it("captions what it shows with a number, and says so when there is nothing to show", () => {
    expect(figure.caption(figure.read(results))).toMatch(/\d.*\.$/);
    const nothing = figure.read(emptyResults());
    expect(figure.caption(nothing)).toMatch(/\.$/);
    expect(figure.caption(nothing)).not.toMatch(/undefined|NaN|null/);
    compileFigure(figure.spec(nothing, { width: 600, theme: LIGHT, models: MODELS, notice: [] }), LIGHT);
  });

  it("has its columns in every row, and a target behind every row that has one", () => {
    const { rows } = figure.read(results);
    for (const row of rows) for (const { key } of figure.columns) expect(row).toHaveProperty([key]);
    if (!figure.target) return;
    for (const row of rows) expect(Object.values(figure.target(row)).filter(Boolean).length).toBeGreaterThan(0);
  });

  it("carries the notice inside the drawing, and links only where the page gives addresses", () => {
    const data = figure.read(results);
    const plain = JSON.stringify(
      figure.spec(data, { width: 600, theme: LIGHT, models: MODELS, notice: ["stand-in models"] }),
    );
    expect(plain).toContain("stand-in models");
    expect(plain).not.toContain("href");
  });
});

it("the notice names the stand-in models and says what the numbers are not about; without stand-ins there is none", () => {
  expect(makeNotice(results)[0]).toMatch(
    /^Synthetic corpus, stand-in models \(explorer, planner, sprinter\), stand-in judge: .*language model\.$/,
  );
  const real = { ...results.summary, standInModels: [], standInJudges: [] };
  expect(makeNotice({ summary: real, syntheticCorpus: false })).toEqual([]);
});

it("one configuration alone is not compared with itself", () => {
  const one = {
    ...results,
    summary: { ...results.summary, configurations: results.summary.configurations.slice(0, 1) },
  };
  const figure = findFigure("ndcg10-by-configuration")!;
  expect(figure.caption(figure.read(one))).not.toMatch(/overlap|Lowest/);
});

it("a model keeps its colour in every figure, also where another has no rows", () => {
  const { summary } = results;
  const without = { ...summary, configurations: summary.configurations.filter(({ model }) => model !== "explorer") };
  const scales = new Set<string>();
  for (const given of [results, { ...results, summary: without }])
    for (const name of [
      "ndcg10-by-configuration",
      "recall-curve",
      "tool-calls",
      "tokens",
      "grounding-vs-hallucinated",
    ]) {
      const figure = findFigure(name)!;
      const options = { width: 600, theme: LIGHT, models: MODELS, notice: [] };
      const spec = JSON.stringify(figure.spec(figure.read(given), options));
      scales.add(/"domain":\["explorer"[^\]]*\],"range":\[[^\]]+\]/.exec(spec)?.[0] ?? `none in ${name}`);
    }
  expect([...scales]).toEqual([JSON.stringify({ domain: MODELS, range: LIGHT.models.slice(0, 3) }).slice(1, -1)]);
});
