import { configurationLabel } from "../../harness/print/format.ts";
import type { RandomRun } from "./random-run.ts";

/** An execution as plain values: what sentences are checked against, without any code that makes them. */
export interface PlainRow {
  configuration: string;
  label: string;
  model: string;
  workflow: string;
  knowledge: string;
  family: string;
  scenario: string;
  answerable: boolean;
  outcome: string;
  seconds: number | null;
  scores: Record<string, number | null>;
}

export interface PlainFacts {
  rows: readonly PlainRow[];
  /** Pairs of configurations with their corrected p, by metric: tests are taken as they are. */
  pairs: ReadonlyMap<string, readonly Pair[]>;
  /** The same of levels of factors. */
  levels: ReadonlyMap<string, readonly Pair[]>;
}

interface Pair {
  first: string;
  second: string;
  difference: number | null;
  holm_p: number | null;
}

export function factsOf({ executions, results }: RandomRun): PlainFacts {
  const rows = executions.map(({ record, scenario, timing }): PlainRow => {
    const { model, workflow, knowledge } = record;
    const scores: PlainRow["scores"] = {};
    for (const [name, { value }] of Object.entries(record.scores)) scores[name] = value;
    return {
      ...{ configuration: `${model}__${workflow}__${knowledge}`, label: configurationLabel(record) },
      ...{ model, workflow, knowledge, family: scenario.family, scenario: scenario.id },
      ...{ answerable: scenario.answerable, outcome: record.outcome },
      ...{ seconds: timing && timing.duration_ms / 1000, scores },
    };
  });
  const pairs = new Map(results.rankings.map((one) => [one.metric, one.pairs]));
  const levels = new Map(results.factors.map((one) => [one.metric, one.factors.flatMap((factor) => factor.pairs)]));
  return { rows, pairs, levels };
}

/** What some rows have of a metric. */
export function valuesOf(rows: readonly PlainRow[], metric: string): number[] {
  const values: number[] = [];
  for (const row of rows) {
    const value = row.scores[metric] ?? null;
    if (value !== null) values.push(value);
  }
  return values;
}

export function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length;
}

export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}

/** Groups that have a value, with it; nothing of those that have none. */
export function valueBy(
  rows: readonly PlainRow[],
  key: (row: PlainRow) => string,
  value: (own: readonly PlainRow[]) => number | null,
): Map<string, number> {
  const groups = new Map<string, PlainRow[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  const values = new Map<string, number>();
  for (const [name, own] of groups) {
    const found = value(own);
    if (found !== null) values.set(name, found);
  }
  return values;
}

export function topOf(values: ReadonlyMap<string, number>, sign: 1 | -1 = 1): string[] {
  let best = -Infinity;
  for (const value of values.values()) best = Math.max(best, sign * value);
  return [...values].filter(([, value]) => Math.abs(sign * value - best) < 1e-9).map(([name]) => name);
}

/** Whether a subject stands for just these: the one by its name, several by their number. */
export function stands(subject: string, names: readonly string[]): boolean {
  const several = /^(\d+) configurations$/.exec(subject);
  return several ? names.length > 1 && names.length === Number(several[1]) : names.length === 1 && names[0] === subject;
}
