/**
 * What was published of an agent over 4,218 trouble reports of one product: retrieval by 180 labelled queries, routing of 51
 * items, and preferences of people. No interval and no test was published; counts follow from the shares, which are rounded
 * to three digits.
 */
import type { BaselineName } from "../../../record/domain/baseline-names.ts";
import type { FaultMetric } from "../../metrics/faults/found-reports.ts";

export const FAULT_QUERIES = 180;

/** By the name of our ranker. Where MRR is cut, and how context precision and recall are defined, is not said. */
export const PUBLISHED_PIPELINES: Readonly<Partial<Record<BaselineName, Partial<Record<FaultMetric, number>>>>> = {
  keyword: { "mrr@10": 0.728 },
  vector: { "mrr@10": 0.564 },
  hybrid: { "mrr@10": 0.698 },
  reranked: {
    "mrr@10": 0.815,
    "hit@1": 0.761,
    "hit@5": 0.883,
    "context_precision@5": 0.869,
    "context_recall@5": 0.951,
  },
};

/** What was mined of the reports that people had verified. Coherence and diversity were computed, and are not among the figures that we know. */
export const PUBLISHED_PATTERNS = { reports: 1999, patterns: 34, apart: 0.165 } as const;

/** Published as a share or as a count of `of`. */
export interface PublishedCount {
  what: string;
  count: number;
  of: number;
  /** Who gave them, where that is known: one person's votes are no independent ones. */
  raters?: number;
  /** What the share would be if nothing was preferred. */
  even?: number;
}

export const PUBLISHED_COUNTS: readonly PublishedCount[] = [
  { what: "Hit@1, whole pipeline", count: 137, of: FAULT_QUERIES },
  { what: "Hit@5, whole pipeline", count: 159, of: FAULT_QUERIES },
  { what: "routing, 51 items", count: 42, of: 51 },
  { what: "with patterns, of two", count: 20, of: 44, even: 1 / 2 },
  { what: "first system, of three", count: 126, of: 175, raters: 11, even: 1 / 3 },
  { what: "second system, of three", count: 26, of: 175, raters: 11, even: 1 / 3 },
  { what: "third system, of three", count: 23, of: 175, raters: 11, even: 1 / 3 },
];
