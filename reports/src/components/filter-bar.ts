import { configurationLabel, knowledgeLabel, levelLabel, workflowLabel } from "../../../harness/print/format.ts";
import { parseConfigurationName } from "../../../harness/record/domain/names.ts";
import {
  alternatives,
  type FilterKey,
  type Filters,
  filteredBy,
  isLevelFilter,
  setFilters,
} from "../../../harness/results/selection/filters.ts";
import { h } from "./dom.ts";

const LABELS: Partial<Record<FilterKey, (value: string) => string>> = {
  configuration: (value) => {
    const parts = parseConfigurationName(value);
    return parts ? configurationLabel(parts) : value;
  },
  workflow: workflowLabel,
  knowledge: knowledgeLabel,
  answerable: (value) => (value === "true" ? "answerable" : "unanswerable"),
  nonexistence: (value) => (value === "null" ? "something to find" : value.replaceAll("_", " ")),
  cluster: (value) => ({ apart: "in none, but failed", none: "did not fail" })[value] ?? value,
  abstention: (value) =>
    ({
      correct: "abstained, rightly",
      missed: "answered anyway",
      false: "abstained, wrongly",
      none: "did not abstain",
      no_answer: "no answer",
      unknown: "not known",
    })[value] ?? value,
};

/** Names of filter values as people read them. */
function filterLabel(key: FilterKey, value: string): string {
  const own = isLevelFilter(key) ? (level: string) => levelLabel(filteredBy(key), level) : LABELS[key];
  const one = (part: string) => own?.(part) ?? part.replaceAll("_", " ");
  return alternatives(value).map(one).join(" or ");
}

function nameOf(key: FilterKey): string {
  return isLevelFilter(key) ? filteredBy(key).replaceAll("_", " ") : key;
}

interface FilterBarOptions {
  /** Which filters to offer, with their values in order. */
  choices: Readonly<Record<string, readonly string[]>>;
  filters: Filters;
  /** Offer a field for free text too. */
  search?: string;
  onChange: (filters: Filters) => void;
}

/** A row of labelled selections (and a search field). */
export function filterBar({ choices, filters, search, onChange }: FilterBarOptions): HTMLElement {
  const state: Filters = { ...filters };
  const change = (key: FilterKey, value: string) => {
    if (value === "") delete state[key];
    else state[key] = value;
    onChange({ ...state });
  };
  const selections = Object.entries(choices).map(([key, values]) =>
    selection(key as FilterKey, values, { state, change }),
  );
  // Those that came with the address or a mark.
  const others = setFilters(state).filter((key) => !(key in choices) && key !== "q");
  return h(
    "form",
    { class: "filters", role: "search", "aria-label": "Filters", onsubmit: (event) => event.preventDefault() },
    search === undefined ? null : searchField(search, state.q ?? "", (text) => change("q", text)),
    ...selections,
    ...others.map((key) => chip(key, state[key]!, () => change(key, ""))),
    h("button", { type: "button", onclick: () => onChange({}) }, "clear"),
  );
}

function chip(key: FilterKey, value: string, remove: () => void): HTMLElement {
  const text = `${nameOf(key)}: ${filterLabel(key, value)}`;
  return h("button", { type: "button", class: "on chip", "aria-label": `remove ${text}`, onclick: remove }, text, " ×");
}

interface SelectionState {
  state: Filters;
  change: (key: FilterKey, value: string) => void;
}

function selection(key: FilterKey, values: readonly string[], { state, change }: SelectionState): HTMLElement {
  const current = state[key] ?? "";
  // A value that the address names but the data does not hold stays visible, so that an empty list explains itself.
  const known = current === "" || values.includes(current) ? values : [...values, current];
  const option = (value: string, label: string) => h("option", { value, selected: value === current }, label);
  const options = [option("", `${nameOf(key)}: all`), ...known.map((value) => option(value, filterLabel(key, value)))];
  return h(
    "select",
    {
      "aria-label": nameOf(key),
      class: current ? "on" : null,
      onchange: (event) => change(key, (event.target as HTMLSelectElement).value),
    },
    ...options,
  );
}

function searchField(placeholder: string, value: string, onInput: (text: string) => void): HTMLElement {
  return h("input", {
    type: "search",
    "aria-label": placeholder,
    placeholder,
    value,
    oninput: (event) => onInput((event.target as HTMLInputElement).value),
  });
}
