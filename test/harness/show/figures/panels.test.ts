import { describe, expect, it, vi } from "vitest";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import type { FigureData, PanelFactor } from "../../../../harness/show/drawing/figure.ts";
import { figureSpec } from "../../../../harness/show/drawing/figure-spec.ts";
import { withPanels } from "../../../../harness/show/drawing/panels.ts";
import { withPlaces } from "../../../../harness/show/drawing/places.ts";
import { LIGHT } from "../../../../harness/show/drawing/theme.ts";
import { configurationRow } from "../../../../harness/show/figures/configurations.ts";
import { ndcgByConfiguration } from "../../../../harness/show/figures/interval-by-configuration.ts";
import { passRateFacets } from "../../../../harness/show/figures/pass-rate-facets.ts";
import { recallCurve } from "../../../../harness/show/figures/recall-curve.ts";
import { riskCoverage } from "../../../../harness/show/figures/risk-coverage.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { countDataMarks } from "./count-marks.ts";

const DEPTH = {
  name: "depth",
  base: "20",
  levels: ["10", "20", "50"].map((name) => ({ name, patch: { "retrieval.answered_from": Number(name) } })),
};
const RERANK = {
  name: "rerank",
  base: "none",
  levels: ["none", "llm_listwise"].map((name) => ({ name, patch: { "retrieval.rerank": name } })),
};
const SEEDS = {
  name: "limit",
  base: "1",
  levels: ["1", "2", "3", "4", "5"].map((name) => ({ name, patch: { "limits.turn_cutoff_s": Number(name) } })),
};

function configWith(factors: readonly object[], workflows = ["vector_rag"]) {
  return configSchema.parse({
    models: [{ name: "m__1", provider: "policy", model: "explorer" }],
    ...{ workflows, knowledge: ["prompt"], factors },
  });
}

function rowsOf(config: ReturnType<typeof configWith>) {
  return configurationsOf(config).map((one, at) => {
    const mean = 0.2 + at / 20;
    return { ...configurationRow(one), mean, low: mean - 0.1, high: mean + 0.1, n: 9, unscored: 0 };
  });
}

function drawn(config: ReturnType<typeof configWith>, width = 1100) {
  const { rows, panels } = withPanels(rowsOf(config), config);
  const data = { rows, facts: { references: [], lead: null } } as FigureData;
  const spec = figureSpec(ndcgByConfiguration, data, { width, theme: LIGHT, models: ["m__1"], notice: [], panels });
  return { rows, panels, spec: spec as unknown as { concat?: Panel[]; columns?: number } };
}
interface Panel {
  width: number;
  title: { text: string | string[] };
  data: { values: readonly object[] };
}

describe("panels by the levels of further factors", () => {
  it("are none in a run of models, workflows and knowledge modes: rows and drawing stay as they are", () => {
    const config = configWith([]);
    const { rows, panels, spec } = drawn(config);
    expect(panels).toEqual([]);
    expect(rows).toEqual(rowsOf(config));
    expect(spec.concat).toBeUndefined();
  });

  it("are one a combination of levels, base levels too, the last factor's side by side", async () => {
    const { spec, rows } = drawn(configWith([RERANK, DEPTH]));
    expect(spec.concat!.map(({ title }) => title.text)).toEqual([
      ...["10", "20", "50"].map((depth) => `rerank none · depth ${depth}`),
      ...["10", "20", "50"].map((depth) => `rerank llm_listwise · depth ${depth}`),
    ]);
    expect(spec.columns).toBe(3);
    expect(spec.concat!.flatMap(({ data }) => data.values)).toHaveLength(rows.length);
    expect(await countDataMarks(spec as never, LIGHT)).toBe(rows.length);
  });

  it("stand below each other where there is no room beside", () => {
    expect(drawn(configWith([RERANK, DEPTH]), 380).spec.columns).toBe(1);
  });

  it("of a factor that applies to some configurations have one for the others, with shapes of its own", async () => {
    const { spec } = drawn(configWith([DEPTH], ["vector_rag", "react"]));
    expect(spec.concat!.map(({ title }) => title.text)).toEqual([
      ...["depth 10", "depth 20", "depth 50"],
      "depth does not apply",
    ]);
    expect(new Set(spec.concat!.map(({ width }) => width)).size).toBe(1);
    // Vega warns where scales that are shared have other levels or signs.
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    expect(await countDataMarks(spec as never, LIGHT)).toBe(4);
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
  });

  it("are not made of a factor of five levels", () => {
    expect(drawn(configWith([SEEDS], ["react"])).panels).toEqual([]);
  });

  it.each([
    ["each level applies to", ["vector_rag"]],
    ["a factor does not apply to", ["vector_rag", "react"]],
  ])("keep every mark of figures with axes of their own, of configurations that %s", async (_, workflows) => {
    const config = configWith([RERANK, DEPTH], workflows);
    const { rows, panels } = withPanels(
      rowsOf(config).map((row) => ({ ...row, k: 10, variant: "vector_rag prompt" })),
      config,
    );
    const data = { rows, facts: null } as never;
    for (const width of nonEmpty([380, 1100])) {
      const options = { width, theme: LIGHT, models: ["m__1"], notice: [], panels };
      expect(await countDataMarks(figureSpec(recallCurve as never, data, options), LIGHT)).toBe(rows.length);
      expect(await countDataMarks(figureSpec(passRateFacets as never, data, options), LIGHT)).toBe(rows.length);
    }
  });

  it("keep one line a configuration in the figure of risk and coverage", async () => {
    const config = configWith([RERANK, DEPTH]);
    const curves = rowsOf(config).flatMap((row) =>
      [1, 2].map((answers) => ({ ...row, answers, coverage: answers / 2, risk: 1 / answers })),
    );
    const { rows, panels } = withPanels(curves, config);
    const data = { rows, facts: rowsOf(config) } as never;
    const options = { width: 1100, theme: LIGHT, models: ["m__1"], notice: [], panels };
    expect(await countDataMarks(figureSpec(riskCoverage as never, data, options), LIGHT)).toBe(6);
  });

  it("need room for marks beside the names of rows: panels go below each other where these are long", () => {
    const config = configWith([RERANK, DEPTH], ["plan_execute", "vector_rag"]);
    expect(drawn(config, 440).spec.columns).toBe(1);
    expect(drawn(config, 900).spec.columns).toBe(3);
  });

  it("have headings no wider than they are", () => {
    const long = { ...RERANK, name: "what_puts_results_in_the_order" };
    const { spec } = drawn(configWith([long, DEPTH]), 900);
    expect(spec.concat![0]!.title.text).toEqual(["what puts results in the order none\u00a0·", "depth 10"]);
  });
});

describe("marks of figures without a panel for each level", () => {
  const placesOf = (panels: readonly PanelFactor[]) => {
    const config = configWith([RERANK, DEPTH]);
    const { rows } = withPanels(rowsOf(config), config);
    const options = { width: 900, theme: LIGHT, models: ["m__1"], notice: [], panels };
    return withPlaces(rows, options, ({ workflow }) => String(workflow)).map(({ place }) => place);
  };

  it("stand beside each other by the levels that no panel tells", () => {
    expect(new Set(placesOf([])).size).toBe(6);
    expect(placesOf([{ factor: "rerank", levels: [] }])).toEqual(
      ["10", "20", "50", "10", "20", "50"].map((depth) => `vector_rag ${depth}`),
    );
    expect(new Set(placesOf(["rerank", "depth"].map((factor) => ({ factor, levels: [] }))))).toEqual(
      new Set(["vector_rag"]),
    );
  });
});
