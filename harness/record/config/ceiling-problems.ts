import { judgingModels } from "./judges.ts";
import type { Config } from "./schema.ts";

/** What of the ceilings could not be kept, since what is spent would not be known. */
export function ceilingProblems(config: Pick<Config, "ceilings" | "models" | "external_agents" | "judges">): string[] {
  const { max_cost_usd: cost, max_tokens: tokens } = config.ceilings ?? {};
  const models = config.models.filter(({ provider }) => provider !== "policy");
  const asked = [...models, ...judgingModels(config.judges)];
  const unpriced = asked.filter(({ price }) => price === undefined).map(({ model }) => model);
  const agents = config.external_agents;
  const silent = agents.filter(({ reports }) => !reports.includes("usage"));
  const pricing = "expected a price, in its entry or under prices; or max_tokens, max_hours in this one's place";
  return [
    ...(cost === undefined ? [] : [...new Set(unpriced)].map((model) => `max_cost_usd: ${model}: ${pricing}`)),
    ...(cost === undefined ? [] : agents.map(({ name }) => `max_cost_usd: ${name} has no price; max_hours holds it`)),
    ...(tokens === undefined
      ? []
      : silent.map(
          ({ name }) => `max_tokens: ${name} does not report its usage (reports: [usage]); max_hours holds it`,
        )),
  ];
}
