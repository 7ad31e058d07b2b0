/**
 * What each rule of the agent's policies is worth: one configuration over the development seed's scenarios with every rule, then without each
 * in turn. NDCG@10 by scenario family, passes, correct abstentions; only what changed is shown for a rule. Prints Markdown.
 *
 *   node --import tsx scripts/policy-ablations.ts [flags of `scopebench run`; default --models explorer --workflows react --knowledge prompt] [--rules coverage,names+references]
 *
 * Rules joined by `+` are left out together: two that say the same serve for each other.
 */
import { Command } from "commander";
import { type PolicyTexts, readPolicies } from "../agent/knowledge/policies.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../harness/cli/flags/config-options.ts";
import { processIo } from "../harness/print/io.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { openServices } from "../harness/run/stages/open-services.ts";
import { generateScenarios } from "../scenarios/generate.ts";
import { FAMILIES, type Scenario } from "../scenarios/set/schema.ts";
import { DEVELOPMENT_SEED } from "../scenarios/set/seeds.ts";
import { type Measurement, measure } from "./measure-agent.ts";
import { rulesOf, withoutRule } from "./policy-ablations/rules.ts";

const io = processIo();
const command = addConfigOptions(new Command()).option(
  "--rules <names>",
  "only these, joined by + where together",
  (text) => text.split(","),
);
const { rules: only, ...flags } = command.parse().opts<ConfigFlags & { rules?: string[] }>();
const config = await configFrom({ models: ["explorer"], workflows: ["react"], knowledge: ["prompt"], ...flags }, io);
const services = openServices({ config, effects: makeEffects({ ...io, log: () => undefined }), signal: io.signal });
const substrate = await services.substrate();
const { scenarios } = await generateScenarios(substrate, { ...config.scenarios, seed: DEVELOPMENT_SEED });
const run = (policies: PolicyTexts) => measure({ config, substrate, policies, signal: io.signal }, scenarios);

const shipped = readPolicies();
const whole = await run(shipped);
console.log(
  `| without | ${FAMILIES.join(" | ")} | all | passed | abstained rightly | calls | sent back |\n|---|${"---:|".repeat(FAMILIES.length + 5)}`,
);
console.log(`| nothing | ${figuresOf(whole).join(" | ")} |`);
const rules = rulesOf(shipped);
for (const names of (only ?? rules.map(({ name }) => name)).map((given) => given.split("+"))) {
  const left = rules.filter(({ name }) => names.includes(name));
  const figures = figuresOf(await run(left.reduce(withoutRule, shipped)));
  console.log(`| ${names.join(", ")} | ${markChanges(figures, figuresOf(whole)).join(" | ")} |`);
}
await services.close();
process.exit();

function figuresOf(all: readonly Measurement[]): string[] {
  const ndcg = (wanted: (scenario: Scenario) => boolean) => {
    const values = all.flatMap(({ scenario, ndcg: value }) => (value !== null && wanted(scenario) ? [value] : []));
    return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
  };
  const count = (wanted: (one: Measurement) => boolean) => String(all.filter(wanted).length);
  return [
    ...FAMILIES.map((family) => ndcg((scenario) => scenario.family === family)),
    ndcg(() => true),
    count(({ passed }) => passed),
    count(({ scenario, abstained }) => !scenario.answerable && abstained),
    String(all.reduce((sum, { toolCalls }) => sum + toolCalls, 0)),
    String(all.reduce((sum, { sentBack }) => sum + sentBack, 0)),
  ];
}

/** Changed figures in bold, the rest as a dot, so that what a rule serves stands out. */
function markChanges(figures: readonly string[], before: readonly string[]): string[] {
  return figures.map((figure, index) => (figure === before[index] ? "·" : `**${figure}**`));
}
