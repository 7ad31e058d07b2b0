import { countOf } from "../../../base/counts.ts";
import { configurationLabel, decimal, metricLabel, percent } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import { NO_PASS_RATE } from "../../../harness/results/metrics/execution/judged-relevance.ts";
import type { OverviewData } from "../../../harness/show/report/pages/overview.ts";
import { readParameter, writeParameter } from "./address.ts";
import { type BoardColumn, boardColumns } from "./board-columns.ts";
import { h } from "./dom.ts";
import { configurationLegend } from "./legend.ts";
import { withExecutions } from "./links.ts";
import { type TableColumn, table } from "./table.ts";

type Row = OverviewData["configurations"][number];

/** All configurations; order and columns are in the address. */
export function leaderboard(data: OverviewData): HTMLElement {
  const container = h("div", { class: "board" });
  const rows = data.configurations;
  const columns = boardColumns(data);
  const show = () => {
    const shown = shownColumns(columns);
    container.replaceChildren(
      finding(data, rows),
      h("div", { class: "legend" }, configurationLegend(data.models, rows), columnChooser(columns, shown, show)),
      table(
        "Leaderboard",
        shown.map((column) => sortable(column, data.headline, show)),
        sorted(rows, columns, data.headline),
      ),
      h(
        "div",
        { class: "tools" },
        h("details", { class: "definition" }, h("summary", {}, "definition"), h("p", {}, HOW_TO_READ)),
      ),
    );
  };
  show();
  return container;
}

/** Those that the address names, or the usual ones. */
function shownColumns(columns: readonly BoardColumn[]): BoardColumn[] {
  const named = readParameter("columns")?.split(",");
  return columns.filter(({ key, usual }) => key === "configuration" || (named ? named.includes(key) : usual));
}

function columnChooser(columns: readonly BoardColumn[], shown: readonly BoardColumn[], again: () => void): HTMLElement {
  const choose = (key: string, isShown: boolean) => {
    const keys = columns
      .map((column) => column.key)
      .filter((own) => (own === key ? isShown : shown.some((column) => column.key === own)));
    writeParameter("columns", keys.filter((own) => own !== "configuration").join(","));
    again();
  };
  const boxes = columns.slice(1).map(({ key, label }) =>
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: shown.some((column) => column.key === key),
        onchange: (event) => choose(key, (event.target as HTMLInputElement).checked),
      }),
      ` ${label}`,
    ),
  );
  return h(
    "details",
    { class: "columns", open: columnsAreOpen() },
    h("summary", {}, "columns"),
    h("div", {}, ...boxes),
  );
}

/** Choosing a column draws the board anew; the list of columns stays as it was. */
function columnsAreOpen(): boolean {
  return document.querySelector(".board .columns[open]") !== null;
}

function sortKey(usual: string): { key: string; ascending: boolean } {
  const sort = readParameter("sort") ?? usual;
  return { key: sort.replace(/^-/, ""), ascending: sort.startsWith("-") };
}

/** By the address, missing numbers last either way. */
function sorted(rows: readonly Row[], columns: readonly BoardColumn[], usual: string): Row[] {
  const { key, ascending } = sortKey(usual);
  const value = columns.find((column) => column.key === key)?.value ?? (() => null);
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    return ascending ? x - y : y - x;
  });
}

/** A head that sorts: descending, then ascending. */
function sortable(
  { key, label, head, value, ...column }: BoardColumn,
  usual: string,
  again: () => void,
): TableColumn<Row> {
  if (!value) return { label, ...column };
  const { key: current, ascending } = sortKey(usual);
  const state = key !== current ? undefined : ascending ? "ascending" : "descending";
  const sort = () => {
    writeParameter("sort", state === "descending" ? `-${key}` : key);
    again();
  };
  const arrow = state === undefined ? "" : state === "ascending" ? " ↑" : " ↓";
  const button = h(
    "button",
    { type: "button", class: "sort", "aria-label": `sort by ${label}`, onclick: sort },
    `${label}${arrow}`,
  );
  return { label, ...column, sorted: state, head: [button, head] };
}

const HOW_TO_READ =
  "Bands: no two configurations of one band differ significantly in the measure that heads the page (functional pass rate; NDCG@10 where relevance is a judgement; paired tests of the mean over scenarios, Holm-corrected over all pairs), so their order is not a result; two without a common band need not differ significantly either. Bars: 95 % interval over scenarios. Dashed: the ranker without a model that is best by that column. Functional: ended well, named the expected ids and enough of the expected entities, said which part of the question nothing supports, abstained exactly where there is nothing to find; the judge has its own column. Ranking metrics over answerable scenarios; a failed execution counts as 0. Abstention: green and ochre are shares of the unanswerable scenarios, red of the answerable ones. Tool calls, tokens and seconds are medians; cost is of all its executions.";

function finding(data: OverviewData, rows: readonly Row[]): HTMLElement {
  const { headline } = data;
  const scored = rows.filter((row) => mean(row, headline) !== null);
  const text = describeBest(scored, data);
  const why = headline === "functional_pass" ? "" : ` ${NO_PASS_RATE}`;
  return h("h3", {}, withExecutions(`${text}${why}`, { metric: headline }));
}

function describeBest(scored: readonly Row[], { configurations, headline }: OverviewData): string {
  const of = (row: Row) => mean(row, headline)!;
  const best = scored.toSorted((a, b) => of(b) - of(a));
  const [first] = best;
  if (!first) return "No execution here is scored.";
  const [label, rate] = [metricLabel(headline), headline === "ndcg@10" ? decimal(of(first)) : percent(of(first))];
  if (best.length === 1)
    return `${configurationLabel(first)} has ${/^[aeiou]/i.test(label) ? "an" : "a"} ${label} of ${rate}.`;
  const equal = best.filter((row) => of(row) === of(first)).length - 1;
  if (equal === best.length - 1) return `All ${best.length} configurations have the same ${label} here, ${rate}.`;
  const others = equal === 0 ? "has" : `and ${countOf(equal, "other")} have`;
  const passes = `${configurationLabel(first)} ${others} the highest observed ${label} here (${rate})`;
  if (first.apart === null) return `${passes}.`;
  const apart = new Set(first.apart.map((place) => configurationName(configurations[place]!)));
  const significant = best.filter((row) => apart.has(configurationName(row))).length;
  return `${passes}; ${significant} of the other ${best.length - 1} differ significantly from the first.`;
}

function mean(row: Row, metric: string): number | null {
  return row.metrics[metric]?.mean ?? null;
}
