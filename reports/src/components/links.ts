import { configurationName, MATRIX_FACTORS, parseConfigurationName } from "../../../harness/record/domain/names.ts";
import { bothFilters, DESIGN_FILTERS, type Filters, isFilter } from "../../../harness/results/selection/filters.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import { targetAddress } from "../../../harness/results/selection/target.ts";
import type { Behind } from "../../../harness/results/table-format/behind.ts";
import { type Child, h } from "./dom.ts";
import { followedFilters } from "./page-filters.ts";

/** Address of the executions behind a number of this page: of those that its filters select. */
export function executionsLink(target: Target): string {
  return targetAddress(
    target.id === undefined ? { ...target, ...bothFilters(followedFilters(), filtersOf(target)) } : target,
  );
}

function filtersOf(target: Target): Filters {
  return Object.fromEntries(Object.entries(target).filter(([key, value]) => isFilter(key) && value));
}

/** A number that leads to its executions. Where a metric or tool is named, to those that have a number of it. */
export function numberLink(text: Child, { of, at, ...target }: Behind): HTMLElement {
  if (text === "–") return h("span", {}, text);
  const made = `${of}${at === undefined ? "" : ` (${at})`} of ${target.metric ?? target.tool ?? "these executions"}`;
  return h(
    "a",
    {
      class: "number",
      title: `${made}: the executions behind it`,
      "data-of": of,
      "data-at": at,
      href: executionsLink(target),
    },
    text,
  );
}

/** A sentence with numbers, and the way to the executions that it is about. */
export function withExecutions(sentence: Child, behind: Target | null): HTMLElement {
  if (behind === null) return h("span", {}, sentence);
  const link = h("a", { class: "behind", href: executionsLink(behind) }, "its executions");
  return h("span", { class: "sentence" }, sentence, " ", link);
}

/** The part of a row's own values that selects executions. */
export function rowFilters(row: Readonly<Record<string, unknown>>): Filters {
  const keys = DESIGN_FILTERS.filter((key) => key !== "configuration");
  const own = keys.flatMap((key) => {
    const value = row[key];
    // A row over all models says so in the place of the model; a count of answerable scenarios is no filter.
    const selects = (typeof value === "string" && value !== "overall") || typeof value === "boolean";
    return selects ? [[key, String(value)]] : [];
  });
  const { factor, level } = row;
  const configuration = configurationIn(row);
  const stratum =
    typeof factor === "string" && level !== undefined && keys.some((key) => key === factor)
      ? { [factor]: String(level) }
      : {};
  const others = own.filter(([key]) => configuration === null || !(MATRIX_FACTORS as readonly string[]).includes(key!));
  return { ...(configuration !== null && { configuration }), ...stratum, ...Object.fromEntries(others) };
}

/** The name of the configuration that a row is of; null for a row that is of none or of several. */
function configurationIn({ configuration, model, workflow, knowledge, levels }: Readonly<Record<string, unknown>>) {
  if (typeof configuration === "string") return parseConfigurationName(configuration) ? configuration : null;
  if (typeof model !== "string" || typeof workflow !== "string" || typeof knowledge !== "string") return null;
  return configurationName({ model, workflow, knowledge, levels: typeof levels === "string" ? levels : undefined });
}
