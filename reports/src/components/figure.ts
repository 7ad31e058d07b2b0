import { PAGE } from "../../../harness/drawing/theme.ts";
import type { FigureRow, StoredFigure, Target } from "../../../harness/figures/figure.ts";
import { figureSpec } from "../../../harness/figures/figure-spec.ts";
import { findFigure } from "../../../harness/figures/registry.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { executionsLink, withExecutions } from "./links.ts";
import { ignoredNote, onFilters } from "./page-filters.ts";
import { type SelectedFigure, selectFigure } from "./select-figure.ts";
import { figureColumns, table } from "./table.ts";

/** When figures out of view are drawn, after the page is there. */
const IDLE_MS = 2000;

/** Rows shown in the table view; all of them are in the CSV file. */
const TABLE_LIMIT = 500;

/**
 * A figure as the pages show it: the drawing, its finding, its definition, the same rows as a table, and downloads.
 * @param files false for rows that were chosen on the page, so that there are no files of them
 */
export function figure(stored: StoredFigure, { files = true, behind = behindOf(stored) } = {}): HTMLElement {
  const body = h("div", {});
  const captions = h("figcaption", { class: "caption" });
  onFilters((filters) => {
    const selected = selectFigure(stored, filters);
    const chart = h("div", {
      class: "chart",
      role: "img",
      "aria-label": `${stored.title}. ${selected.scope} ${selected.caption}`,
    });
    const why =
      stored.marks > 0 ? "No row is selected by these filters." : "There is nothing to draw, for the reason below.";
    const { marks } = selected;
    body.replaceChildren(
      marks > 0 ? chart : h("p", { class: "nothing" }, why),
      ...[ignoredNote(selected.ignored)].filter((note) => note !== null),
      h("div", { class: "tools" }, tableView(selected, behind), files ? downloads(stored.name) : null),
    );
    captions.replaceChildren(...captionParts(selected, behind && { ...behind, ...selected.followed }));
    if (marks > 0) drawWhenVisible(chart, selected);
  });
  return h("figure", { class: "figure", id: stored.name }, body, captions);
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

/** The finding, and whether it is one over the selected rows. */
function captionParts(
  { scope, caption, definition, notice }: SelectedFigure,
  behind: Target | null,
): (HTMLElement | string)[] {
  return [
    scope ? h("span", { class: "scope" }, scope) : "",
    withExecutions(h("b", {}, caption), behind),
    " ",
    ...notice.map((line) => h("span", { class: "notice" }, line)),
    h("p", { class: "caption" }, definition),
  ];
}

function drawWhenVisible(chart: HTMLElement, stored: StoredFigure): void {
  let drawnWidth = 0;
  const draw = async () => {
    const width = Math.floor(chart.clientWidth);
    if (width === 0 || Math.abs(width - drawnWidth) < 8) return;
    drawnWidth = width;
    const definition = findFigure(stored.name);
    if (!definition) return;
    // Vega is loaded only on pages that draw, and only when the first figure comes into view.
    const { drawInto } = await import("./draw.ts");
    await drawInto(
      chart,
      figureSpec(definition, stored, { width, theme: PAGE, models: stored.models, notice: [], link: executionsLink }),
    );
  };
  const start = () => {
    seen.disconnect();
    resized.observe(chart);
  };
  const resized = new ResizeObserver(() => void draw());
  const seen = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && start(), {
    rootMargin: "600px",
  });
  seen.observe(chart);
  // What was never scrolled to is drawn a little later, so that a printed page is whole.
  setTimeout(start, IDLE_MS);
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
