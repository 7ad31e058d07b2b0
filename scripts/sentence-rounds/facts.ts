import { configurationLabel } from "../../harness/print/format.ts";
import type { ProbeReading } from "../../harness/record/domain/records.ts";
import type { ScoredExecution } from "../../harness/results/metrics/scored-execution.ts";
import { queryTypeOf } from "../../scenarios/set/query-type.ts";
import type { RandomRun } from "./random-run.ts";

/** An execution as plain values: what sentences are checked against, without any code that makes them. */
export interface PlainRow {
  configuration: string;
  label: string;
  model: string;
  workflow: string;
  knowledge: string;
  family: string;
  /** Kind of question, as strategies are compared by. */
  type: string;
  scenario: string;
  answerable: boolean;
  outcome: string;
  seconds: number | null;
  scores: Record<string, number | null>;
  /** Overall scores of the two judges; null where a verdict was blocked. */
  primary: number | "not asked" | null;
  calibration: number | "not asked" | null;
  expectsEntities: boolean;
  /** Criteria that do not hold. */
  unmet: readonly string[];
  /** Of each expected id, its rank; null without one. */
  ids: readonly { rank: number | null; retrieved: boolean; reported: boolean }[];
}

export interface PlainFacts {
  rows: readonly PlainRow[];
  /** Pairs of configurations by metric: p is taken as it is, what it comes to after Holm's correction is not. */
  pairs: ReadonlyMap<string, readonly Pair[]>;
  /** The same of levels of factors. */
  levels: ReadonlyMap<string, readonly Pair[]>;
  probes: readonly ProbeReading[];
}

export interface Pair {
  first: string;
  second: string;
  difference: number | null;
  p: number | null;
  holm_p: number | null;
}

export function factsOf({ executions, results, probed }: RandomRun): PlainFacts {
  const rows = executions.map((execution): PlainRow => {
    const { record, scenario, timing, expectedIds, rankedIds, functional } = execution;
    const { model, workflow, knowledge } = record;
    const scores: PlainRow["scores"] = {};
    for (const [name, { value }] of Object.entries(record.scores)) scores[name] = value;
    return {
      ...{ configuration: `${model}__${workflow}__${knowledge}`, label: configurationLabel(record) },
      ...{ model, workflow, knowledge, family: scenario.family, type: queryTypeOf(scenario), scenario: scenario.id },
      ...{ answerable: scenario.answerable, outcome: record.outcome },
      ...{ seconds: timing && timing.duration_ms / 1000, scores },
      ...{ primary: opinionOf(execution.primary), calibration: opinionOf(execution.calibration) },
      expectsEntities: scenario.expected_entities.length > 0,
      unmet: (functional ?? []).filter(({ pass }) => !pass).map(({ name }) => name),
      ids: (expectedIds ?? []).map(({ id, idOutcome }) => ({
        rank: rankedIds.includes(id) ? rankedIds.indexOf(id) + 1 : null,
        retrieved: idOutcome.startsWith("retrieved_"),
        reported: idOutcome.endsWith("_reported"),
      })),
    };
  });
  const pairs = new Map(results.rankings.map((one) => [one.metric, corrected(one.pairs)]));
  const levels = new Map(
    results.factors.map((one) => [one.metric, corrected(one.factors.flatMap((factor) => factor.pairs))]),
  );
  return { rows, pairs, levels, probes: probed.flatMap(({ readings }) => readings) };
}

/** By Holm's correction: the largest so far of p times the tests that are left. */
function corrected(pairs: readonly Pair[]): Pair[] {
  const family = pairs.flatMap(({ p }) => p ?? []);
  return pairs.map(({ first, second, difference, p }) => {
    const steps = family
      .filter((one) => p !== null && one <= p)
      .map((one) => one * family.filter((q) => q >= one).length);
    return { first, second, difference, p, holm_p: p === null ? null : Math.min(1, Math.max(...steps)) };
  });
}

function opinionOf(verdict: ScoredExecution["primary"]): PlainRow["primary"] {
  return verdict === null ? "not asked" : (verdict.judgement?.overall_score ?? null);
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
