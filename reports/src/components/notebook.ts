import type { TopLevelSpec } from "vega-lite";
import type { Target } from "../../../harness/results/selection/target.ts";
import { modelScale } from "../../../harness/show/drawing/model-scale.ts";
import { chartConfig, PAGE } from "../../../harness/show/drawing/theme.ts";
import type { ExecutionRow } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";
import { decodeRows, loadList } from "./execution-list.ts";
import { withExecutions } from "./links.ts";

/** What a page of one's own needs: rows, scores, names, colours, marks, links, tables, files. Texts given to these stay text. */
export {
  configurationLabel,
  count,
  decimal,
  knowledgeLabel,
  metricLabel,
  percent,
  workflowLabel,
} from "../../../harness/print/format.ts";
export { h } from "./dom.ts";
export { downloads } from "./downloads.ts";
export { figure } from "./figure.ts";
/** `told` is what pages written before call `withExecutions`. */
export { executionsLink, numberLink, withExecutions, withExecutions as told } from "./links.ts";
export { configurationMark } from "./marks.ts";
export { loadScores } from "./measure.ts";
export { pageFilters } from "./page-filters.ts";
export { note } from "./query/note.ts";
export { plotRows } from "./query/plot-rows.ts";
export { sql } from "./sql.ts";
export { table } from "./table.ts";

/** All executions of the run, one object each; the columns are explained on the page Method. */
export async function loadExecutions(): Promise<ExecutionRow[]> {
  return decodeRows(await loadList());
}

/** Colour of each model as in every figure: `Plot.plot({color: await modelColors(), ...})`. Its `domain` is what `configurationMark` asks for. */
export async function modelColors(): Promise<{ domain: string[]; range: string[] }> {
  return modelScale(await loadList());
}

/** A sentence under a drawing; with a target, the way to the executions that it is about. */
export function caption(sentence: Child, target: Target | null = null): HTMLElement {
  return h("p", { class: "caption" }, withExecutions(h("b", {}, sentence), target));
}

/** What stands in place of a page that could not be built. */
export function brokenPage(problems: readonly string[]): HTMLElement {
  return h(
    "div",
    { class: "warning", role: "alert" },
    h("h1", {}, "This page could not be built"),
    h(
      "ul",
      {},
      problems.map((problem) => h("li", {}, h("code", {}, problem))),
    ),
    "The other pages of the report are whole.",
  );
}

/** A Vega-Lite spec as wide as the page, in its colours. `label` says to a screen reader what is drawn. */
export function drawing(spec: Partial<TopLevelSpec>, { label }: { label: string }): HTMLElement {
  const chart = h("div", { class: "chart", role: "img", "aria-label": label });
  const draw = async () => {
    const { drawInto } = await import("./draw.ts");
    const size = {
      width: Math.max(200, chart.clientWidth),
      height: 320,
      autosize: { type: "fit", contains: "padding" },
    };
    await drawInto(chart, {
      config: chartConfig({ width: size.width, theme: PAGE }),
      ...size,
      ...spec,
    } as TopLevelSpec);
  };
  const seen = new ResizeObserver(() => {
    if (chart.clientWidth > 0) {
      seen.disconnect();
      void draw();
    }
  });
  seen.observe(chart);
  return h("figure", { class: "figure" }, chart, h("figcaption", { class: "caption" }, label));
}
