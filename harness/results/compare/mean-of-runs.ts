import { UserError } from "../../../base/user-error.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import type { GateConfig } from "../../record/config/gate-schema.ts";
import { findRefusals } from "./comparable.ts";
import { pairExecutions } from "./pairing.ts";
import type { ScoredRun } from "./sources/read-run.ts";
import { roundScore } from "./sources/run-source.ts";

/**
 * Runs of one system as one: each score is the mean over those that have it, so that no run's luck is the baseline's. What the first run has
 * no execution of is in none. @throws UserError `not-comparable` where two of the runs could not be compared, `usage` for one named twice
 */
export function meanOfRuns(runs: readonly ScoredRun[], { coverage }: Pick<GateConfig, "coverage">): ScoredRun {
  const [first, ...others] = runs as [ScoredRun, ...ScoredRun[]];
  const ids = runs.map(({ provenance }) => provenance.run_id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length > 0)
    throw new UserError("usage", "a run counts once in a baseline", {
      problems: twice.map((id) => `${id} is named twice`),
      hint: "name runs that were made apart",
    });
  const metrics = Object.keys(first.provenance.metrics);
  const problems = others.flatMap((candidate) =>
    findRefusals({ baseline: first, candidate, pairing: pairExecutions(first, candidate), metrics, coverage }).map(
      ({ problem }) => `${candidate.label}: ${problem}`,
    ),
  );
  if (problems.length > 0)
    throw new UserError("not-comparable", "these are no runs of one system", {
      problems,
      hint: "a baseline of several runs takes runs of one commit, one configuration and one set of scenarios",
    });
  const known = others.map(({ executions }) => new Map(executions.map((execution) => [execution.name, execution])));
  const { provenance } = first;
  const average = (of: (run: ScoredRun) => number | null) => {
    const values = runs.map(of);
    return values.includes(null) ? null : mean(values as number[]);
  };
  return {
    ...first,
    executions: first.executions.map((execution) => {
      const same = [execution, ...known.flatMap((run) => run.get(execution.name) ?? [])];
      const scores = Object.entries(execution.scores).map(([metric, score]) => {
        const value = mean(same.flatMap(({ scores: own }) => own[metric]?.value ?? []));
        return [metric, value === null ? score : roundScore({ value })];
      });
      return { ...execution, scores: Object.fromEntries(scores) };
    }),
    provenance: {
      ...provenance,
      ...{ run_id: ids.join("+"), runs: ids },
      cost_usd: average((run) => run.provenance.cost_usd),
      latency_median_s: average((run) => run.provenance.latency_median_s),
      latency_p95_s: average((run) => run.provenance.latency_p95_s),
    },
  };
}
