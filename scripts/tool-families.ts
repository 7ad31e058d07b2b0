/**
 * Which tool family serves which scenario family: mean NDCG@10 over the answerable scenarios with each tool family alone
 * and with each switched off, for one configuration. Prints Markdown. The `artifact` tools stay on throughout: they read
 * result files and retrieve nothing.
 *
 *   node --import tsx scripts/tool-families.ts [flags of `scopebench run`; default --models explorer --workflows react --knowledge prompt]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { TOOL_FAMILIES, type ToolFamily } from "../agent/contract.ts";
import { readJsonLines } from "../db/base/json-lines.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../harness/cli/config-options.ts";
import { processIo } from "../harness/cli/io.ts";
import type { Config } from "../harness/config/schema.ts";
import type { StageName } from "../harness/dag/stage.ts";
import type { ScoreRecord } from "../harness/domain/records.ts";
import { createRun } from "../harness/run-directory/create.ts";
import { runPath } from "../harness/run-directory/paths.ts";
import { makeEffects, runSession } from "../harness/session.ts";
import { FAMILIES } from "../scenarios/schema.ts";

const STAGES: StageName[] = [
  "generate",
  "execute",
  "extract",
  "judge",
  "calibrate",
  "meta-judge",
  "baselines",
  "score",
];
const RETRIEVING = TOOL_FAMILIES.filter((family) => family !== "artifact");
const DEFAULTS: ConfigFlags = { models: ["explorer"], workflows: ["react"], knowledge: ["prompt"] };

const io = processIo();
const flags = addConfigOptions(new Command()).parse().opts<ConfigFlags>();
const folder = await mkdtemp(join(tmpdir(), "scopebench-families-"));
const config = { ...(await configFrom({ ...DEFAULTS, ...flags }, io)), baselines: [], runs_dir: folder };

const all = await meansBy(config, [...TOOL_FAMILIES]);
console.log(`| tools | ${FAMILIES.join(" | ")} | all |\n|---|${"---:|".repeat(FAMILIES.length + 1)}`);
console.log(row("all families", all));
for (const family of RETRIEVING) console.log(row(`${family} alone`, await meansBy(config, [family, "artifact"])));
for (const family of RETRIEVING)
  console.log(
    row(
      `without ${family}`,
      await meansBy(
        config,
        TOOL_FAMILIES.filter((other) => other !== family),
      ),
    ),
  );
await rm(folder, { recursive: true, force: true });
process.exit();

/** Mean NDCG@10 by scenario family, and over all, of one run with these tools. */
async function meansBy(base: Config, families: ToolFamily[]): Promise<Map<string, number>> {
  const options = { ...base, tool_families: families };
  const effects = makeEffects({ ...io, log: () => undefined });
  const runDirectory = await createRun(options, effects);
  await runSession({
    runDirectory,
    config: options,
    effects,
    signal: io.signal,
    listen: () => undefined,
    only: STAGES,
  });
  const records = await readJsonLines<ScoreRecord>(runPath(runDirectory, "scores"));
  const scored = records.flatMap(({ family, scores: { "ndcg@10": score } }) =>
    score && score.value !== null ? [{ family, value: score.value }] : [],
  );
  const groups = [...FAMILIES, "all"].map(
    (name) => [name, scored.filter(({ family }) => name === "all" || family === name)] as const,
  );
  return new Map(
    groups.map(([name, entries]) => [name, entries.reduce((sum, entry) => sum + entry.value, 0) / entries.length]),
  );
}

function row(title: string, means: ReadonlyMap<string, number>): string {
  return `| ${title} | ${[...FAMILIES, "all"].map((name) => (means.get(name) ?? Number.NaN).toFixed(2)).join(" | ")} |`;
}
