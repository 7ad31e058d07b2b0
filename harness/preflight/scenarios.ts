import { scenarioId } from "../../scenarios/finish.ts";
import { checkPatterns } from "../../scenarios/select.ts";
import { checkScenarioFile } from "../../scenarios/validate.ts";
import type { Config } from "../config/schema.ts";

/** The file fits its format, and what is selected can be in it. A set that is yet to be generated has at most `total`. */
export async function checkScenarios(scenarios: Config["scenarios"]): Promise<void> {
  checkPatterns(scenarios.only, await scenarioIds(scenarios));
}

/** How many will be asked; of a set that is yet to be generated, at most its total. */
export async function selectedScenarios(scenarios: Config["scenarios"]): Promise<number> {
  const ids = await scenarioIds(scenarios);
  const tests = checkPatterns(scenarios.only, ids);
  const selected = ids.filter((id) => tests.length === 0 || tests.some((matches) => matches.test(id))).length;
  return Math.min(selected, scenarios.limit ?? selected);
}

async function scenarioIds({ file, total }: Config["scenarios"]): Promise<string[]> {
  return file === undefined ? Array.from({ length: total }, (_, index) => scenarioId(index)) : checkScenarioFile(file);
}
