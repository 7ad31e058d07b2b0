import { grouped } from "../../base/grouped.ts";
import { UserError } from "../../base/user-error.ts";
import { canonicalMetric } from "../compare/metric-facts.ts";
import { runComparison } from "../compare/request.ts";
import type { RunSource } from "../compare/sources/run-source.ts";
import { type GateVerdict, verdictOf } from "../compare/verdict.ts";
import type { GateConfig } from "../config/gate-schema.ts";
import { mean } from "../statistics/basics/describe.ts";
import { type Dated, reasonOf, type Skipped } from "./find-sources.ts";

/** One run or baseline of a history. */
export interface HistoryRow {
  path: string;
  kind: RunSource["kind"];
  run_id: string;
  created_at: string | null;
  /** With `+changes` where the checkout was not clean; null where it is not known. */
  commit: string | null;
  /** Mean over scenarios, and how many; null where nothing is scored. */
  metrics: Readonly<Record<string, { mean: number; scenarios: number } | null>>;
  /** The gate's verdict on it, the one before being the baseline; null for the first. */
  verdict: Pick<GateVerdict, "state" | "line"> | null;
  /** Why it cannot be held against the one before: the line is broken here. */
  break: string | null;
}

export interface History {
  metrics: readonly string[];
  rows: readonly HistoryRow[];
  skipped: readonly Skipped[];
}

interface HistoryOptions {
  gate: GateConfig;
  /** Default: those of the gate's rules. */
  metrics?: readonly string[];
}

/** Each metric over time with the gate's verdicts between neighbours. Holds two of them at a time, so that hundreds fit. */
export async function makeHistory(dated: readonly Dated[], { gate, metrics }: HistoryOptions): Promise<History> {
  const names = (metrics ?? Object.keys(gate.metrics)).map(canonicalMetric);
  const skipped: Skipped[] = [];
  const rows: HistoryRow[] = [];
  let before: RunSource | null = null;
  for (const { path, read } of dated) {
    const source = await readOrSkip(read, (reason) => skipped.push({ path, reason }));
    if (source === null) continue;
    rows.push({ ...factsOf(source, path, names), ...stepFrom(before, source, gate) });
    before = source;
  }
  return { metrics: names, rows, skipped };
}

async function readOrSkip(read: Dated["read"], skip: (reason: string) => void): Promise<RunSource | null> {
  try {
    return await read();
  } catch (error) {
    skip(reasonOf(error));
    return null;
  }
}

function factsOf(source: RunSource, path: string, names: readonly string[]): Omit<HistoryRow, "verdict" | "break"> {
  const { kind, provenance, executions } = source;
  const { run_id, created_at, commit } = provenance;
  const of = (metric: string) => {
    const scored = executions.flatMap(({ scenario, scores }) => {
      const value = scores[metric]?.value ?? null;
      return value === null ? [] : [{ scenario, value }];
    });
    const scenarios = [...grouped(scored, ({ scenario }) => scenario).values()];
    const value = mean(scenarios.map((all) => mean(all.map((one) => one.value))!));
    return value === null ? null : { mean: value, scenarios: scenarios.length };
  };
  return { path, kind, run_id, created_at, commit, metrics: Object.fromEntries(names.map((name) => [name, of(name)])) };
}

function stepFrom(
  before: RunSource | null,
  source: RunSource,
  config: GateConfig,
): Pick<HistoryRow, "verdict" | "break"> {
  if (before === null) return { verdict: null, break: null };
  try {
    const result = runComparison({ baseline: before, candidate: source, metrics: null, allow: [], config, gate: true });
    const { refusals } = result.comparison;
    if (refusals.length > 0) return { verdict: null, break: refusals.map(({ problem }) => problem).join("; ") };
    const { state, line } = verdictOf({ ...result, candidate_run: null });
    return { verdict: { state, line }, break: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { verdict: null, break: error.message };
  }
}

/** Stretches of neighbours that can be compared. */
export function stretches(rows: readonly HistoryRow[]): HistoryRow[][] {
  const all: HistoryRow[][] = [];
  for (const row of rows) {
    if (row.break !== null || all.length === 0) all.push([row]);
    else all.at(-1)!.push(row);
  }
  return all;
}
