import { alternatives, type FilterKey, type Filters } from "../../../harness/figures/filters.ts";
import type { About } from "../../../harness/stages/report/site-data.ts";
import { readFilters, writeFilters } from "./address.ts";
import { h } from "./dom.ts";
import { filterBar } from "./filter-bar.ts";
import { rowFilters } from "./links.ts";

const CHANGED = "scopebench-filters";

/** The filters of a page, kept in its address. Figures and tables that are made with `onFilters` follow them. */
export function pageFilters({ choices }: About): HTMLElement {
  const container = h("div", {});
  const draw = (filters: Filters) => container.replaceChildren(filterBar({ choices, filters, onChange }));
  const onChange = (filters: Filters) => {
    changeFilters(filters);
    if (Object.keys(filters).length === 0) draw(filters);
  };
  draw(readFilters());
  return container;
}

/** Puts filters into the address and tells what follows them. */
export function changeFilters(filters: Filters): void {
  writeFilters(filters);
  dispatchEvent(new CustomEvent(CHANGED));
}

/** Calls `show` with the filters of the address, now and whenever they change. */
export function onFilters(show: (filters: Filters) => void): void {
  addEventListener(CHANGED, () => show(readFilters()));
  show(readFilters());
}

export interface Selection<Row> {
  rows: Row[];
  /** Filters that say nothing about these rows: they are over all of that. */
  ignored: FilterKey[];
}

/** Rows that the filters select; a row without a filter's value is over all of it, and stays. */
export function selectRows<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  filters: Filters,
): Selection<Row> {
  const active = Object.entries(filters) as [FilterKey, string][];
  const facts = rows.map((row) => ({ row, own: rowFilters(row) }));
  const ignored = active.map(([key]) => key).filter((key) => !facts.some(({ own }) => own[key] !== undefined));
  const selected = facts.filter(({ own }) =>
    active.every(([key, value]) => own[key] === undefined || alternatives(value).includes(own[key])),
  );
  return { rows: selected.map(({ row }) => row), ignored };
}

/** True where the address has a filter. */
function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some(Boolean);
}

/** What does not follow the page's filters, and says so while there are any. */
export function wholeRun(...elements: Node[]): HTMLElement {
  const note = h("p", { class: "scope" });
  onFilters((filters) => {
    note.hidden = !isFiltered(filters);
    note.textContent = note.hidden ? "" : "whole run: these numbers do not follow the filters";
  });
  return h("div", {}, note, ...elements);
}

/** Says which filters a figure or table does not follow; null when it follows all. */
export function ignoredNote(ignored: readonly FilterKey[]): HTMLElement | null {
  if (ignored.length === 0) return null;
  return h("p", { class: "caption" }, `Over every ${ignored.join(" and ")}: these numbers are not split by it.`);
}
