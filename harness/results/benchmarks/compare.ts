import { parseMetric } from "../../../measure/metrics/names.ts";
import type { Benchmark, CollectionCounts, PublishedFigure } from "./benchmark.ts";

/** One of ours on a benchmark. */
export interface MeasuredSystem {
  system: string;
  /** `whole`: all documents are ranked; `listed`: a list that ends where its author ended it, as an agent's answer does. */
  ranks: "whole" | "listed";
  /** By metric; null where a list is too short for the cut. */
  values: Readonly<Record<string, number | null>>;
  /** Questions that it listed nothing for: each counts 0. */
  unanswered: number;
}

/** What of a collection was run. */
export interface MeasuredCollection {
  sha256: string;
  /** Is it the published one, and were all its questions asked? */
  whole: boolean;
  counts: CollectionCounts;
  asked: number;
}

/** A published figure beside ours, or why there is none. */
export type ComparedFigure = PublishedFigure & {
  ours: readonly { system: string; value: number }[];
  /** Why nothing is compared; null where it is. */
  refused: string | null;
};

/** As deep as an agent's list is compared: the ten that ranking metrics of a run look at. */
export const LISTED_DEPTH = 10;

const BY_COUNTS =
  "no checksum of the published texts was at hand: that the set is the same is known by its counts alone";

/** Whether a metric of a list that ends early is one of the whole ranking: only cuts within the list are. */
export function isWithinList(metric: string): boolean {
  const { cutoff } = parseMetric(metric);
  return cutoff !== null && cutoff <= LISTED_DEPTH;
}

/** Each published figure with ours of the same set, cut and metric; where one of the three is another, none. */
export function compareWithPublished(
  benchmark: Benchmark,
  { collection, systems }: { collection: MeasuredCollection; systems: readonly MeasuredSystem[] },
): ComparedFigure[] {
  return benchmark.published.map((figure) => {
    const refused = whyNot(figure, { benchmark, collection });
    const ours = systems.flatMap(({ system, values }) => {
      const value = values[figure.metric] ?? null;
      return value === null ? [] : [{ system, value }];
    });
    const differs = benchmark.sha256 === null ? [...figure.differs, BY_COUNTS] : figure.differs;
    return { ...figure, differs, ours: refused === null ? ours : [], refused };
  });
}

function whyNot(
  { metric }: PublishedFigure,
  { benchmark, collection }: { benchmark: Benchmark; collection: MeasuredCollection },
): string | null {
  if (!isRankingMetric(metric)) return `another metric: ${metric} is none of a ranking`;
  const { counts, asked, whole } = collection;
  if (!whole)
    return `another set: ${counts.documents} documents and ${counts.questions} questions here, ${known(benchmark.counts.documents)} and ${known(benchmark.counts.questions)} published, or other texts`;
  if (asked !== counts.questions) return `another set: ${asked} of ${counts.questions} questions were asked`;
  return null;
}

function known(count: number | null): string {
  return count === null ? "an unknown number of" : String(count);
}

/** Canonical names alone: what a paper calls otherwise is told and not computed. */
export function isRankingMetric(name: string): boolean {
  try {
    parseMetric(name);
    return true;
  } catch {
    return false;
  }
}

/** Metrics that a benchmark is scored by: its own, and those that its figures are of. */
export function metricsOf({ metrics, published }: Benchmark): string[] {
  return [...new Set([...metrics, ...published.map(({ metric }) => metric).filter(isRankingMetric)])];
}
