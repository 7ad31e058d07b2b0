import { countOf } from "../../../base/counts.ts";
import { metricLabel } from "../../../harness/print/format.ts";
import { type ChangeRow, changeRows, describeChanges, shownRows } from "../../../harness/results/compare/changes.ts";
import type { MetricComparison } from "../../../harness/results/compare/metric-comparison.ts";
import { showChange, showP } from "../../../harness/results/compare/render/format.ts";
import { decidingFirst, verdictOf } from "../../../harness/results/compare/verdict.ts";
import { PAGE } from "../../../harness/show/drawing/theme.ts";
import { changeForestSpec } from "../../../harness/show/figures/compare-forest.ts";
import type { CompareData } from "../../../harness/show/report/site-data.ts";
import { h, s } from "./dom.ts";
import { drawWhenVisible } from "./draw-when-visible.ts";
import { executionsLink } from "./links.ts";
import { table } from "./table.ts";

type Comparison = NonNullable<CompareData>;

const LEVEL = 0.05;

/** Differences of the rules' metrics in each configuration, or each family of questions, side by side. */
export function changesBy({ report, groups }: Comparison, by: "configuration" | "family"): HTMLElement {
  const rules = report.gate?.rules;
  const wholes = report.comparison.metrics.filter((row) => groups[by].some(({ metric }) => metric === row.metric));
  const own = ({ metric }: MetricComparison) => groups[by].filter((row) => row.metric === metric);
  const isStill = (whole: MetricComparison) => [whole, ...own(whole)].every(({ wins, losses }) => wins + losses === 0);
  const still = wholes.filter(isStill).map(({ metric }) => metricLabel(metric));
  const moved = wholes.filter((whole) => !isStill(whole));
  const panels = decidingFirst(moved, verdictOf(report).deciding).map((whole) => {
    const rows = changeRows(whole, own(whole), { level: rules?.level ?? LEVEL });
    return panel(rows, { whole, by, matters: rules?.metrics[whole.metric]?.min_effect });
  });
  return h(
    "div",
    {},
    ...(panels.length > 0 ? [legend(), h("div", { class: "panels" }, ...panels)] : []),
    still.length > 0
      ? h("p", { class: "caption" }, `No scenario scored otherwise in any ${by}: ${still.join(", ")}.`)
      : null,
  );
}

/** Once for all panels. */
function legend(): HTMLElement {
  const dot = (fill: string) =>
    s(
      "svg",
      { width: 12, height: 12, "aria-hidden": "true" },
      s("circle", { cx: 6, cy: 6, r: 4, fill, stroke: "var(--ink)" }),
    );
  const part = (fill: string, words: string) => h("span", {}, dot(fill), ` ${words}`);
  return h(
    "p",
    { class: "legend" },
    part("var(--invented)", "worse"),
    part("var(--found)", "better"),
    part("var(--paper)", "not told apart"),
    h("span", {}, "lines: corrected intervals, which hold all at once; red ground: a loss that matters"),
  );
}

interface PanelOptions {
  whole: MetricComparison;
  by: "configuration" | "family";
  matters: number | undefined;
}

function panel(rows: readonly ChangeRow[], { whole, by, matters }: PanelOptions): HTMLElement {
  const { better, unit } = whole;
  const finding = describeChanges(rows, unit);
  const shown = shownRows(rows);
  const chart = h("div", { class: "chart", role: "img", "aria-label": finding });
  if (rows.length > 0)
    drawWhenVisible(chart, (width) =>
      changeForestSpec(shown, { matters, better }, { width, theme: PAGE, models: [], notice: [] }),
    );
  const left = rows.length - shown.length;
  return h(
    "figure",
    { class: "figure" },
    h("figcaption", { class: "caption" }, h("b", {}, finding)),
    rows.length > 0 ? chart : h("p", { class: "nothing" }, "No pair is scored on both sides."),
    left > 0
      ? h("p", { class: "caption" }, `${countOf(left, "line")} between the losses and the gains: in the table.`)
      : null,
    h("div", { class: "tools" }, rowsTable(rows, { whole, by, matters })),
  );
}

function rowsTable(rows: readonly ChangeRow[], { whole, by }: PanelOptions): HTMLElement {
  const { unit, metric } = whole;
  const details = h("details", {}, h("summary", {}, "table"));
  const name = `Differences of ${metric} by ${by}`;
  const fill = () =>
    details.append(
      table(
        name,
        [
          { label: by, cell: (row: ChangeRow) => linkOf(row, by, metric) },
          { label: "difference", numeric: true, cell: (row) => showChange(row.difference, unit) },
          { label: "from", numeric: true, cell: (row) => showChange(row.low, unit) },
          { label: "to", numeric: true, cell: (row) => showChange(row.high, unit) },
          { label: "p, Holm", numeric: true, cell: (row) => showP(row.p) },
          { label: "scenarios", numeric: true, cell: (row) => String(row.scenarios) },
        ],
        rows,
        "compact",
      ),
    );
  details.addEventListener("toggle", fill, { once: true });
  return details;
}

function linkOf({ group, label }: ChangeRow, by: PanelOptions["by"], metric: string): HTMLElement {
  const target = group === "all" ? {} : by === "family" ? { family: group } : { configuration: group };
  return h("a", { href: executionsLink({ ...target, metric, has: "value" }) }, label);
}
