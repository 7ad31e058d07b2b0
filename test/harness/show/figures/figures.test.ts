import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { wholeRecord } from "../../../../harness/record/scores/score-records.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { makeNotice } from "../../../../harness/results/notice.ts";
import { compileFigure } from "../../../../harness/show/drawing/compile.ts";
import { figureSpec } from "../../../../harness/show/drawing/figure-spec.ts";
import { DARK, GREYSCALE, LIGHT, PAGE } from "../../../../harness/show/drawing/theme.ts";
import { shapeOf } from "../../../../harness/show/drawing/workflow-shapes.ts";
import { describeFigure } from "../../../../harness/show/figures/describe-figure.ts";
import { FIGURES, findFigure } from "../../../../harness/show/figures/registry.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { countDataMarks } from "./count-marks.ts";
import { emptyResults, MODELS, type ScoredFixture, scoredFixture } from "./fixture-results.ts";

let fixture: ScoredFixture;
let results: Results;
beforeAll(async () => {
  fixture = await scoredFixture();
  results = fixture.results;
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
beforeEach(() => warn.mockClear());

describe.each(FIGURES.map((figure) => [figure.name, figure] as const))("%s", (_, figure) => {
  it("draws in each theme without a warning of Vega-Lite", () => {
    const data = figure.read(results);
    expect(data.rows.length).toBeGreaterThan(0);
    for (const theme of [DARK, GREYSCALE, PAGE])
      compileFigure(figure.spec(data, { width: 360, theme, models: MODELS, notice: ["a notice"] }), theme);
    expect(warn).not.toHaveBeenCalled();
  });

  it("draws as many data marks as its rows imply, wide and narrow", async () => {
    const data = figure.read(results);
    expect(figure.marks(data)).toBeGreaterThan(0);
    for (const width of [360, 1100]) {
      const spec = figureSpec(figure, data, { width, theme: LIGHT, models: MODELS, notice: [] });
      expect(await countDataMarks(spec, LIGHT)).toBe(figure.marks(data));
    }
    expect(warn).not.toHaveBeenCalled();
  });

  it("captions what it shows with a number", () => {
    const caption = figure.caption(figure.read(results));
    expect(caption).toMatch(/\d.*\.$/);
    expect(caption).not.toMatch(/undefined|NaN|null/);
  });

  it("says why there is nothing to draw instead of drawing an empty frame", async () => {
    const nothing = figure.read(emptyResults(results));
    expect(figure.marks(nothing)).toBe(0);
    expect(figure.caption(nothing)).toMatch(/^[A-Z].*\.$/);
    expect(figure.caption(nothing)).not.toMatch(/undefined|NaN|null/);
    const spec = figureSpec(figure, nothing, { width: 600, theme: LIGHT, models: MODELS, notice: [] });
    const { text } = (spec as { mark: { text: string[] } }).mark;
    expect(text.join(" ").replaceAll("\u00a0", " ")).toBe(figure.caption(nothing));
    expect(await countDataMarks(spec, LIGHT)).toBe(0);
    expect(warn).not.toHaveBeenCalled();
  });

  it("has its columns in every row, and a target behind every row that has one", () => {
    const { rows } = figure.read(results);
    for (const row of nonEmpty(rows)) for (const { key } of nonEmpty(figure.columns)) expect(row).toHaveProperty([key]);
    if (!figure.target) return;
    for (const row of nonEmpty(rows))
      expect(Object.values(figure.target(row)).filter(Boolean).length).toBeGreaterThan(0);
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
  const real = { ...results.summary, stand_in_models: [], stand_in_judges: [] };
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

it("a system that is not made of ours has its marks in every figure and no shape or shade of ours", async () => {
  const own = <T extends { model: string }>(row: T): T =>
    row.model === "sprinter" ? { ...row, workflow: "own", knowledge: "own" } : row;
  const { summary } = results;
  const kept = summary.configurations.filter(
    ({ model, workflow, knowledge }) => model !== "sprinter" || (workflow === "react" && knowledge === "prompt"),
  );
  const given = {
    ...results,
    scores: results.scores.map((record) => own(wholeRecord(record))),
    durations: results.durations.map(own),
    summary: { ...summary, configurations: kept.map(own), breakdown: summary.breakdown.map(own) },
  } as Results;
  for (const figure of FIGURES) {
    const data = figure.read(given);
    const spec = figureSpec(figure, data, { width: 860, theme: LIGHT, models: MODELS, notice: [] });
    expect([figure.name, await countDataMarks(spec, LIGHT)]).toEqual([figure.name, figure.marks(data)]);
  }
  const recall = findFigure("recall-curve")!;
  const spec = JSON.stringify(
    recall.spec(recall.read(given), { width: 860, theme: LIGHT, models: MODELS, notice: [] }),
  );
  expect(spec).toContain(
    JSON.stringify({
      type: "ordinal",
      domain: ["react", "plan_execute", "own"],
      range: ["react", "plan_execute", "own"].map(shapeOf),
    }).slice(1, -1),
  );
});

describe("an agent that is not ours and tells nothing but its answer", () => {
  const BY_MODEL = /^(model|configuration)$/;
  const told = (row: Readonly<Record<string, unknown>>) => String(row.model ?? row.configuration);
  let own: ScoredFixture;
  beforeAll(async () => {
    own = await scoredFixture({ external_agents: ["clerk"] });
  });
  afterAll(() => own?.[Symbol.asyncDispose]());

  it("stands in every figure by model, drawn with a colour and a shape of its own, or named as unscored", async () => {
    const figures = FIGURES.map((figure) => ({
      figure,
      stored: describeFigure(figure, {
        results: own.results,
        models: [...MODELS, "clerk"],
        config: own.context.config,
      }),
    }));
    for (const { figure, stored } of figures) {
      const spec = figureSpec(figure, stored, { width: 1100, theme: LIGHT, models: stored.models, notice: [] });
      expect(await countDataMarks(spec, LIGHT), figure.name).toBe(figure.marks(stored));
      if (!stored.rows.some((row) => typeof row.model === "string")) continue;
      const shown = stored.rows.some(({ model }) => model === "clerk");
      expect([figure.name, shown || stored.caption.endsWith("Unscored, since not reported: clerk.")]).toEqual([
        figure.name,
        true,
      ]);
    }
    const unreported = figures
      .filter(({ stored }) => stored.caption.includes("not reported: clerk"))
      .map(({ stored }) => stored.name);
    expect(unreported).toEqual(
      expect.arrayContaining(["risk-coverage", "retrieved-reported", "grounding-by-execution", "tokens"]),
    );
    expect(warn).not.toHaveBeenCalled();
  });

  it("stands in every table by model; what it does not report is empty there, not 0", async () => {
    const folder = runPath(own.context.runDirectory, "tables");
    const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    const tables = await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as StoredTable),
    );
    const byModel = tables.filter(({ columns }) => columns.some(({ key }) => BY_MODEL.test(key)));
    for (const { name, rows } of nonEmpty(byModel))
      expect([name, rows.some((row) => told(row).startsWith("clerk"))]).toEqual([name, true]);
    const rowOf = (table: string) =>
      byModel.find(({ name }) => name === table)?.rows.find((row) => told(row) === "clerk");
    expect(rowOf("tool_calls")).toMatchObject({ workflow: "own", calls: null, errors: null, success_share: null });
    expect(rowOf("retrieved_reported")).toMatchObject({ expected: null, found: null, invented: null });
    expect(rowOf("effort")).toMatchObject({ tool_calls: null, tokens_in: null });
    expect(rowOf("habits")).toMatchObject({ skills: null, n: 0 });
    expect(rowOf("timing_passes")?.passes).toBeGreaterThan(0);
    expect(
      tables.find(({ name }) => name === "complexity_by_workflow")?.rows.some(({ workflow }) => workflow === "own"),
    ).toBe(true);
  });
});

interface StoredTable {
  name: string;
  columns: { key: string }[];
  rows: Record<string, unknown>[];
}
