import type { AgentRun } from "../../../../agent/contract/contract.ts";
import { type FailureReason, failureReason } from "../../../../agent/contract/failure-reasons.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { StageContext } from "../../../dag/stage.ts";
import { countReasons, type ReasonCounts } from "../../../record/domain/ending.ts";
import { executionName } from "../../../record/domain/names.ts";
import type { ExecutionKey } from "../../../record/domain/records.ts";

/** Counts the executions that a lost server ended: they are no results, and so many in a row stop the run. */
export interface LossCount {
  /** Aborted with the run's own signal. */
  readonly signal: AbortSignal;
  /** @throws UserError `environment` at the last of too many in a row; the signal is then aborted with it */
  count(key: ExecutionKey, run: AgentRun): void;
  total(): number;
  reasons(): ReasonCounts;
}

export function makeLossCount({
  config,
  effects,
  signal,
}: Pick<StageContext, "config" | "effects" | "signal">): LossCount {
  const stop = new AbortController();
  const { stop_after: most } = config.outages;
  let inARow = 0;
  const reasons: FailureReason[] = [];
  return {
    signal: AbortSignal.any([signal, stop.signal]),
    total: () => reasons.length,
    reasons: () => countReasons(reasons),
    count(key, { outcome, error, turns }) {
      inARow = outcome === "infrastructure" ? inARow + 1 : 0;
      if (inARow === 0) return;
      const ended = error ?? turns.find((turn) => turn.error)?.error;
      const reason = failureReason(outcome, ended) ?? "unknown";
      reasons.push(reason);
      const said = ended?.message ?? "no server answered";
      effects.log(`${executionName(key)} ended without a result, as infrastructure (${reason}): ${said}`);
      if (inARow < most) return;
      const failure = new UserError(
        "environment",
        `${most} executions in a row ended without a result (${reason}): ${said}`,
        {
          hint: "nothing of them is scored; when the server answers, `scopebench resume` runs them again and goes on (outages.stop_after, outages.wait_s)",
        },
      );
      stop.abort(failure);
      throw failure;
    },
  };
}
