import { configurationName } from "../../../harness/domain/names.ts";
import { configurationLabel, count, decimal, percent } from "../../../harness/drawing/format.ts";
import type { Target } from "../../../harness/figures/figure.ts";
import type { Filters } from "../../../harness/figures/filters.ts";
import type { OverviewData } from "../../../harness/stages/report/site-data.ts";
import { readFilters } from "./address.ts";
import { type Child, h } from "./dom.ts";
import { filterBar } from "./filter-bar.ts";
import { configurationLegend } from "./legend.ts";
import { executionsLink, numberLink, withExecutions } from "./links.ts";
import { abstentionBar, configurationMark, intervalBar } from "./marks.ts";
import { changeFilters } from "./page-filters.ts";
import { bandRange } from "./retrieval.ts";
import { type TableColumn, table } from "./table.ts";

type Row = OverviewData["configurations"][number];

/** All configurations, best functional pass rate first; filters are in the address. */
export function leaderboard(data: OverviewData): HTMLElement {
  const container = h("div", { class: "board" });
  const show = (filters: Filters) => {
    changeFilters(filters);
    const rows = data.configurations
      .filter((row) => matches(row, filters))
      .map((row) => within(data, row, filters))
      .sort((a, b) => (b.metrics.functional_pass?.mean ?? -1) - (a.metrics.functional_pass?.mean ?? -1));
    const choices = {
      model: [...new Set(data.configurations.map((row) => row.model))],
      workflow: [...new Set(data.configurations.map((row) => row.workflow))],
      knowledge: [...new Set(data.configurations.map((row) => row.knowledge))],
      family: data.choices.family ?? [],
      complexity: data.choices.complexity ?? [],
    };
    const focus = document.activeElement?.getAttribute("aria-label");
    container.replaceChildren(
      filterBar({ choices, filters, onChange: show }),
      configurationLegend(data.models, data.configurations),
      table("Leaderboard", boardColumns(data, rows, filters), rows),
      caption(data, rows, filters),
      ...partNotes(filters),
    );
    if (focus) container.querySelector<HTMLElement>(`select[aria-label="${focus}"]`)?.focus();
  };
  show(readFilters());
  return container;
}

function matches(row: Row, { model, workflow, knowledge }: Filters): boolean {
  return (
    (!model || row.model === model) &&
    (!workflow || row.workflow === workflow) &&
    (!knowledge || row.knowledge === knowledge)
  );
}

/** The same configuration over one family or complexity: its rates there, and no bands, which are over all scenarios. */
function within({ breakdown }: OverviewData, row: Row, { family, complexity }: Filters): Row {
  if (!family && !complexity) return row;
  const [by, level] = family ? ["family", family] : ["complexity", complexity];
  const own = breakdown.filter(
    (part) =>
      part.by === by &&
      part.level === level &&
      part.model === row.model &&
      part.workflow === row.workflow &&
      part.knowledge === row.knowledge,
  );
  return {
    ...row,
    bands: null,
    apart: null,
    metrics: Object.fromEntries(own.map(({ metric, estimate }) => [metric, estimate])),
  };
}

/** What a filter by family or complexity does not reach. */
function partNotes({ family, complexity }: Filters): HTMLElement[] {
  if (!family && !complexity) return [];
  const both = family && complexity ? " One of the two at a time: the complexity is left out." : "";
  const text = `Pass rates and NDCG@10 are of ${family ?? complexity?.replaceAll("_", " ")} scenarios alone; the other columns are of all, and there are no bands.${both}`;
  return [h("p", { class: "caption" }, text)];
}

function boardColumns(
  { models }: OverviewData,
  rows: readonly Row[],
  { family, complexity }: Filters,
): TableColumn<Row>[] {
  const part = family ? { family } : complexity ? { complexity } : {};
  const n = (metric: string) => rangeOf(rows.map((row) => row.metrics[metric]?.n ?? 0));
  const estimate = (metric: string, label: string, format: (value: number | null) => string): TableColumn<Row> => ({
    label: `${label} (n = ${n(metric)})`,
    cell: (row) => {
      const value = row.metrics[metric];
      const unscored =
        value && value.unscored > 0 ? unscoredLink(value.unscored, { ...target(row), ...part, metric }) : null;
      return h(
        "span",
        { class: "estimate" },
        intervalBar(row, models, value),
        h(
          "span",
          { class: "value" },
          numberLink(format(value?.mean ?? null), { ...target(row), ...part, metric, of: "mean" }),
        ),
        unscored,
      );
    },
  });
  return [
    {
      label: "configuration",
      cell: (row) => [
        configurationMark(row, models),
        " ",
        h("a", { href: executionsLink(target(row)) }, configurationLabel(row)),
      ],
    },
    {
      label: "bands",
      numeric: true,
      cell: ({ bands, ...row }) =>
        bands?.length
          ? numberLink(bandRange(bands), { metric: "functional_pass", of: "band", at: configurationName(row) })
          : "–",
    },
    estimate("functional_pass", "functional pass rate", (value) => percent(value)),
    estimate("pass", "judge's pass rate", (value) => percent(value)),
    estimate("ndcg@10", "NDCG@10", decimal),
    { label: "abstention: right · missed · wrong", cell: abstentionCell },
    {
      label: "tool calls",
      numeric: true,
      cell: (row) =>
        numberLink(decimal(row.tool_calls.median, 1), { ...target(row), metric: "tool_calls", of: "median" }),
    },
    {
      label: "tokens in",
      numeric: true,
      cell: (row) => {
        const { input_median } = row.tokens;
        const text = input_median === null ? "–" : count(Math.round(input_median));
        return numberLink(text, { ...target(row), metric: "tokens_in", of: "median" });
      },
    },
    {
      label: "seconds",
      numeric: true,
      cell: (row) => numberLink(decimal(row.median_seconds, 2), { ...target(row), metric: "seconds", of: "median" }),
    },
    {
      label: "cost",
      numeric: true,
      cell: (row) =>
        row.cost === null
          ? "unknown"
          : numberLink(`$${row.cost.toFixed(2)}`, { ...target(row), metric: "cost", of: "sum" }),
    },
    ...(rows.some((row) => failures(row) > 0) ? [{ label: "failed", numeric: true, cell: failedCell }] : []),
  ];
}

function target({ model, workflow, knowledge }: Row): Filters {
  return { model, workflow, knowledge };
}

function rangeOf(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.length === 0 ? "0" : low === high ? count(low) : `${count(low)} to ${count(high)}`;
}

function failures({ outcomes: { timeout, agent_error, cascaded_failure, missing } }: Row): number {
  return timeout + agent_error + cascaded_failure + missing;
}

function failedCell(row: Row): Child {
  const failed = failures(row);
  if (failed === 0) return "";
  return numberLink(String(failed), { ...target(row), outcome: FAILED.join(","), of: "n" });
}

const FAILED = ["timeout", "agent_error", "cascaded_failure", "missing"];

/** How many of the executions have no number; the interval is over the others. */
function unscoredLink(n: number, behind: Target): HTMLElement {
  return h("span", { class: "missing" }, " ", numberLink(`−${n}`, { ...behind, has: "unscored", of: "missing" }));
}

/** Right, missed and wrong, each with its executions. */
function abstentionCell(row: Row): Child {
  const { correct, missed, false: wrong } = row.abstention;
  const link = (n: number, abstention: string) => numberLink(String(n), { ...target(row), abstention, of: "n" });
  const parts = [link(correct, "correct"), " · ", link(missed, "missed"), " · ", link(wrong, "false")];
  return [abstentionBar(row.abstention), h("span", { class: "value" }, ...parts)];
}

function caption(data: OverviewData, rows: readonly Row[], filters: Filters): HTMLElement {
  const scored = rows.filter((row) => row.metrics.functional_pass?.mean != null);
  const best = scored[0];
  const finding = best ? describeBest(best, scored, data) : "No execution here has a functional verdict.";
  return h(
    "p",
    { class: "caption" },
    withExecutions(h("b", {}, finding), { ...filters, metric: "functional_pass" }),
    " Bands: no two configurations of one band differ significantly in functional pass rate (paired tests of the mean over scenarios, Holm-corrected over all pairs), so their order is not a result; two without a common band need not differ significantly either. Bars: 95 % interval over scenarios. Functional: ended well, named the expected ids and enough of the expected entities, abstained exactly where there is nothing to find; the judge has its own column. NDCG@10 over answerable scenarios; a failed execution counts as 0. Abstention: green and ochre are shares of the unanswerable scenarios, red of the answerable ones. Tool calls, tokens and seconds are medians; cost is of all its executions.",
  );
}

function describeBest(best: Row, scored: readonly Row[], { configurations }: OverviewData): string {
  const passes = `${configurationLabel(best)} has the highest observed functional pass rate here (${percent(best.metrics.functional_pass!.mean)})`;
  if (scored.length === 1) return `${configurationLabel(best)} passes ${percent(best.metrics.functional_pass!.mean)}.`;
  if (best.apart === null) return `${passes}.`;
  const apart = new Set(best.apart.map((place) => configurationName(configurations[place]!)));
  const significant = scored.filter((row) => apart.has(configurationName(row))).length;
  return `${passes}; ${significant} of the other ${scored.length - 1} differ significantly from it.`;
}
