import type { RankingFamily } from "../../../../measure/metrics/ranking/registry.ts";

/** A place of a ranked list, and what it is worth. */
export interface RankedRow {
  place: number;
  id: string;
  relevant: boolean;
  /** Discounted: 1 / log2(place + 1) for an expected id, else 0. */
  gain: number;
  /** Share of expected ids among the list up to here. */
  precision: number;
}

/** The rows that a ranking metric of one execution is made of, and how. */
export interface RankingExplanation {
  rows: RankedRow[];
  /** Expected ids that are not among the rows. */
  missed: string[];
  /** How the number follows from the rows. */
  sentence: string;
}

/** Explains `ndcg@10` and its like; null for any other metric. @param ranked each id once, best first */
export function explainRanking(
  metric: string,
  { ranked, expected }: { ranked: readonly string[]; expected: readonly string[] },
): RankingExplanation | null {
  const [, family = "", digits] = /^([a-z0-9_]+)(?:@(\d+))?$/.exec(metric) ?? [];
  if (!isScored(family)) return null;
  const cutoff = family === "rprec" ? expected.length : digits === undefined ? ranked.length : Number(digits);
  const rows = rowsOf(ranked.slice(0, cutoff), new Set(expected));
  const listed = new Set(rows.map(({ id }) => id));
  const counted = { rows, cutoff, hits: rows.filter(({ relevant }) => relevant).length, all: expected.length };
  return {
    rows,
    missed: expected.filter((id) => !listed.has(id)),
    sentence: SCORED_RANKINGS[family].sentence(counted),
  };
}

function isScored(family: string): family is keyof typeof SCORED_RANKINGS {
  return Object.hasOwn(SCORED_RANKINGS, family);
}

function rowsOf(ranked: readonly string[], expected: ReadonlySet<string>): RankedRow[] {
  let hits = 0;
  return ranked.map((id, at) => {
    const relevant = expected.has(id);
    if (relevant) hits++;
    return { place: at + 1, id, relevant, gain: relevant ? gainAt(at + 1) : 0, precision: hits / (at + 1) };
  });
}

function gainAt(place: number): number {
  return 1 / Math.log2(place + 1);
}

interface Counted {
  rows: readonly RankedRow[];
  cutoff: number;
  hits: number;
  all: number;
}

interface ScoredRanking<Family extends RankingFamily> {
  /** Which of its cutoffs executions are scored at. */
  names: readonly (Family | `${Family}@${number}`)[];
  /** How an execution's number follows from its rows, for people. */
  sentence(counted: Counted): string;
}

/** The ranking metrics that executions are scored by: the study's and a few more, in the order of the columns of `per_execution.csv`. */
export const SCORED_RANKINGS = {
  ndcg: {
    names: ["ndcg@5", "ndcg@10"],
    sentence: ({ rows, cutoff, all }) => {
      const ideal = Array.from({ length: Math.min(cutoff, all) }, (_, at) => gainAt(at + 1));
      return `gains of ${short(sum(rows.map(({ gain }) => gain)))}, of ${short(sum(ideal))} in the ideal order`;
    },
  },
  mrr: {
    names: ["mrr@10"],
    sentence: ({ rows, cutoff }) => {
      const first = rows.find(({ relevant }) => relevant);
      return first
        ? `first expected id at place ${first.place}: 1 / ${first.place}`
        : `no expected id among the first ${cutoff}`;
    },
  },
  recall: {
    names: ["recall@1", "recall@5", "recall@10"],
    sentence: ({ hits, all, cutoff }) => `${hits} of ${all} expected ids among the first ${cutoff}`,
  },
  precision: {
    names: ["precision@1", "precision@5", "precision@10"],
    sentence: ({ hits, cutoff }) => `${hits} of ${cutoff} places hold an expected id`,
  },
  f1: {
    names: ["f1@5", "f1@10"],
    sentence: ({ hits, all, cutoff }) => `2 × ${hits} hits / (${cutoff} places + ${all} expected ids)`,
  },
  map: {
    names: ["map"],
    sentence: ({ rows, all }) => {
      const precisions = rows.filter(({ relevant }) => relevant).map(({ precision }) => precision);
      return `precisions at the places of expected ids add up to ${short(sum(precisions))}, over ${all} expected ids`;
    },
  },
  rprec: {
    names: ["rprec"],
    sentence: ({ hits, cutoff }) => `${hits} of ${cutoff} places, as many as ids are expected, hold an expected id`,
  },
  success: {
    names: ["success@10"],
    sentence: ({ hits, cutoff }) => `${hits > 0 ? "an" : "no"} expected id among the first ${cutoff}`,
  },
} as const satisfies { [Family in RankingFamily]?: ScoredRanking<Family> };

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function short(value: number): string {
  return String(Number(value.toFixed(3)));
}
