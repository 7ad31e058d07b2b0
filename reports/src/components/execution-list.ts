import type { FilterKey, Filters } from "../../../harness/charts/filters.ts";
import { configurationLabel, count, decimal } from "../../../harness/charts/format.ts";
import type { ExecutionRow, ExecutionsData } from "../../../harness/stages/report/site-data.ts";
import { readFilters, readParameter, writeFilters } from "./address.ts";
import { h } from "./dom.ts";
import { filterBar } from "./filter-bar.ts";
import { executionsLink } from "./links.ts";
import { configurationMark } from "./marks.ts";
import { type LoadedMeasure, loadMeasure, measureNote, measureSummary } from "./measure.ts";
import { matchesFilters, sortRows } from "./select-rows.ts";
import { type TableColumn, table } from "./table.ts";
import { verdictPill } from "./verdicts.ts";

/** Rows put into the page at once; more on demand, so that 20,000 executions stay quick. */
const PAGE_ROWS = 200;

const CHOICES: readonly FilterKey[] = [
  "model",
  "workflow",
  "knowledge",
  "scenario",
  "family",
  "complexity",
  "answerable",
  "outcome",
  "verdict",
  "abstention",
  "nonexistence",
  "ruling",
];

/** The list of all executions. */
export async function loadList(): Promise<ExecutionsData> {
  const response = await fetch("./data/executions.json");
  if (!response.ok) throw new Error(`the list of executions could not be loaded (${response.status})`);
  return response.json();
}

/** Rows as objects again. */
export function decodeRows({ columns, rows }: ExecutionsData): ExecutionRow[] {
  return rows.map(
    (values) => Object.fromEntries(columns.map((column, index) => [column, values[index]])) as unknown as ExecutionRow,
  );
}

/** Search, filters and order over all executions, kept in the address; with the numbers of one metric or tool where it names one. */
export function executionList(data: ExecutionsData, rows: readonly ExecutionRow[]): HTMLElement {
  const container = h("div", {}, h("p", { class: "lede" }, "loading …"));
  void loadMeasure(rows).then((measure) => container.replaceChildren(...listParts(data, rows, measure)));
  return h("div", {}, h("h1", {}, "What happened in each execution?"), container);
}

function listParts(
  data: ExecutionsData,
  rows: readonly ExecutionRow[],
  measure: LoadedMeasure | null,
): (HTMLElement | string)[] {
  const results = h("div", { "aria-live": "polite" });
  const bar = h("div");
  let filters = readFilters();
  let sort = readParameter("sort");
  const update = (next: Filters, rebuild: boolean) => {
    filters = next;
    writeFilters(filters, { sort });
    const selected = sortRows(
      rows.filter((row) => matchesFilters(row, filters, data.questions) && (measure?.selects(row) ?? true)),
      sort,
      measure?.value,
    );
    results.replaceChildren(resultList(data, selected, { total: rows.length, sort, onSort: setSort, measure }));
    if (rebuild)
      bar.replaceChildren(
        filterBar({ choices: choicesOf(rows), filters, search: "question, scenario, error …", onChange }),
      );
  };
  const onChange = (next: Filters) => update(next, Object.keys(next).length === 0);
  const setSort = (key: string | null) => {
    sort = key;
    update(filters, false);
  };
  update(filters, true);
  return [bar, ...(measure ? [measureNote(measure)] : []), results];
}

function choicesOf(rows: readonly ExecutionRow[]): Partial<Record<FilterKey, readonly string[]>> {
  const valuesOf = (key: FilterKey) => [...new Set(rows.map((row) => String(row[key as keyof ExecutionRow])))];
  return Object.fromEntries(CHOICES.map((key) => [key, valuesOf(key)]));
}

interface ListState {
  total: number;
  sort: string | null;
  onSort: (key: string | null) => void;
  measure: LoadedMeasure | null;
}

function resultList(data: ExecutionsData, rows: readonly ExecutionRow[], state: ListState): HTMLElement {
  let shown = PAGE_ROWS;
  const container = h("div", {});
  const draw = () => {
    const more = rows.length - shown;
    const grow = () => {
      shown += PAGE_ROWS;
      draw();
    };
    container.replaceChildren(
      h("p", { class: "lede" }, `${count(rows.length)} of ${count(state.total)} executions`, passCount(rows)),
      ...(state.measure ? [measureSummary(state.measure, rows)] : []),
      sortable(table("Executions", listColumns(data, state.measure), rows.slice(0, shown), "compact"), state),
      ...(more > 0
        ? [
            h(
              "p",
              {},
              h(
                "button",
                { type: "button", onclick: grow },
                `show ${Math.min(more, PAGE_ROWS)} more of ${count(more)}`,
              ),
            ),
          ]
        : []),
    );
  };
  draw();
  return container;
}

function passCount(rows: readonly ExecutionRow[]): string {
  const judged = rows.filter((row) => row.verdict === "pass" || row.verdict === "fail");
  const passes = judged.filter((row) => row.verdict === "pass").length;
  return judged.length === 0 ? "" : `; ${count(passes)} of ${count(judged.length)} with a verdict pass`;
}

/** Column heads that are numbers sort by them: descending, ascending, as they came. */
const SORTS: Record<string, string> = {
  composite: "composite",
  "NDCG@10": "ndcg10",
  calls: "toolCalls",
  errors: "toolErrors",
  invented: "invented",
  "tokens in": "tokensIn",
  seconds: "seconds",
};

function sortable(element: HTMLElement, { sort, onSort, measure }: ListState): HTMLElement {
  for (const head of element.querySelectorAll("th")) {
    const text = head.textContent ?? "";
    const key = text === measure?.label ? "measure" : SORTS[text];
    if (!key) continue;
    const state = sort === key ? "descending" : sort === `-${key}` ? "ascending" : null;
    const next = state === "descending" ? `-${key}` : state === "ascending" ? null : key;
    if (state) head.setAttribute("aria-sort", state);
    const arrow = state === "descending" ? " ↓" : state === "ascending" ? " ↑" : "";
    head.replaceChildren(
      h("button", { type: "button", class: "sort", onclick: () => onSort(next) }, `${head.textContent}${arrow}`),
    );
  }
  return element;
}

function listColumns(
  { models, questions }: ExecutionsData,
  measure: LoadedMeasure | null,
): TableColumn<ExecutionRow>[] {
  const number = (
    label: string,
    key: "toolCalls" | "toolErrors" | "invented" | "tokensIn",
  ): TableColumn<ExecutionRow> => ({
    label,
    numeric: true,
    cell: (row) => count(row[key]),
  });
  return [
    { label: "scenario", cell: (row) => h("a", { href: executionsLink({ id: row.name }) }, row.scenario) },
    { label: "question", cell: (row) => h("span", { class: "question" }, questions[row.scenario] ?? "") },
    {
      label: "configuration",
      cell: (row) => {
        const repeat = row.repeat > 0 ? ` · repeat ${row.repeat}` : "";
        return h("span", { class: "which" }, configurationMark(row, models), ` ${configurationLabel(row)}${repeat}`);
      },
    },
    {
      label: "outcome",
      cell: (row) =>
        h("span", { class: row.outcome === "success" ? null : "bad" }, row.error ?? row.outcome.replaceAll("_", " ")),
    },
    ...(measure ? [{ label: measure.label, numeric: true, cell: measure.show }] : []),
    { label: "verdict", cell: (row) => verdictPill(row.verdict) },
    { label: "composite", numeric: true, cell: (row) => decimal(row.composite) },
    { label: "NDCG@10", numeric: true, cell: (row) => decimal(row.ndcg10) },
    number("calls", "toolCalls"),
    number("errors", "toolErrors"),
    number("invented", "invented"),
    number("tokens in", "tokensIn"),
    { label: "seconds", numeric: true, cell: (row) => decimal(row.seconds, 1) },
  ];
}
