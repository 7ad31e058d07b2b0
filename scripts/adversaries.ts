/**
 * Endpoints that cheat, fail or break the protocol (`test/adversaries/strategies.ts`), each through the whole chain over the default corpus: what
 * became of their executions, and what the headline metrics say. Prints Markdown.
 *
 *   node --import tsx scripts/adversaries.ts [--limit 52] [--workflows keyword_rag,react]
 */
import { parseArgs } from "node:util";
import type { Workflow } from "../agent/contract/contract.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { openServices } from "../harness/run/stages/open-services.ts";
import { generateScenarios } from "../scenarios/generate.ts";
import { type AdversaryResult, runAdversaries } from "../test/adversaries/run-adversaries.ts";
import { tableOf } from "../test/adversaries/table.ts";

const { values } = parseArgs({
  options: { limit: { type: "string", default: "52" }, workflows: { type: "string", default: "keyword_rag,react" } },
});
const config = configSchema.parse({});
const effects = makeEffects({ environment: process.env, log: () => undefined });
const services = openServices({ config, effects, signal: new AbortController().signal });
try {
  const substrate = await services.substrate();
  const { scenarios } = await generateScenarios(substrate, config.scenarios);
  // Spread over the families, which stand in order.
  const step = scenarios.length / Math.min(scenarios.length, Number(values.limit));
  const chosen = Array.from(
    { length: Math.floor(scenarios.length / step) },
    (_, i) => scenarios[Math.floor(i * step)]!,
  );
  const workflows = values.workflows.split(",") as Workflow[];
  const { columns } = tableOf([]);
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  const onResult = (result: AdversaryResult) => console.log(`| ${tableOf([result]).rows[0]!.join(" | ")} |`);
  await runAdversaries({ substrate, scenarios: chosen, workflows, onResult });
} finally {
  await services.close();
}
