/**
 * Which tool family serves which scenario family: mean NDCG@10 over the answerable scenarios with each tool family alone
 * and with each switched off, for one configuration. Prints Markdown. The `artifact` tools stay on throughout: they read
 * result files and retrieve nothing.
 *
 *   node --import tsx scripts/tool-families.ts [flags of `scopebench run`; default --models explorer --workflows react --knowledge prompt]
 */
import { Command } from "commander";
import { TOOL_FAMILIES, type ToolFamily } from "../agent/contract/contract.ts";
import { readPolicies } from "../agent/knowledge/policies.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../harness/cli/flags/config-options.ts";
import { processIo } from "../harness/print/io.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { openServices } from "../harness/run/stages/open-services.ts";
import { generateScenarios } from "../scenarios/generate.ts";
import { FAMILIES } from "../scenarios/set/schema.ts";
import { measure } from "./measure-agent.ts";

const RETRIEVING = TOOL_FAMILIES.filter((family) => family !== "artifact");
const DEFAULTS: ConfigFlags = { models: ["explorer"], workflows: ["react"], knowledge: ["prompt"] };

const io = processIo();
const flags = addConfigOptions(new Command()).parse().opts<ConfigFlags>();
const config = await configFrom({ ...DEFAULTS, ...flags }, io);
const services = openServices({ config, effects: makeEffects({ ...io, log: () => undefined }), signal: io.signal });
const substrate = await services.substrate();
const { scenarios } = await generateScenarios(substrate, config.scenarios);

console.log(`| tools | ${FAMILIES.join(" | ")} | all |\n|---|${"---:|".repeat(FAMILIES.length + 1)}`);
await printRow("all families", [...TOOL_FAMILIES]);
for (const family of RETRIEVING) await printRow(`${family} alone`, [family, "artifact"]);
for (const family of RETRIEVING)
  await printRow(
    `without ${family}`,
    TOOL_FAMILIES.filter((other) => other !== family),
  );
await services.close();
process.exit();

/** Mean NDCG@10 by scenario family, and over all, with these tools. */
async function printRow(title: string, families: ToolFamily[]): Promise<void> {
  const setting = { config: { ...config, tool_families: families }, substrate, policies: readPolicies() };
  const measured = await measure({ ...setting, signal: io.signal }, scenarios);
  const cells = [...FAMILIES, "all"].map((name) => {
    const values = measured.flatMap(({ scenario, ndcg }) =>
      ndcg !== null && (name === "all" || scenario.family === name) ? [ndcg] : [],
    );
    return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
  });
  console.log(`| ${title} | ${cells.join(" | ")} |`);
}
