import { configurationLabel, count, decimal, metricLabel, percent } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { Filters } from "../../../harness/results/selection/filters.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import { BOARD_SHARES } from "../../../harness/show/report/board-shares.ts";
import type { OverviewData } from "../../../harness/show/report/pages/overview.ts";
import { type Child, h } from "./dom.ts";
import { executionsLink, numberLink } from "./links.ts";
import { abstentionBar, configurationMark, intervalBar, trackScale } from "./marks.ts";
import { bandRange } from "./mean-ranks.ts";
import type { TableColumn } from "./table.ts";

type Row = OverviewData["configurations"][number];

export interface BoardColumn extends TableColumn<Row> {
  /** In the address. */
  key: string;
  /** Shown unless the address names others. */
  usual: boolean;
  /** What it is sorted by. */
  value?: (row: Row) => number | null;
}

/** Shown unless others are chosen: of a run with a pass rate, and of one without. */
const USUAL = {
  functional_pass: ["functional_pass", "pass", "ndcg@10"],
  "ndcg@10": ["ndcg@10", "map", "mrr@10"],
};
const RATES = ["functional_pass", "pass"];

/** Everything that a configuration can be ranked by. */
export function boardColumns(data: OverviewData): BoardColumn[] {
  const rows = data.configurations;
  return [
    {
      key: "configuration",
      label: "configuration",
      usual: true,
      cell: (row) => [
        configurationMark(row, data.models),
        " ",
        h("a", { href: executionsLink(targetOf(row)) }, configurationLabel(row)),
      ],
    },
    {
      key: "bands",
      label: "bands",
      usual: true,
      numeric: true,
      cell: ({ bands, ...row }) =>
        bands?.length
          ? numberLink(bandRange(bands), { metric: data.headline, of: "band", at: configurationName(row) })
          : "–",
    },
    ...sharesOf(data).map((metric) => shareColumn(metric, USUAL[data.headline].includes(metric), data)),
    { key: "abstention", label: "abstention: right · missed · wrong", usual: true, cell: abstentionCell },
    median(
      "tool_calls",
      "tool calls",
      false,
      (row) => row.tool_calls.median,
      (value) => decimal(value, 1),
    ),
    median(
      "tokens_in",
      "tokens in",
      false,
      (row) => row.tokens.input_median,
      (value) => count(Math.round(value)),
    ),
    median(
      "seconds",
      "seconds",
      true,
      (row) => row.median_seconds,
      (value) => decimal(value, 2),
    ),
    {
      key: "cost",
      label: "cost",
      usual: true,
      numeric: true,
      value: ({ cost }) => cost,
      cell: (row) =>
        row.cost === null
          ? "unknown"
          : numberLink(`$${decimal(row.cost)}`, { ...targetOf(row), metric: "cost", of: "sum" }),
    },
    {
      key: "failed",
      label: "failed",
      usual: rows.some((row) => failures(row) > 0),
      numeric: true,
      value: failures,
      cell: failedCell,
    },
  ];
}

/** The headline's first; without a pass rate none is offered. */
function sharesOf({ headline }: OverviewData): readonly string[] {
  if (headline === "functional_pass") return BOARD_SHARES;
  return BOARD_SHARES.filter((metric) => !RATES.includes(metric)).concat("pass");
}

/** A mean as mark and interval on a track from 0 to 1, with the best ranker without a model as a line. */
function shareColumn(metric: string, usual: boolean, data: OverviewData): BoardColumn {
  const best = bestRanker(data, metric);
  const format = RATES.includes(metric)
    ? (value: number | null) => percent(value)
    : (value: number | null) => decimal(value);
  const n = rangeOf(data.configurations.map((row) => row.metrics[metric]?.n ?? 0));
  const ranker = best ? `${best.label} ${format(best.mean)}` : "";
  return {
    key: metric,
    label: metricLabel(metric),
    usual,
    value: (row) => row.metrics[metric]?.mean ?? null,
    head: [
      h("small", { class: "n" }, ` n = ${n}`),
      ranker ? h("small", { class: "ranker" }, `┆ ${ranker}`) : null,
      trackScale(),
    ],
    cell: (row) => {
      const value = row.metrics[metric];
      const target = { ...targetOf(row), metric };
      return h(
        "span",
        { class: "estimate" },
        intervalBar(row, data.models, value, best?.mean),
        h("span", { class: "value" }, numberLink(format(value?.mean ?? null), { ...target, of: "mean" })),
        value && value.unscored > 0 ? unscoredLink(value.unscored, target) : null,
      );
    },
  };
}

function bestRanker({ rankers }: OverviewData, metric: string): { label: string; mean: number } | undefined {
  const known = rankers.flatMap(({ label, metrics }) => {
    const mean = metrics[metric]?.mean ?? null;
    return mean === null ? [] : [{ label, mean }];
  });
  return known.sort((a, b) => b.mean - a.mean)[0];
}

function median(
  key: string,
  label: string,
  usual: boolean,
  value: (row: Row) => number | null,
  format: (value: number) => string,
): BoardColumn {
  const cell = (row: Row) => {
    const own = value(row);
    return numberLink(own === null ? "–" : format(own), { ...targetOf(row), metric: key, of: "median" });
  };
  return { key, label, usual, numeric: true, value, cell };
}

function targetOf(row: Row): Filters {
  return { configuration: configurationName(row) };
}

function rangeOf(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.length === 0 ? "0" : low === high ? count(low) : `${count(low)} to ${count(high)}`;
}

/** What never ran is no failure: it is unscored in every column. */
function failures({ outcomes: { timeout, agent_error, cascaded_failure } }: Row): number {
  return timeout + agent_error + cascaded_failure;
}

const FAILED = ["timeout", "agent_error", "cascaded_failure"];

function failedCell(row: Row): Child {
  const failed = failures(row);
  if (failed === 0) return "";
  return numberLink(String(failed), { ...targetOf(row), outcome: FAILED.join(","), of: "n" });
}

/** How many of the executions have no number; the interval is over the others. */
function unscoredLink(n: number, behind: Target): HTMLElement {
  return h("span", { class: "missing" }, " ", numberLink(`−${n}`, { ...behind, has: "unscored", of: "missing" }));
}

/** Right, missed and wrong, each with its executions. */
function abstentionCell(row: Row): Child {
  const { correct, missed, false: wrong } = row.abstention;
  const link = (n: number, abstention: string) => numberLink(String(n), { ...targetOf(row), abstention, of: "n" });
  const parts = [link(correct, "correct"), " · ", link(missed, "missed"), " · ", link(wrong, "false")];
  return [abstentionBar(row.abstention), h("span", { class: "value" }, ...parts)];
}
