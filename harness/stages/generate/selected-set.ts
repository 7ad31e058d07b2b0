import { generateAbstentionSuite } from "../../../scenarios/abstention/generate.ts";
import { generateScenarios } from "../../../scenarios/generate.ts";
import type { ScenarioSet } from "../../../scenarios/schema.ts";
import { selectScenarios } from "../../../scenarios/select.ts";
import { validateScenarioSet } from "../../../scenarios/validate.ts";
import type { Config } from "../../config/schema.ts";
import type { Services } from "../services.ts";

/** The scenarios that a configuration asks for: read from its file, or generated; then cut down by its patterns and limit. */
export async function selectedSet(services: Services, { scenarios }: Config): Promise<ScenarioSet> {
  const set = await wholeSet(services, scenarios);
  return { ...set, scenarios: selectScenarios(set, scenarios.only, scenarios.limit) };
}

async function wholeSet(services: Services, { file, suite, ...options }: Config["scenarios"]): Promise<ScenarioSet> {
  const substrate = await services.substrate();
  if (file !== undefined) return validateScenarioSet(file, substrate);
  if (suite === "abstention") return generateAbstentionSuite(substrate, options);
  return generateScenarios(substrate, options);
}
