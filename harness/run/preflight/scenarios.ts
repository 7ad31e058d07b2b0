import { TOOLS } from "../../../agent/tools/registry.ts";
import type { Environment } from "../../../base/environment.ts";
import { UserError } from "../../../base/user-error.ts";
import type { DataRedactor } from "../../../import/redaction/redactor.ts";
import { scenarioId } from "../../../scenarios/finish.ts";
import { checkPatterns } from "../../../scenarios/select.ts";
import { checkScenarioFile, toolsExpected } from "../../../scenarios/validate.ts";
import type { Config } from "../../record/config/schema.ts";
import { redactorOf } from "../../record/config/to-redactor.ts";

/** The file fits its format, and what is selected can be in it. A set that is yet to be generated has at most `total`. */
export async function checkScenarios(config: Config, environment: Environment): Promise<void> {
  const { scenarios } = config;
  const redactor = scenarios.file === undefined ? null : await redactorOf(config, environment);
  checkPatterns(scenarios.only, await scenarioIds(scenarios, redactor));
  if (scenarios.file !== undefined && config.external_agents.length === 0) await checkExpectedTools(scenarios.file);
}

/** Agents of others have tools of their own. */
async function checkExpectedTools(file: string): Promise<void> {
  const unknown = (await toolsExpected(file)).filter((name) => !Object.hasOwn(TOOLS, name));
  if (unknown.length === 0) return;
  throw new UserError("scenarios", `${file} expects tools that there are not`, {
    problems: unknown.map((name) => `routing.tools: ${name}`),
    hint: `there are: ${Object.keys(TOOLS).join(", ")}`,
  });
}

/** How many will be asked; of a set that is yet to be generated, at most its total. */
export async function selectedScenarios(scenarios: Config["scenarios"]): Promise<number> {
  const ids = await scenarioIds(scenarios);
  const tests = checkPatterns(scenarios.only, ids);
  const selected = ids.filter((id) => tests.length === 0 || tests.some((matches) => matches.test(id))).length;
  return Math.min(selected, scenarios.limit ?? selected);
}

async function scenarioIds(
  { file, total }: Config["scenarios"],
  redactor: DataRedactor | null = null,
): Promise<string[]> {
  if (file !== undefined) return checkScenarioFile(file, redactor);
  return Array.from({ length: total }, (_, index) => scenarioId(index));
}
