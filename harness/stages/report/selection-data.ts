import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { executionName } from "../../domain/names.ts";
import { runPath } from "../../run-directory/paths.ts";
import { readTimes } from "../../run-directory/times.ts";
import type { RunFacts } from "../../selection/pack.ts";
import type { Site } from "./read-site.ts";

/** What the pages compute from when filters are set. A run that was scored by an older version has none, and its pages say so. */
export async function writeSelectionData({ runDirectory, config, results }: Site, folder: string): Promise<void> {
  const scored = runPath(runDirectory, "scored");
  if (!existsSync(scored)) return;
  const times = new Map((await readTimes(runDirectory)).map(({ name, durationMs }) => [name, durationMs]));
  const durations = results.scores.map((record) => times.get(executionName(record)) ?? null);
  await cp(scored, join(folder, "selection.jsonl"));
  const facts: RunFacts = { config, durations };
  await writeFile(join(folder, "run-facts.json"), JSON.stringify(facts));
}
