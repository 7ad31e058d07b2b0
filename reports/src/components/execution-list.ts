import { countOf } from "../../../base/counts.ts";
import { configurationLabel, count, decimal } from "../../../harness/print/format.ts";
import { endingOf } from "../../../harness/record/domain/ending.ts";
import {
  FILTER_KEYS,
  type FilterKey,
  type Filters,
  isLevelFilter,
} from "../../../harness/results/selection/filters.ts";
import type { ExecutionRow, ExecutionsData } from "../../../harness/show/report/site-data.ts";
import { readFilters, readParameter, writeFilters } from "./address.ts";
import { h } from "./dom.ts";
import { filterBar } from "./filter-bar.ts";
import { executionAddress } from "./list-context.ts";
import { configurationMark } from "./marks.ts";
import { asksFor, type LoadedMeasure, loadMeasures, measureNote, measureSummary } from "./measure.ts";
import { fieldOf, matchesFilters, measureKey, pairedBy, pairedRows, sortRows } from "./select-rows.ts";
import { sidesLine } from "./sides-line.ts";
import { type TableColumn, table } from "./table.ts";
import { verdictPill } from "./verdicts.ts";

/** Rows put into the page at once; more on demand, so that 20,000 executions stay quick. */
const PAGE_ROWS = 200;

const CHOICES = FILTER_KEYS.filter((key) => key !== "configuration" && key !== "q");

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

/** Search, filters and order over all executions, kept in the address; with the numbers of the metrics or the tool that it names. */
export function executionList(data: ExecutionsData, rows: readonly ExecutionRow[]): HTMLElement {
  const container = h("div", {}, h("p", { class: "lede" }, "loading …"));
  void loadMeasures(data.series, rows).then((measures) =>
    container.replaceChildren(...listParts(data, rows, measures)),
  );
  return h("div", {}, h("h1", {}, "What happened in each execution?"), container);
}

/** The rows that the address selects, in its order. */
export async function listedRows(
  data: ExecutionsData,
  rows: readonly ExecutionRow[],
): Promise<readonly ExecutionRow[]> {
  const measures = await loadMeasures(data.series, rows);
  return selectRows(rows, { data, measures, filters: readFilters(), sort: readParameter("sort") });
}

interface Selection {
  data: ExecutionsData;
  measures: readonly LoadedMeasure[];
  filters: Filters;
  sort: string | null;
}

function selectRows(
  rows: readonly ExecutionRow[],
  { data, measures, filters, sort }: Selection,
): readonly ExecutionRow[] {
  const asked = asksFor(measures);
  const matching = rows.filter((row) => matchesFilters(row, filters, data.questions) && asked(row));
  const paired = pairedBy(readParameter("paired"));
  return sortRows(paired ? pairedRows(matching, paired) : matching, sort, measures);
}

function listParts(
  data: ExecutionsData,
  rows: readonly ExecutionRow[],
  measures: readonly LoadedMeasure[],
): HTMLElement[] {
  const results = h("div", { "aria-live": "polite" });
  const bar = h("div");
  let filters = readFilters();
  let sort = readParameter("sort");
  const update = (next: Filters, rebuild: boolean) => {
    filters = next;
    writeFilters(filters, { others: { sort } });
    const selected = selectRows(rows, { data, measures, filters, sort });
    const listsMissing = filters.outcome?.split(",").includes(NEVER_RAN) ?? false;
    results.replaceChildren(
      resultList(data, selected, { total: rows.length, sort, onSort: setSort, measures, listsMissing }),
    );
    if (rebuild)
      bar.replaceChildren(
        filterBar({
          choices: choicesOf(data, { rows, filters }),
          filters,
          search: "question, scenario, error …",
          onChange,
        }),
      );
  };
  const onChange = (next: Filters) => update(next, Object.keys(next).length === 0);
  const setSort = (key: string | null) => {
    sort = key;
    update(filters, false);
  };
  update(filters, true);
  return [bar, ...(measures.length > 0 ? [measureNote(measures)] : []), results];
}

/** Values of the filters in the bar. Configurations are offered through their three parts, unless the address names some. */
function choicesOf(
  { columns }: ExecutionsData,
  { rows, filters }: { rows: readonly ExecutionRow[]; filters: Filters },
): Readonly<Record<string, readonly string[]>> {
  const valuesOf = (key: FilterKey) =>
    [...new Set(rows.map((row) => fieldOf(row, key)))].filter((value) => value !== "");
  const offered = [...CHOICES, ...columns.filter(isLevelFilter)].map((key) => [key, valuesOf(key)] as const);
  return Object.fromEntries(
    filters.configuration ? [["configuration", [filters.configuration]] as const, ...offered] : offered,
  );
}

interface ListState {
  total: number;
  sort: string | null;
  onSort: (key: string | null) => void;
  measures: readonly LoadedMeasure[];
  /** Executions that never ran are asked for: else they are counted beside those that did, and listed by a press. */
  listsMissing: boolean;
}

const NEVER_RAN: ExecutionRow["outcome"] = "missing";

function resultList(data: ExecutionsData, rows: readonly ExecutionRow[], state: ListState): HTMLElement {
  let shown = PAGE_ROWS;
  const ran = rows.filter(({ outcome }) => outcome !== NEVER_RAN);
  let listed = state.listsMissing || ran.length === 0 ? rows : ran;
  const container = h("div", {});
  const draw = () => {
    const more = listed.length - shown;
    const unlisted = rows.length - listed.length;
    const listAll = () => {
      listed = rows;
      draw();
    };
    const grow = () => {
      shown += PAGE_ROWS;
      draw();
    };
    container.replaceChildren(
      h("p", { class: "lede" }, `${count(rows.length)} of ${countOf(state.total, "execution")}`, passCount(rows)),
      ...state.measures.flatMap((measure) => [measureSummary(measure, rows), ...sidesLine(measure, rows)]),
      ...(unlisted > 0
        ? [
            h(
              "p",
              { class: "caption" },
              `${count(unlisted)} of them never ran. `,
              h("button", { type: "button", onclick: listAll }, "list them, too"),
            ),
          ]
        : []),
      sortable(table("Executions", listColumns(data, state.measures), listed.slice(0, shown), "compact"), state),
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
  const counted = (key: "functional" | "verdict", text: string) => {
    const known = rows.filter((row) => row[key] === "pass" || row[key] === "fail");
    const passes = known.filter((row) => row[key] === "pass").length;
    return known.length === 0 ? "" : `; ${count(passes)} of ${count(known.length)} pass${text}`;
  };
  return `${counted("functional", "")}${counted("verdict", " by the judge")}`;
}

/** Column heads that are numbers sort by them: descending, ascending, as they came. */
const SORTS: Record<string, string> = {
  found: "found",
  composite: "composite",
  "NDCG@10": "ndcg10",
  calls: "tool_calls",
  errors: "tool_errors",
  invented: "invented",
  "tokens in": "tokens_in",
  seconds: "seconds",
};

function sortable(element: HTMLElement, { sort, onSort, measures }: ListState): HTMLElement {
  for (const head of element.querySelectorAll("th")) {
    const text = head.textContent ?? "";
    const at = measures.findIndex(({ label }) => label === text);
    const key = at >= 0 ? measureKey(at) : SORTS[text];
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
  measures: readonly LoadedMeasure[],
): TableColumn<ExecutionRow>[] {
  const number = (
    label: string,
    key: "tool_calls" | "tool_errors" | "invented" | "tokens_in",
  ): TableColumn<ExecutionRow> => ({
    label,
    numeric: true,
    cell: (row) => count(row[key]),
  });
  return [
    { label: "scenario", cell: (row) => h("a", { href: executionAddress(row.name) }, row.scenario) },
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
      cell: (row) => h("span", { class: row.outcome === "success" ? null : "bad ending" }, endingOf(row)),
    },
    ...measures.map(({ label, show }) => ({ label, numeric: true, cell: show })),
    { label: "functional", cell: (row) => verdictPill(row.functional) },
    { label: "judge", cell: (row) => verdictPill(row.verdict) },
    ...[
      { metric: "id_coverage", label: "found", numeric: true, cell: foundOf },
      {
        metric: "overall_score",
        label: "composite",
        numeric: true,
        cell: (row: ExecutionRow) => decimal(row.composite),
      },
      { metric: "ndcg@10", label: "NDCG@10", numeric: true, cell: (row: ExecutionRow) => decimal(row.ndcg10) },
      { metric: "tool_calls", ...number("calls", "tool_calls") },
      { metric: "tool_errors", ...number("errors", "tool_errors") },
      { metric: "hallucinated_ids", ...number("invented", "invented") },
      { metric: "tokens_in", ...number("tokens in", "tokens_in") },
      { metric: "seconds", label: "seconds", numeric: true, cell: (row: ExecutionRow) => decimal(row.seconds, 1) },
    ].filter(({ metric }) => !measures.some(({ name }) => name === metric)),
  ];
}

function foundOf({ found, expected }: ExecutionRow): string {
  return expected === null ? "" : `${count(found)} of ${expected}`;
}
