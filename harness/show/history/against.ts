import { UserError } from "../../../base/user-error.ts";
import type { GateConfig } from "../../record/config/gate-schema.ts";
import { runComparison } from "../../results/compare/request.ts";
import type { RunSource } from "../../results/compare/sources/run-source.ts";
import { type GateVerdict, verdictOf } from "../../results/compare/verdict.ts";

/** What a run changed against an earlier one. */
export interface Against extends Pick<GateVerdict, "state" | "line"> {
  path: string;
  /** Mean change over the scenarios that both have a score for, with the interval of the gate's test. */
  metrics: Readonly<Record<string, { difference: number; low: number | null; high: number | null }>>;
}

/** Or why the two cannot be compared. */
export type Held = { against: Against; break: null } | { against: null; break: string };

export interface Placed {
  path: string;
  source: RunSource;
}

export function holdAgainst(earlier: Placed, source: RunSource, config: GateConfig): Held {
  try {
    const asked = { metrics: null, allow: [], config, gate: true };
    const result = runComparison({ baseline: earlier.source, candidate: source, ...asked });
    const { refusals, metrics } = result.comparison;
    if (refusals.length > 0) return { against: null, break: refusals.map(({ problem }) => problem).join("; ") };
    const { state: decided, line } = verdictOf({ ...result, candidate_run: null });
    // What only a setting fails is no good run either.
    const state = result.gate?.exit_code === 3 ? "failed" : decided;
    const changes = metrics.flatMap(({ metric, difference, low, high }) =>
      difference === null ? [] : [[metric, { difference, low, high }] as const],
    );
    return { against: { path: earlier.path, state, line, metrics: Object.fromEntries(changes) }, break: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { against: null, break: error.message };
  }
}
