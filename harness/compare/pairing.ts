import type { Side, SideExecution } from "./sides/side.ts";
import { tallied } from "./tallied.ts";

/** The same execution on both sides. */
export interface Pair {
  baseline: SideExecution;
  candidate: SideExecution;
}

export interface Pairing {
  pairs: readonly Pair[];
  /** Executions that either side expects. */
  expected: number;
  /** Why the rest is not compared: reason -> executions. */
  excluded: Readonly<Record<string, number>>;
}

/**
 * Pairs by scenario, configuration and repeat. A scenario of which the question or the truth changed is another scenario,
 * whatever its id; what did not run on a side has no pair.
 */
export function pairExecutions(baseline: Side, candidate: Side): Pairing {
  const others = new Map(candidate.executions.map((execution) => [execution.name, execution]));
  const known = new Set(baseline.executions.map(({ name }) => name));
  const sameTask = (id: string) => baseline.provenance.scenarios[id] === candidate.provenance.scenarios[id];
  const pairs: Pair[] = [];
  const excluded = candidate.executions.filter(({ name }) => !known.has(name)).map(() => "only in the candidate");
  for (const execution of baseline.executions) {
    const other = others.get(execution.name);
    if (!other) excluded.push("only in the baseline");
    else if (!sameTask(execution.scenario)) excluded.push("scenario changed");
    else if (execution.outcome === "missing") excluded.push("not executed in the baseline");
    else if (other.outcome === "missing") excluded.push("not executed in the candidate");
    else pairs.push({ baseline: execution, candidate: other });
  }
  return { pairs, expected: pairs.length + excluded.length, excluded: tallied(excluded) };
}
