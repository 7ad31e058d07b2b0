/**
 * What a generated set asks, as docs/method/scenarios.md tells it: kinds, sizes, entities, routes, notes; and scenarios drawn by lot, in full.
 *
 *   node --import tsx scripts/scenario-figures.ts [--folder <corpus>] [--seed default|development|<n>] [--draw 10] [--cache <folder>]
 */
import { stringify } from "yaml";
import { makeRandom, shuffle } from "../base/random.ts";
import { compareText } from "../base/text-order.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { loadCorpus } from "../import/load.ts";
import { generateScenarios } from "../scenarios/generate.ts";
import { FAMILIES, type Scenario, type ScenarioSet } from "../scenarios/set/schema.ts";
import { DEFAULT_SEED, DEVELOPMENT_SEED } from "../scenarios/set/seeds.ts";
import { argumentsOf } from "./arguments.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  folder: { type: "string" },
  seed: { type: "string", default: "development" },
  draw: { type: "string", default: "0" },
  cache: { type: "string" },
});
const NAMED: Readonly<Record<string, number>> = { default: DEFAULT_SEED, development: DEVELOPMENT_SEED };
const seed = NAMED[flags.seed] ?? Number(flags.seed);
await (flags.cache ? main(flags.cache) : withScratchFolder("scenario-figures", main));

async function main(cacheDirectory: string): Promise<void> {
  const source = flags.folder
    ? { type: "folder" as const, path: flags.folder }
    : { type: "telecom" as const, seed: 7, scale: 1 };
  const options = substrateOptionsSchema.parse({ cacheDirectory });
  const manifest = await buildSubstrate(await loadCorpus(source), options);
  const substrate = await openSubstrate(manifest.snapshot_hash, options);
  try {
    const set = await generateScenarios(substrate, { seed });
    console.log(figuresOf(set).join("\n"));
    const drawn = shuffle(makeRandom("drawn by lot", seed), set.scenarios).slice(0, Number(flags.draw));
    for (const scenario of drawn)
      console.log(`\n\`\`\`yaml\n${stringify(scenario, { lineWidth: 0 }).trimEnd()}\n\`\`\``);
  } finally {
    await substrate.close();
  }
}

function figuresOf({ corpus, scenarios, notes }: ScenarioSet): string[] {
  const answerable = scenarios.filter((scenario) => scenario.answerable);
  const entities = scenarios.flatMap((scenario) =>
    scenario.expected_entities.map((entity) => isSaid(entity, scenario)),
  );
  const sizes = answerable.map(({ expected_ids }) => expected_ids.length).sort((a, b) => a - b);
  return [
    `${corpus}, seed ${seed}: ${scenarios.length} scenarios, ${answerable.length} answerable`,
    ...FAMILIES.map((family) => `${family}: ${kindsOf(scenarios.filter((scenario) => scenario.family === family))}`),
    `test cases of a truth: ${sizes.join(" ")}`,
    `entities: ${entities.length} in ${answerable.filter(({ expected_entities }) => expected_entities.length > 0).length} scenarios, ${entities.filter(Boolean).length} of them in the question`,
    `truths by two routes: ${scenarios.filter(({ derivation }) => derivation?.validated).length}; entities likewise: ${scenarios.filter(({ derivation }) => derivation?.entities).length}`,
    ...notes.map((note) => `note: ${note}`),
  ];
}

function isSaid(entity: string, { turns }: Scenario): boolean {
  return turns.join("\n").toLowerCase().includes(entity.toLowerCase());
}

function kindsOf(scenarios: readonly Scenario[]): string {
  const counts = new Map<string, number>();
  for (const { template = "" } of scenarios) counts.set(template, (counts.get(template) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => compareText(a, b))
    .map(([kind, count]) => (count === 1 ? kind : `${kind} ${count}`))
    .join(", ");
}
