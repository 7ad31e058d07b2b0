import { parseArgs } from "node:util";
import type { Workflow } from "../agent/contract/contract.ts";
import type { Substrate } from "../db/ports/ports.ts";
import { type Config, configSchema } from "../harness/record/config/schema.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { openServices } from "../harness/run/stages/open-services.ts";
import { generateScenarios } from "../scenarios/generate.ts";
import type { Scenario } from "../scenarios/set/schema.ts";

const DEFAULT_TOTAL = configSchema.parse({}).scenarios.total;

/** What adversaries are run over. */
interface Opened {
  config: Config;
  substrate: Substrate;
  scenarios: readonly Scenario[];
  /** As many of them as were asked for. */
  chosen: readonly Scenario[];
  workflows: readonly Workflow[];
}

/** The same for the flags `--total` (scenarios generated), `--limit` (of them run) and `--workflows`. */
export async function withDefaultCorpus(
  usual: { total?: number; limit?: number; workflows: string },
  use: (opened: Opened) => Promise<void>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      total: { type: "string", default: String(usual.total ?? DEFAULT_TOTAL) },
      limit: { type: "string", default: String(usual.limit ?? Number.MAX_SAFE_INTEGER) },
      workflows: { type: "string", default: usual.workflows },
    },
  });
  await withDefaultScenarios(async (opened) => {
    const workflows = values.workflows.split(",") as Workflow[];
    await use({ ...opened, chosen: spread(opened.scenarios, Number(values.limit)), workflows });
  }, Number(values.total));
}

/** Opens the default corpus, and closes it after use. */
export async function withDefaultScenarios(
  use: (opened: Pick<Opened, "config" | "substrate" | "scenarios">) => Promise<void>,
  total = DEFAULT_TOTAL,
): Promise<void> {
  const config = configSchema.parse({ scenarios: { total } });
  const effects = makeEffects({ environment: process.env, log: () => undefined });
  const services = openServices({ config, effects, signal: new AbortController().signal });
  try {
    const substrate = await services.substrate();
    const { scenarios } = await generateScenarios(substrate, config.scenarios);
    await use({ config, substrate, scenarios });
  } finally {
    await services.close();
  }
}

/** Spread over the families, which stand in order. */
export function spread(scenarios: readonly Scenario[], limit: number): Scenario[] {
  const step = scenarios.length / Math.min(scenarios.length, limit);
  return Array.from({ length: Math.floor(scenarios.length / step) }, (_, i) => scenarios[Math.floor(i * step)]!);
}
