import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import type { GateConfig } from "../../record/config/gate-schema.ts";
import { canonicalMetric, metricFacts } from "../../results/compare/metric-facts.ts";
import type { RunSource } from "../../results/compare/sources/run-source.ts";
import type { GateVerdict } from "../../results/compare/verdict.ts";
import { type Against, type Held, holdAgainst, type Placed } from "./against.ts";
import { type Dated, reasonOf, type Skipped } from "./find-sources.ts";

/** One run or baseline of a history. */
export interface HistoryRow {
  path: string;
  kind: RunSource["kind"];
  run_id: string;
  created_at: string | null;
  /** With `+changes` where the checkout was not clean; null where it is not known. */
  commit: string | null;
  /** Mean over scenarios, how many, and its 95 % interval where the metric has a range; null where nothing is scored. */
  metrics: Readonly<
    Record<string, { mean: number; scenarios: number; low: number | null; high: number | null } | null>
  >;
  /** The gate's verdict on it, the one before being the baseline; null for the first. */
  verdict: Pick<GateVerdict, "state" | "line"> | null;
  /** Why it cannot be held against the one before: the line is broken here. */
  break: string | null;
  /** Against the last before it that no gate failed, since small steps add up. */
  last_good: Against | null;
  /** Against the first of its line. */
  first: Against | null;
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

/** Each metric over time with the gate's verdicts: against the one before, the last good one and the first. Holds four at a time, so that hundreds fit. */
export async function makeHistory(dated: readonly Dated[], { gate, metrics }: HistoryOptions): Promise<History> {
  const names = (metrics ?? Object.keys(gate.metrics)).map(canonicalMetric);
  const skipped: Skipped[] = [];
  const rows: HistoryRow[] = [];
  let line = null as Line | null;
  for (const { path, read } of dated) {
    const source = await readOrSkip(read, (reason) => skipped.push({ path, reason }));
    if (source === null) continue;
    const here = { path, source };
    const step = stepOf(line, source, gate);
    rows.push({ ...factsOf(source, path, names), ...step });
    const isGood = step.verdict !== null && GOOD.includes(step.verdict.state);
    line =
      line === null || step.break !== null
        ? { first: here, good: here, before: here }
        : { ...line, good: isGood ? here : line.good, before: here };
  }
  return { metrics: names, rows, skipped };
}

/** Runs that can be compared, so far. */
interface Line {
  first: Placed;
  good: Placed;
  before: Placed;
}

const GOOD: readonly GateVerdict["state"][] = ["passed", "unseen"];

function stepOf(
  line: Line | null,
  source: RunSource,
  gate: GateConfig,
): Pick<HistoryRow, "verdict" | "break" | "last_good" | "first"> {
  if (line === null) return { verdict: null, break: null, last_good: null, first: null };
  const known = new Map<Placed, Held>();
  const held = (earlier: Placed): Held => {
    const found = known.get(earlier) ?? holdAgainst(earlier, source, gate);
    known.set(earlier, found);
    return found;
  };
  const { against, break: broken } = held(line.before);
  if (against === null) return { verdict: null, break: broken, last_good: null, first: null };
  const verdict = { state: against.state, line: against.line };
  return { verdict, break: null, last_good: held(line.good).against, first: held(line.first).against };
}

async function readOrSkip(read: Dated["read"], skip: (reason: string) => void): Promise<RunSource | null> {
  try {
    return await read();
  } catch (error) {
    skip(reasonOf(error));
    return null;
  }
}

function factsOf(
  source: RunSource,
  path: string,
  names: readonly string[],
): Omit<HistoryRow, "verdict" | "break" | "last_good" | "first"> {
  const { kind, provenance, executions } = source;
  const { run_id, created_at, commit } = provenance;
  const of = (metric: string) => {
    const scored = executions.flatMap(({ scenario, scores }) => {
      const value = scores[metric]?.value ?? null;
      return value === null ? [] : [{ scenario, value }];
    });
    const scenarios = [...grouped(scored, ({ scenario }) => scenario).values()];
    const values = scenarios.map((all) => mean(all.map((one) => one.value))!);
    const value = mean(values);
    return value === null ? null : { mean: value, scenarios: values.length, ...intervalOf(metric, source, values) };
  };
  return { path, kind, run_id, created_at, commit, metrics: Object.fromEntries(names.map((name) => [name, of(name)])) };
}

/** Of scores from 0 to 1. */
function intervalOf(metric: string, source: RunSource, values: readonly number[]) {
  const ranged = metric in source.provenance.metrics && metricFacts([metric], [source])[0]!.largest_change === 1;
  const isWithin = values.every((value) => value >= 0 && value <= 1);
  return ranged && isWithin ? boundedMeanInterval(values, { range: { low: 0, high: 1 } }) : { low: null, high: null };
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
