import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { writeFile } from "../../../base/write-file.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import type { RunFacts } from "../../results/columns/pack.ts";
import { besideTimes, readTimes } from "../../results/metrics/times.ts";
import type { Site } from "./read-site.ts";

/** What the pages compute from when filters are set. A run that was scored by an older version has none, and its pages say so. */
export async function writeSelectionData({ runDirectory, config, results }: Site, folder: string): Promise<void> {
  const scored = runPath(runDirectory, "scored");
  if (!existsSync(scored)) return;
  const durations: (number | null)[] = [];
  for await (const { time } of besideTimes(results.scores, readTimes(runDirectory)))
    durations.push(time?.durationMs ?? null);
  await cp(scored, join(folder, "selection.jsonl"));
  const facts: RunFacts = { config, durations };
  await writeFile(join(folder, "run-facts.json"), JSON.stringify(facts));
}
