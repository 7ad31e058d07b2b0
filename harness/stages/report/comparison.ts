import { readFile, rm } from "node:fs/promises";
import type { Comparison } from "../../compare/compare.ts";
import { withTodaysComparisonNames } from "../../config/old-words.ts";
import { writeFileAtomic } from "../../run-directory/atomic.ts";
import type { Manifest } from "../../run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "../../run-directory/paths.ts";
import { recordFiles } from "../../run-directory/record-files.ts";
import type { CompareData } from "./site-data.ts";

/** `comparison.json`: what the page Compare shows, and the scores of this run that it is about. */
interface StoredComparison {
  scores: string;
  comparison: Comparison;
}

/** Keeps a comparison of the run as candidate for its report; null removes the one that was there. */
export async function storeComparison(
  runDirectory: string,
  manifest: Manifest,
  comparison: Comparison | null,
): Promise<void> {
  const path = runPath(runDirectory, "comparison");
  const stored: StoredComparison | null = comparison && { scores: scoresOf(manifest), comparison };
  if (stored === null) await rm(path, { force: true });
  else await writeFileAtomic(path, `${JSON.stringify(stored, null, 2)}\n`);
  await recordFiles(runDirectory, [RUN_PATHS.comparison]);
}

/** The stored comparison; null without one, or when the run was scored anew since. */
export async function readComparison(runDirectory: string, manifest: Manifest): Promise<CompareData> {
  try {
    const text = await readFile(runPath(runDirectory, "comparison"), "utf8");
    const stored = withTodaysComparisonNames(JSON.parse(text)) as StoredComparison;
    return stored.scores === scoresOf(manifest) ? stored.comparison : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function scoresOf({ stages }: Manifest): string {
  return stages.score?.outputs[RUN_PATHS.metrics] ?? "";
}
