import { PAGE } from "../../../harness/drawing/theme.ts";
import type { FigureRow, StoredFigure, Target } from "../../../harness/figures/figure.ts";
import { figureSpec } from "../../../harness/figures/figure-spec.ts";
import { findFigure } from "../../../harness/figures/registry.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { drawWhenVisible } from "./draw-when-visible.ts";
import { executionsLink } from "./links.ts";
import { ignoredNote, onFilters } from "./page-filters.ts";
import { type SelectedFigure, selectFigure } from "./select-figure.ts";
import { figureColumns, table } from "./table.ts";

/** Rows shown in the table view; all of them are in the CSV file. */
const TABLE_LIMIT = 500;

/**
 * A figure as the pages show it: its finding as title under its plain name, the drawing, and on demand what exactly is drawn, the same
 * rows as a table, downloads, and the executions behind it.
 * @param files false for rows that were chosen on the page, so that there are no files of them
 */
export function figure(stored: StoredFigure, { files = true, behind = behindOf(stored) } = {}): HTMLElement {
  const body = h("div", {});
  const captions = h("figcaption", {});
  onFilters((filters) => {
    const selected = selectFigure(stored, filters);
    const { marks, scope, caption, ignored, followed } = selected;
    const chart = h("div", { class: "chart", role: "group", "aria-label": `${stored.title}. ${scope} ${caption}` });
    const none = stored.marks > 0 ? h("p", { class: "nothing" }, "No row is selected by these filters.") : "";
    const executions = behind && executionsLink({ ...behind, ...followed });
    captions.replaceChildren(...captionParts(selected));
    body.replaceChildren(
      marks > 0 ? chart : none,
      ignoredNote(ignored) ?? "",
      h(
        "div",
        { class: "tools" },
        h("details", { class: "definition" }, h("summary", {}, "definition"), h("p", {}, selected.definition)),
        selected.rows.length > 0 ? tableView(selected, behind) : null,
        executions ? h("a", { class: "behind", href: executions }, "executions") : null,
        files ? downloads(stored.name) : null,
      ),
    );
    if (marks > 0) drawWhenVisible(chart, (width) => specOf(selected, width));
  });
  return h("figure", { class: "figure", id: stored.name }, captions, body);
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

function behindOf({ name }: StoredFigure): Target | null {
  return findFigure(name)?.behind ?? null;
}

/** The plain name, the finding as heading, and what else was found. */
function captionParts({ title, scope, caption }: SelectedFigure): HTMLElement[] {
  const [finding, rest] = splitFinding(caption);
  return [
    h("p", { class: "name" }, title),
    h("h3", {}, scope ? h("span", { class: "scope" }, scope) : null, finding),
    ...(rest ? [h("p", { class: "caption" }, rest)] : []),
  ];
}

/** The first sentence, and the others. */
function splitFinding(caption: string): [finding: string, rest: string] {
  const [first] = new Intl.Segmenter("en", { granularity: "sentence" }).segment(caption);
  const finding = first?.segment ?? "";
  return [finding.trim(), caption.slice(finding.length)];
}

function specOf(stored: StoredFigure, width: number) {
  const definition = findFigure(stored.name);
  const { models } = stored;
  return definition
    ? figureSpec(definition, stored, { width, theme: PAGE, models, notice: [], link: executionsLink })
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
