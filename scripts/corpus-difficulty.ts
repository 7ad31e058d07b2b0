/**
 * How hard a corpus is: the mean NDCG@10 of each tool family used alone and plainly (no agent, the question as it
 * stands) on the answerable scenarios, by scenario family. A corpus on which one column wins every row measures nothing.
 *
 *   node --import tsx scripts/corpus-difficulty.ts [--seed 7] [--scale 1] [--folder <corpus>] [--scenario-seeds 1,2,3] [--questions] [--cache <folder>]
 */
import { withScratchFolder } from "../base/whole-folder.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { loadCorpus } from "../import/load.ts";
import { ndcg } from "../measure/metrics/ranking/ndcg.ts";
import { judgeAgainstIds } from "../measure/metrics/ranking.ts";
import { generateScenarios } from "../scenarios/generate.ts";
import { FAMILIES, type Scenario } from "../scenarios/set/schema.ts";
import { argumentsOf } from "./arguments.ts";
import { SINGLE_TOOLS } from "./corpus-difficulty/single-tools.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  seed: { type: "string", default: "7" },
  scale: { type: "string", default: "1" },
  folder: { type: "string" },
  cache: { type: "string" },
  "scenario-seeds": { type: "string", default: "1,2,3" },
  questions: { type: "boolean", default: false },
});
await (flags.cache ? main(flags.cache) : withScratchFolder("difficulty", main));

async function main(cacheDirectory: string): Promise<void> {
  const source = flags.folder
    ? { type: "folder" as const, path: flags.folder }
    : { type: "telecom" as const, seed: Number(flags.seed), scale: Number(flags.scale) };
  const options = substrateOptionsSchema.parse({ cacheDirectory });
  const manifest = await buildSubstrate(await loadCorpus(source), options);
  const substrate = await openSubstrate(manifest.snapshot_hash, options);
  try {
    const scores: { family: string; tool: string; score: number }[] = [];
    for (const seed of flags["scenario-seeds"].split(",").map(Number)) {
      const { scenarios } = await generateScenarios(substrate, { seed });
      for (const scenario of scenarios.filter(({ answerable }) => answerable))
        scores.push(...(await scoreOf(scenario)));
    }
    printTable(scores);
  } finally {
    await substrate.close();
  }

  async function scoreOf(scenario: Scenario): Promise<{ family: string; tool: string; score: number }[]> {
    const rows = [];
    for (const [tool, rank] of Object.entries(SINGLE_TOOLS)) {
      const ranked = await rank(scenario.turns.join("\n"), substrate);
      rows.push({ family: scenario.family, tool, score: ndcg(judgeAgainstIds(ranked, scenario.expected_ids), 10) });
    }
    if (flags.questions)
      console.log(
        `${scenario.family} n=${scenario.expected_ids.length} ${rows.map(({ tool, score }) => `${tool} ${score.toFixed(2)}`).join("  ")}\n  ${scenario.turns.join("\n  ")}`,
      );
    return rows;
  }
}

function printTable(scores: readonly { family: string; tool: string; score: number }[]): void {
  const tools = Object.keys(SINGLE_TOOLS);
  console.log(`| NDCG@10 | n | ${tools.join(" | ")} |\n|---|---|${tools.map(() => "---|").join("")}`);
  for (const family of FAMILIES) {
    const own = scores.filter((row) => row.family === family);
    const means = tools.map((tool) => mean(own.filter((row) => row.tool === tool).map(({ score }) => score)));
    const best = Math.max(...means.map((value) => value ?? 0));
    const cells = means.map((value) =>
      value === null ? "" : value === best ? `**${value.toFixed(2)}**` : value.toFixed(2),
    );
    console.log(`| ${family} | ${own.length / tools.length} | ${cells.join(" | ")} |`);
  }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
