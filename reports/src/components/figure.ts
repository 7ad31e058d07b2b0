import type { Target } from "../../../harness/results/selection/target.ts";
import type { ChartOptions, FigureRow, PanelFactor, StoredFigure } from "../../../harness/show/drawing/figure.ts";
import { figureSpec } from "../../../harness/show/drawing/figure-spec.ts";
import { PAGE } from "../../../harness/show/drawing/theme.ts";
import { factorLabel } from "../../../harness/show/figures/factor-level.ts";
import { findFigure } from "../../../harness/show/figures/registry.ts";
import { formatCsv } from "../../../harness/show/plots/csv.ts";
import { choice } from "./choice.ts";
import { type Child, h } from "./dom.ts";
import { drawWhenVisible } from "./draw-when-visible.ts";
import { executionsLink } from "./links.ts";
import { canFilter, hidden, overSelection } from "./page-filters.ts";
import { saveButton } from "./save.ts";
import { figureColumns, table } from "./table.ts";

/** Rows shown in the table view; all of them are in the CSV file. */
const TABLE_LIMIT = 500;

/**
 * A figure as the pages show it: its finding as title under its plain name, the drawing, and on demand what exactly is drawn, the same
 * rows as a table, downloads, and the executions behind it.
 */
export function figure(stored: StoredFigure): HTMLElement {
  const container = h("figure", { class: "figure", id: stored.name });
  const part = { type: "figure", name: stored.name } as const;
  return overSelection(container, { part, stored }, (shown, empty) => {
    if (shown.marks === 0 && empty !== null) return [h("p", { class: "name" }, shown.title), hidden(empty)];
    return figureParts(shown, { behind: behindOf(stored), files: shown === stored });
  });
}

/** The same of rows that were chosen on the page. */
export function chosenFigure(chosen: StoredFigure, behind: Target): HTMLElement {
  return h("figure", { class: "figure", id: chosen.name }, figureParts(chosen, { behind, files: false }));
}

/** @param files whether these are the rows of the run's own files */
function figureParts(shown: StoredFigure, { behind, files }: { behind: Target | null; files: boolean }): Child {
  const { title, caption, marks, definition } = shown;
  const chart = h("div", { class: "chart", role: "group", "aria-label": `${title}. ${caption}` });
  const drawn = marks > 0 ? inPanels(shown, chart) : null;
  return [
    h("figcaption", {}, captionParts(shown)),
    drawn,
    h(
      "div",
      { class: "tools" },
      h("details", { class: "definition" }, h("summary", {}, "definition"), h("p", {}, definition)),
      shown.rows.length > 0 ? tableView(shown, behind) : null,
      behind ? h("a", { class: "behind", href: executionsLink(behind) }, "executions") : null,
      marks > 0 && filtersByMark(shown) ? h("span", {}, "Shift-click a mark to filter by it") : null,
      files ? downloads(shown.name) : selectionDownloads(shown, chart),
    ),
  ];
}

/** The drawing; where the run has further factors with a choice of those whose levels are panels, the same for all figures (`panel=` in the address). */
function inPanels(shown: StoredFigure, chart: HTMLElement): HTMLElement {
  const { panels = [], title } = shown;
  let drawn: readonly PanelFactor[] = [];
  const redraw = drawWhenVisible(chart, (width) => specOf(shown, { width, panels: drawn }));
  if (panels.length === 0) return chart;
  const choices = panelChoices(panels);
  const options = [...choices].map(([value, factors]) => ({ value, label: panelsLabel(factors) }));
  return choice({ name: "panel", label: `Panels: ${title}`, options }, (value) => {
    drawn = choices.get(value)!;
    redraw();
    return chart;
  });
}

/** By what stands in the address: pairs of factors, single ones, none; first what files are drawn by. */
function panelChoices(panels: readonly PanelFactor[]): Map<string, readonly PanelFactor[]> {
  const pairs = panels.flatMap((first, at) => panels.slice(at + 1).map((second) => [first, second]));
  const all = [...pairs, ...panels.map((one) => [one])];
  return new Map([...all.map((of) => [of.map(({ factor }) => factor).join(","), of] as const), ["none", []]]);
}

function panelsLabel(factors: readonly PanelFactor[]): string {
  return factors.length === 0
    ? "one panel"
    : `panels by ${factors.map(({ factor }) => factorLabel(factor)).join(" and ")}`;
}

/** A figure of pass rates: by the functional verdict, or by the judge's where the address or the reader says so. */
export function byVerdict(functional: StoredFigure, judge: StoredFigure): HTMLElement {
  const options = [
    { value: "functional", label: "by the functional verdict" },
    { value: "judge", label: "by the judge's verdict" },
  ];
  const [name, label] = [`${functional.name}-by`, `Whose verdict: ${functional.title}`];
  return choice({ name, label, options }, (value) => figure(value === "judge" ? judge : functional));
}

function filtersByMark({ name, rows }: StoredFigure): boolean {
  const target = findFigure(name)?.target;
  return rows.some((row) => canFilter(target?.(row)));
}

function behindOf({ name }: StoredFigure): Target | null {
  return findFigure(name)?.behind ?? null;
}

/** The plain name, the finding as heading, and what else was found. */
function captionParts({ title, caption }: StoredFigure): HTMLElement[] {
  const [finding, rest] = splitFinding(caption);
  return [
    h("p", { class: "name" }, title),
    h("h3", {}, finding),
    ...(rest ? [h("p", { class: "caption" }, rest)] : []),
  ];
}

/** The first sentence, and the others. */
function splitFinding(caption: string): [finding: string, rest: string] {
  const [first] = new Intl.Segmenter("en", { granularity: "sentence" }).segment(caption);
  const finding = first?.segment ?? "";
  return [finding.trim(), caption.slice(finding.length)];
}

function specOf(stored: StoredFigure, size: Pick<ChartOptions, "width" | "panels">) {
  const definition = findFigure(stored.name);
  const { models } = stored;
  return definition
    ? figureSpec(definition, stored, { ...size, theme: PAGE, models, notice: [], link: executionsLink })
    : null;
}

function tableView(stored: StoredFigure, behind: Target | null): HTMLElement {
  const definition = findFigure(stored.name);
  const link = (row: FigureRow) => {
    const target = definition?.target?.(row) ?? behind;
    return target && executionsLink(target);
  };
  const details = h("details", {}, h("summary", {}, "table"));
  details.addEventListener(
    "toggle",
    () => {
      const more = stored.rows.length - TABLE_LIMIT;
      details.append(
        table(`Rows of ${stored.title}`, figureColumns(stored.columns, link), stored.rows.slice(0, TABLE_LIMIT)),
        ...(more > 0 ? [h("p", { class: "caption" }, `${more} more rows are in the CSV file.`)] : []),
      );
    },
    { once: true },
  );
  return details;
}

function downloads(name: string): HTMLElement {
  const link = (extension: string, text: string) =>
    h("a", { href: `./plots/${name}.${extension}`, download: `${name}.${extension}` }, text);
  return h(
    "span",
    { class: "downloads" },
    link("csv", "CSV"),
    " · ",
    link("svg", "SVG"),
    " · ",
    link("png", "PNG"),
    " · ",
    link("pdf", "PDF"),
  );
}

/** The files are of the whole run; of a selection, what is shown. */
function selectionDownloads(shown: StoredFigure, chart: HTMLElement): HTMLElement {
  const file = (extension: string) => `${shown.name}-selection.${extension}`;
  const drawn = () => new XMLSerializer().serializeToString(chart.querySelector("svg")!);
  return h(
    "span",
    { class: "downloads" },
    saveButton("CSV", file("csv"), () => formatCsv(shown)),
    ...(shown.marks > 0 ? [" · ", saveButton("SVG", file("svg"), drawn)] : []),
  );
}
