import type { TokenUsage } from "../../../../agent/contract/contract.ts";
import type { Spending } from "../../../dag/ceilings/ceilings.ts";
import { costOf } from "../../../record/config/cost.ts";
import type { Config } from "../../../record/config/schema.ts";

/** What an execution took; a system that does not report it took nothing that is known. */
export function spendingOf(
  usage: TokenUsage | undefined,
  { config, model }: { config: Config; model: string },
): Pick<Spending, "tokens" | "costUsd"> {
  if (!usage) return { tokens: 0, costUsd: null };
  return { tokens: usage.input + usage.output, costUsd: costOf(config, model, usage) };
}
