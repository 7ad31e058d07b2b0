import { binomialCdf } from "../../../../measure/statistics/basics/distributions.ts";
import { wilsonInterval } from "../../../../measure/statistics/intervals/wilson.ts";
import { configurationLabel } from "../../../print/format.ts";
import type { BaselineName } from "../../../record/domain/baseline-names.ts";
import { BASELINES } from "../../baselines/registry.ts";
import { FAULT_METRICS } from "../../metrics/faults/found-reports.ts";
import { makeCaption } from "../../table-format/caption.ts";
import {
  FAULT_QUERIES,
  PUBLISHED_COUNTS,
  PUBLISHED_PIPELINES,
  type PublishedCount,
} from "../../table-format/published/fault-history.ts";
import type { Table, TableCell } from "../../table-format/table.ts";
import { columnsShown } from "../../table-format/table.ts";
import type { TableInput, TableOfResults } from "../make-table.ts";
import { conditionsOf } from "./conditions.ts";

/** Four pipelines that find earlier reports, what was published of each beneath it. Null where no suite of faults was asked. */
export const faultsReproduction: TableOfResults = {
  make: (input) => {
    if (input.results.faults.length === 0) return null;
    return {
      title: "Finding earlier reports of a fault, and what was published of it",
      caption: makeCaption(
        input,
        `Published: an agent over 4,218 trouble reports of one product, ${FAULT_QUERIES} queries of which people said what is right; no interval was published. Those shown are the widest that any ${FAULT_QUERIES} values with that mean can have (Wilson's, as if each were 0 or 1).`,
        "Here: the last report of each group of duplicates that people linked is the query, what was filed before it the corpus; alike and unlike: whether its words tell as much as chance would not; patterns: those of the reports that are not asked, right where they hold an earlier one. What nobody linked counts as wrong.",
        conditionsOf(input),
        "Another tracker, other queries, another truth and another embedding: no difference between the two is a difference of methods. There it is not said where MRR is cut, nor which precision and recall of contexts are meant.",
        input.results.faults[0]?.systems.some(({ system }) => system === "reranked")
          ? ""
          : "The whole pipeline has no row of ours: no cross-encoder was configured (cross_encoder, and reranked among the baselines).",
      ).trim(),
      columns: [
        ...columnsShown("text", { pipeline: "Pipeline", questions: "Questions" }),
        { key: "mrr@10", label: "MRR@10", format: "decimal", interval: true },
        ...columnsShown("decimal", {
          "hit@1": "Hit@1",
          "hit@5": "Hit@5",
          "context_precision@5": "CP@5",
          "context_recall@5": "CR@5",
        }),
        { key: "n", label: "n", format: "count" },
      ],
      rows: (["keyword", "vector", "hybrid", "reranked"] as const).flatMap((name) => [
        ...ownRows(name, input),
        publishedRow(name),
      ]),
    };
  },
};

/** What people and routing were counted to give, with the intervals that were not published; beneath them routing of ours, where items said which tools are expected. */
export const faultsCountsReproduction: TableOfResults = {
  make: (input) => {
    const { faults, expected_tools: routed } = input.results;
    if (faults.length === 0 && routed.length === 0) return null;
    return {
      title: "Published counts of the fault-history agent, with the intervals that they lacked",
      caption: makeCaption(
        input,
        "Wilson's 95 % interval as if every count stood for itself. As one each: the same share of as many trials as there are raters, since votes of one person are no independent ones; which of both is nearer was not published. p: exact binomial test, two-sided (the smaller tail twice), of a share that prefers nothing. Counts follow from shares with three digits.",
        routed.length === 0
          ? "Routing has no row of ours: items that say which tools are expected were not asked (examples/faults/routing.yaml)."
          : "Here: executions that called an expected tool, or none where none is expected; other items, other tools, and another model than the published agent's, so no difference between the two is one of methods.",
      ).trim(),
      columns: [
        { key: "what", label: "What", format: "text" },
        ...columnsShown("count", { count: "Count", of: "Of" }),
        ...columnsShown("decimal", {
          share: "Share",
          low: "Low",
          high: "High",
          rater_low: "As one each: low",
          rater_high: "high",
        }),
        { key: "p", label: "p", format: "p" },
      ],
      rows: [...PUBLISHED_COUNTS, ...routed.flatMap(countOfRouted)].map(countRow),
    };
  },
};

function countOfRouted(row: TableInput["results"]["expected_tools"][number]): PublishedCount[] {
  const { level, routed } = row;
  if (level !== "all" || routed.mean === null) return [];
  const count = Math.round(routed.mean * routed.n);
  return [{ what: `routing here, ${configurationLabel(row)}`, count, of: routed.n }];
}

/** Rows of ours, as they are called: earlier reports sought, those that share their words with the question or do not; patterns sought. */
const ROWS = [
  { called: "all", documents: "reports", part: "all" },
  { called: "alike", documents: "reports", part: "alike" },
  { called: "unlike", documents: "reports", part: "unlike" },
  { called: "patterns", documents: "patterns", part: "all" },
] as const;

function ownRows(name: BaselineName, { results: { faults } }: TableInput): Table["rows"] {
  return ROWS.flatMap(({ called, documents, part }) =>
    faults
      .filter((row) => row.documents === documents && row.part === part)
      .flatMap(({ systems }) => systems.filter(({ system }) => system === name))
      .map(({ metrics }) => ({
        ...{ pipeline: BASELINES[name].label, questions: called, ...metrics },
        n: metrics["mrr@10"].n,
      })),
  );
}

function publishedRow(name: BaselineName): Record<string, TableCell> {
  const figures = PUBLISHED_PIPELINES[name] ?? {};
  const cells = FAULT_METRICS.map((metric): [string, TableCell] => {
    const mean = figures[metric];
    if (mean === undefined) return [metric, null];
    const widest = wilsonInterval(mean * FAULT_QUERIES, FAULT_QUERIES)!;
    return [metric, { mean, ...widest, n: FAULT_QUERIES, unscored: 0 }];
  });
  return {
    ...{ pipeline: BASELINES[name].label, questions: "published", n: FAULT_QUERIES },
    ...Object.fromEntries(cells),
  };
}

function countRow({ what, count, of, raters, even }: PublishedCount): Record<string, TableCell> {
  const share = count / of;
  const byRater = raters === undefined ? null : wilsonInterval(share * raters, raters);
  return {
    ...{ what, count, of, share, ...wilsonInterval(count, of)! },
    ...{ rater_low: byRater?.low ?? null, rater_high: byRater?.high ?? null },
    p: even === undefined ? null : bothTails(count, of, even),
  };
}

function bothTails(count: number, of: number, share: number): number {
  // The upper tail as the lower one of what was not counted: one minus nearly one would be 0.
  const tail = Math.min(binomialCdf(count, of, share), binomialCdf(of - count, of, 1 - share));
  return Math.min(1, 2 * tail);
}
