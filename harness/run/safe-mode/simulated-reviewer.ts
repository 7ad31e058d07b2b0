import type { CallReviewer } from "../../../agent/contract/contract.ts";
import { reviewedTools } from "../../../assistant/service/safe-mode.ts";
import { makeRandom } from "../../../base/random.ts";
import { UserError } from "../../../base/user-error.ts";
import { type SafeModeConfig, SIMULATED } from "../../record/config/safe-mode-schema.ts";

/**
 * Decides by rules and by chance, from the call and the execution's seed alone: not from what was decided before, so that executors at work
 * at once change nothing.
 */
export function makeSimulatedReviewer(config: SafeModeConfig, seed: number): CallReviewer {
  const { reject, message, rules } = config;
  return {
    reviewed: toolsOf(config),
    decide({ name, args }) {
      const given = JSON.stringify(args);
      const rule = rules.find(({ tool = name, contains = "" }) => tool === name && given.includes(contains));
      const why = rule?.message ?? (makeRandom(seed, "review", name, given)() < reject ? message : null);
      const decided = { by: SIMULATED, waitedMs: 0 };
      return why === null ? { decision: "approve", ...decided } : { decision: "reject", message: why, ...decided };
    },
  };
}

/** @throws UserError `config` for a tool that the agent does not have */
export function toolsOf({ tools, rules }: SafeModeConfig): ReadonlySet<string> {
  try {
    reviewedTools(rules.flatMap(({ tool }) => tool ?? []));
    return reviewedTools(tools ?? true);
  } catch (cause) {
    throw new UserError("config", (cause as Error).message, { cause });
  }
}
