import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { countExecutions, factorialOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { selectedScenarios } from "../preflight/scenarios.ts";
import { estimate } from "./estimate.ts";

/** Configurations beyond which nobody meant it, unless the file says so. */
const MOST = 500;

/** What a run of more configurations than are agreed to would be, in words; null for others. */
export async function beyondAgreedSize(config: Config): Promise<string | null> {
  const most = config.design?.max ?? MOST;
  const found = factorialOf(config).length;
  if (found <= most) return null;
  const scenarios = await selectedScenarios(config.scenarios);
  const executions = countOf(countExecutions(config, scenarios), "execution");
  const costs = estimate(config, scenarios).map(({ cost }) => cost);
  const known = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const price = costs.includes(null) ? "at a price that is not known" : `about $${known.toFixed(2)}`;
  return `${countOf(found, "configuration")}, more than ${most}: ${executions}, ${price}`;
}

/** @throws UserError `config` where a run would have more configurations than are agreed to, with what they would take */
export async function requireAgreedSize(config: Config): Promise<void> {
  const beyond = await beyondAgreedSize(config);
  if (beyond === null) return;
  throw new UserError("config", beyond, {
    hint: "leave levels out (--levels), choose design.list or design.one_at_a_time, or raise design.max; scopebench runs plan says what each factor adds",
  });
}
