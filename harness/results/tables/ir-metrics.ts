import { countOf } from "../../../base/counts.ts";
import { configurationOf } from "../../record/domain/names.ts";
import { nBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { RETRIEVAL } from "../table-format/published/per-configuration.ts";
import { CONFIGURATION_COLUMNS, type Column } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

const METRICS = ["recall@1", "recall@5", "recall@10", "precision@5", "ndcg@5", "ndcg@10", "mrr@10"] as const;
const LABELS: Record<(typeof METRICS)[number], string> = {
  "recall@1": "R@1",
  "recall@5": "R@5",
  "recall@10": "R@10",
  "precision@5": "P@5",
  "ndcg@5": "NDCG@5",
  "ndcg@10": "NDCG@10",
  "mrr@10": "MRR@10",
};

/** Retrieval per configuration (the study's IR table). */
export const irMetricsTable: TableOfResults = {
  behind: { n: nBehind("ndcg@10") },
  make: (input) => ({
    title: "Retrieval metrics per configuration",
    caption: makeCaption(
      input,
      `Mean over the scored executions (n) of ${countOf(input.scenarios.filter((scenario) => scenario.expected_ids.length > 0).length, "answerable scenario")}, 95 % interval for NDCG@10.`,
      "Failed executions and false abstentions score 0. Label coverage: share of the first ten recommended ids that carry a relevance label.",
    ),
    columns: [
      ...CONFIGURATION_COLUMNS,
      ...METRICS.map((key): Column => ({ key, label: LABELS[key], format: "decimal", interval: key === "ndcg@10" })),
      { key: "label_coverage", label: "Labelled", format: "decimal" },
      { key: "n", label: "n", format: "count" },
    ],
    published: RETRIEVAL,
    rows: input.results.summary.configurations.map(({ metrics, ...of }) => ({
      ...configurationOf(of),
      ...Object.fromEntries(METRICS.map((name) => [name, metrics[name] ?? null])),
      label_coverage: metrics.label_coverage ?? null,
      n: metrics["ndcg@10"]?.n ?? 0,
    })),
  }),
};
