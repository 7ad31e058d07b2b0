import type { FigureRow, StoredFigure } from "../../../harness/charts/figure.ts";
import { figureSpec } from "../../../harness/charts/figure-spec.ts";
import { findFigure } from "../../../harness/charts/registry.ts";
import { PAGE } from "../../../harness/charts/theme.ts";
import { h } from "./dom.ts";
import { executionsLink } from "./links.ts";
import { ignoredNote, onFilters, selectRows } from "./page-filters.ts";
import { figureColumns, table } from "./table.ts";

/** When figures out of view are drawn, after the page is there. */
const IDLE_MS = 2000;

/** Rows shown in the table view; all of them are in the CSV file. */
const TABLE_LIMIT = 500;

/**
 * A figure as the pages show it: the drawing, its finding, its definition, the same rows as a table, and downloads.
 * @param files false for rows that were chosen on the page, so that there are no files of them
 */
export function figure(stored: StoredFigure, { files = true } = {}): HTMLElement {
  const body = h("div", {});
  onFilters((filters) => {
    const { rows, ignored } = selectRows(stored.rows, filters);
    const selected = { ...stored, rows };
    const marks = rows.length === stored.rows.length ? stored.marks : (findFigure(stored.name)?.marks(selected) ?? 0);
    const chart = h("div", { class: "chart", role: "img", "aria-label": `${stored.title}. ${stored.caption}` });
    const why =
      stored.marks > 0 ? "No row is selected by these filters." : "There is nothing to draw, for the reason below.";
    body.replaceChildren(
      marks > 0 ? chart : h("p", { class: "nothing" }, why),
      ...[ignoredNote(ignored)].filter((note) => note !== null),
      h("div", { class: "tools" }, tableView(selected), files ? downloads(stored.name) : null),
    );
    if (marks > 0) drawWhenVisible(chart, selected);
  });
  return h("figure", { class: "figure", id: stored.name }, body, captions(stored));
}

/** The finding is over all rows, whatever is selected. */
function captions({ caption, definition, notice }: StoredFigure): HTMLElement {
  const whole = h("span", { class: "whole" });
  onFilters((filters) => {
    whole.textContent = Object.values(filters).some(Boolean) ? "Without filters: " : "";
  });
  return h(
    "figcaption",
    { class: "caption" },
    whole,
    h("b", {}, caption),
    " ",
    ...notice.map((line) => h("span", { class: "notice" }, line)),
    h("p", { class: "caption" }, definition),
  );
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

function tableView(stored: StoredFigure): HTMLElement {
  const definition = findFigure(stored.name);
  const link = (row: FigureRow) => (definition?.target ? executionsLink(definition.target(row)) : null);
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
