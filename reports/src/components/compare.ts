import { count, decimal, metricLabel } from "../../../harness/print/format.ts";
import { intervalTitle } from "../../../harness/results/compare/render/format.ts";
import type { CompareData, ExecutionsData } from "../../../harness/show/report/site-data.ts";
import { DOUBT, DOUBT_NOTE } from "../../../measure/statistics/intervals/doubt.ts";
import { changesBy } from "./compare-changes.ts";
import { effort, powerTable } from "./compare-limits.ts";
import { questionsSection } from "./compare-questions.ts";
import { sides, verdictBlock } from "./compare-verdict.ts";
import { h } from "./dom.ts";
import { decodeRows } from "./execution-list.ts";
import { signed } from "./factors.ts";
import { numberLink, withExecutions } from "./links.ts";
import { formatValue, type TableColumn, table } from "./table.ts";

type Comparison = NonNullable<CompareData>["report"]["comparison"];
type Metric = Comparison["metrics"][number];

/** Whether this run is better than a baseline; without one, how to name it. */
export function comparePage(data: CompareData, executions: ExecutionsData): HTMLElement {
  if (data === null) return withoutBaseline();
  const families = new Map(decodeRows(executions).map(({ scenario, family }) => [scenario, family]));
  const { comparison } = data.report;
  return h(
    "div",
    {},
    verdictBlock(data),
    sides(data),
    ...(comparison.metrics.length === 0
      ? []
      : [
          h("h2", {}, "Which configurations changed?"),
          changesBy(data, "configuration"),
          h("h2", {}, "Which kinds of question?"),
          changesBy(data, "family"),
          h("h2", {}, "Which questions lost, and which won?"),
          questionsSection(data, families),
          powerTable(data),
          effort(data),
          differences(comparison),
        ]),
  );
}

function withoutBaseline(): HTMLElement {
  return h(
    "p",
    { class: "nothing" },
    "This report has no baseline, or is older than the run's scores. Build it with one: ",
    h("code", {}, "scopebench report build <run> --baseline <run or file of baseline save>"),
  );
}

function differences({ metrics }: Comparison): HTMLElement {
  // The other side of a difference is another run, whose executions are in its own report.
  const link = (of: string, text: (row: Metric) => HTMLElement | string) => (row: Metric) =>
    numberLink(text(row), { metric: row.metric, of });
  const columns: TableColumn<Metric>[] = [
    {
      label: "metric",
      cell: ({ metric, better }) => [
        metricLabel(metric),
        h("small", {}, better === "neither" ? "" : ` ${better} is better`),
      ],
    },
    { label: "baseline", numeric: true, cell: (row) => amount(row.baseline, row) },
    {
      label: "candidate",
      numeric: true,
      cell: link("scenario mean", (row) => amount(row.candidate, row)),
    },
    {
      label: "difference",
      numeric: true,
      cell: link("compared", (row) => h("span", { class: tone(row) }, signed(row.difference, digitsOf(row)))),
    },
    {
      label: intervalTitle(metrics),
      numeric: true,
      cell: link("compared", (row) =>
        row.low === null
          ? "–"
          : `${signed(row.low, digitsOf(row))} … ${signed(row.high, digitsOf(row))}${row.doubted ? DOUBT : ""}`,
      ),
    },
    { label: "p, Holm-corrected", numeric: true, cell: link("compared", (row) => formatValue(row.adjusted_p, "p")) },
    { label: "d", numeric: true, cell: link("compared", (row) => signed(row.effect, 2)) },
    { label: "found from", numeric: true, cell: link("compared", (row) => amount(row.detectable, row)) },
    {
      label: "better · equal · worse",
      numeric: true,
      cell: link("compared", ({ wins, ties, losses }) => `${wins} · ${ties} · ${losses}`),
    },
    { label: "unscored", numeric: true, cell: unscoredCell },
  ];
  return h(
    "div",
    {},
    h("h2", {}, "All metrics"),
    table("Differences", columns, metrics, "compact"),
    h(
      "p",
      { class: "caption" },
      withExecutions(h("b", {}, describe(metrics)), {}),
      " ",
      "Candidate minus baseline, paired by scenario, configuration and repeat and averaged within a scenario. Interval and p: over scenarios, those that tell of each other as one, by the test of the mean in docs/method/gate.md, Holm over the metrics shown. d: Cohen's, of paired differences. Found from: the smallest difference detectable with power 0.8. Better, equal, worse: scenarios.",
      metrics.some(({ doubted }) => doubted) ? ` ${DOUBT_NOTE}` : "",
    ),
  );
}

function digitsOf({ unit }: Metric): number {
  return unit === "tokens" ? 0 : unit === "count" ? 2 : 3;
}

function amount(value: number | null, row: Metric): string {
  const digits = digitsOf(row);
  return value === null || digits > 0 ? decimal(value, digits) : count(Math.round(value));
}

function tone({ difference, adjusted_p, better }: Metric): string | null {
  if (difference === null || adjusted_p === null || adjusted_p >= 0.05 || better === "neither") return null;
  return difference > 0 === (better === "higher") ? "good" : "bad";
}

function unscoredCell({ metric, unscored }: Metric): HTMLElement | string {
  const total = Object.values(unscored).reduce((sum, n) => sum + n, 0);
  if (total === 0) return "";
  return h(
    "span",
    {
      title: Object.entries(unscored)
        .map(([why, n]) => `${why} ${n}`)
        .join("; "),
    },
    numberLink(count(total), { metric, has: "unscored", of: "compared" }),
  );
}

function describe(metrics: readonly Metric[]): string {
  const better = metrics.filter((row) => tone(row) === "good").map(({ metric }) => metricLabel(metric));
  const worse = metrics.filter((row) => tone(row) === "bad").map(({ metric }) => metricLabel(metric));
  if (better.length + worse.length === 0) return "No metric differs significantly.";
  const parts = [
    better.length > 0 ? `better in ${better.join(", ")}` : "",
    worse.length > 0 ? `worse in ${worse.join(", ")}` : "",
  ];
  return `The candidate is ${parts.filter(Boolean).join("; ")}.`;
}
