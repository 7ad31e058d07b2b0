import { KNOWLEDGE_MODES, OWN, WORKFLOWS } from "../../../agent/contract.ts";
import type { Target } from "../../../harness/charts/figure.ts";
import { type FilterKey, type Filters, formatFilters } from "../../../harness/charts/filters.ts";
import { type Child, h } from "./dom.ts";

/** What the list of executions shows besides: the scores of one metric, or the calls of one tool. */
export interface Measure {
  metric?: string;
  tool?: string;
  /** Only executions with a number, or only those without. */
  has?: "value" | "none";
}

/** How a number comes from those of its executions; `scenario mean`: each scenario's mean first. Absent: otherwise, as the caption says. */
export type Aggregate = "mean" | "scenario mean" | "median" | "sum" | "n";

/** Address of the executions behind a number, mark or row. */
export function executionsLink({ id, ...filters }: Target, measure: Measure = {}): string {
  if (id !== undefined) return `./executions.html?id=${encodeURIComponent(id)}`;
  const parameters = new URLSearchParams(formatFilters(filters));
  for (const [key, value] of Object.entries(measure)) if (value) parameters.set(key, value);
  const query = parameters.toString();
  return query ? `./executions.html?${query}` : "./executions.html";
}

/** A number that leads to its executions: those that have the metric or call the tool, when one is named. */
export function numberLink(text: Child, target: Target, measure: Measure & { of?: Aggregate } = {}): HTMLElement {
  const { of, ...asked } = measure;
  const has = (asked.metric || asked.tool) && !asked.has ? ({ has: "value" } as const) : {};
  const title = of && `${of} of ${asked.metric ?? asked.tool ?? "its executions"}: the executions behind it`;
  return h("a", { class: "number", title, "data-of": of, href: executionsLink(target, { ...asked, ...has }) }, text);
}

/** `explorer__react__skill_meta` as filters; null when it is no configuration's name. A model's name may hold anything. */
export function configurationFilters(name: string): Pick<Filters, "model" | "workflow" | "knowledge"> | null {
  for (const workflow of [...WORKFLOWS, OWN])
    for (const knowledge of [...KNOWLEDGE_MODES, OWN]) {
      const ending = `__${workflow}__${knowledge}`;
      if (name.endsWith(ending)) return { model: name.slice(0, -ending.length), workflow, knowledge };
    }
  return null;
}

/** The part of a row's own values that selects executions. */
export function rowFilters(row: Readonly<Record<string, unknown>>): Filters {
  const keys: FilterKey[] = [
    "model",
    "workflow",
    "knowledge",
    "scenario",
    "family",
    "complexity",
    "answerable",
    "nonexistence",
  ];
  const own = keys.flatMap((key) => {
    const value = row[key];
    // A row over all models says so in the place of the model.
    return value === undefined || value === null || value === "overall" ? [] : [[key, String(value)]];
  });
  const { configuration, factor, level } = row;
  const named = typeof configuration === "string" ? configurationFilters(configuration) : null;
  const stratum = typeof factor === "string" && keys.includes(factor as FilterKey) ? { [factor]: String(level) } : {};
  return { ...named, ...stratum, ...Object.fromEntries(own) };
}
