import {
  type Filters,
  formatFilters,
  isFilter,
  LIST_FILTERS,
  parseFilters,
} from "../../../harness/results/selection/filters.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import { targetAddress } from "../../../harness/results/selection/target.ts";
import { whereFlags } from "../../../harness/results/selection/where.ts";
import type { About } from "../../../harness/show/report/site-data.ts";
import type { PagePart } from "../../../harness/show/selection/parts.ts";
import { readFilters, writeFilters } from "./address.ts";
import { type Child, h } from "./dom.ts";
import { filterBar } from "./filter-bar.ts";
import { computeSelection } from "./selection.ts";

const CHANGED = "scopebench-filters";

/** The filters of a page, kept in its address and on the way to other pages. All that is made with `overSelection` follows them. */
export function pageFilters({ choices, run }: Pick<About, "choices" | "run">): HTMLElement {
  const container = h("div", { class: "page-filters" });
  onFilters((filters) => {
    const focused = container.contains(document.activeElement) && document.activeElement?.getAttribute("aria-label");
    container.replaceChildren(filterBar({ choices, filters, onChange: changeFilters }), commandFor(run, filters));
    if (focused) container.querySelector<HTMLElement>(`[aria-label="${focused}"]`)?.focus();
  });
  carryFilters();
  page.follows = true;
  return container;
}

/** The same numbers without a browser. Not for filters by result, to which no run can be cut down. */
function commandFor(run: string, filters: Filters): HTMLElement | string {
  const flags = whereFlags(filters);
  if (flags === null || flags.length === 0) return "";
  const command = ["scopebench runs stage score", run, ...flags, "--out selection"].join(" ");
  return h("p", { class: "same-numbers" }, "Computed as by ", h("code", {}, command));
}

const page = { follows: false };

/** The filters that this page's numbers are over: none on a page without a bar. */
export function followedFilters(): Filters {
  return page.follows ? selectionFilters() : {};
}

/** Whether a mark of a figure can be made this page's filter. */
export function canFilter(target: Target | null | undefined): boolean {
  return page.follows && filtersOf(targetAddress(target ?? {})) !== null;
}

/** Makes the filters of an address, such as a mark leads to, this page's own. False where it has none. */
export function filterBy(address: string): boolean {
  const filters = page.follows ? filtersOf(address) : null;
  if (filters) changeFilters(filters);
  return filters !== null;
}

function filtersOf(address: string): Filters | null {
  const filters = withoutListFilters(parseFilters(new URL(address, location.href).search));
  return formatFilters(filters) === "" ? null : filters;
}

/** Puts filters into the address as a step of their own, and tells what follows them. */
function changeFilters(filters: Filters): void {
  writeFilters(filters, { step: true });
  dispatchEvent(new CustomEvent(CHANGED));
}

/** Filters of the address by which numbers can be selected. */
function selectionFilters(): Filters {
  return withoutListFilters(readFilters());
}

function withoutListFilters(filters: Filters): Filters {
  const left = { ...filters };
  for (const key of LIST_FILTERS) delete left[key];
  return left;
}

/** Calls `show` with the filters of the address, now and whenever they change. */
export function onFilters(show: (filters: Filters) => void): void {
  const update = () => show(selectionFilters());
  addEventListener(CHANGED, update);
  addEventListener("popstate", update);
  update();
}

/** Links to other pages carry the filters. */
function carryFilters(): void {
  onFilters((filters) => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Pages] a")) {
      const address = new URL(link.href);
      for (const key of [...address.searchParams.keys()].filter(isFilter)) address.searchParams.delete(key);
      for (const [key, value] of new URLSearchParams(formatFilters(filters))) address.searchParams.set(key, value);
      link.href = address.href;
    }
  });
}

/**
 * Shows a part of the page over what the filters select: what the report was built with where there are none, computed anew
 * otherwise. Nothing is shown while it is computed, and one sentence in its place where it can't be.
 * @param show given also why lists are empty that compare what the selection does not hold, or null
 */
export function overSelection<T>(
  container: HTMLElement,
  { part, stored }: { part: PagePart; stored: T },
  show: (value: T, empty: string | null) => Child,
): HTMLElement {
  const fill = (child: Child) => {
    container.removeAttribute("aria-busy");
    container.replaceChildren(...h("div", {}, child).childNodes);
  };
  let latest = "";
  onFilters((filters) => {
    const selection = formatFilters(filters);
    latest = selection;
    if (selection === "") return fill(show(stored, null));
    container.setAttribute("aria-busy", "true");
    void computeSelection(filters, part).then((computed) => {
      if (selection !== latest) return;
      if (computed.type === "hidden") fill(hidden(computed.because));
      else fill(show(computed.value as T, computed.empty));
    });
  });
  return container;
}

/**
 * Elements that are made of the data of a page, over what the filters select.
 * @param needs a list of the data without which there is nothing to show
 */
export function pageOver<T extends object>(
  name: string,
  stored: T,
  show: (data: T) => Child,
  needs?: keyof T,
): HTMLElement {
  return overSelection(h("div", {}), { part: { type: "page", name }, stored }, (data, empty) => {
    const list = needs === undefined ? null : data[needs];
    return empty !== null && Array.isArray(list) && list.length === 0 ? hidden(empty) : show(data);
  });
}

/** What stands in place of numbers that a selection does not have. */
export function hidden(because: string): HTMLElement {
  return h("p", { class: "nothing" }, because);
}
