import { readFile, rm } from "node:fs/promises";
import { writeFileAtomic } from "../../../base/atomic.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { withWriting } from "../../record/run-directory/record-files.ts";
import type { MetricComparison } from "../../results/compare/metric-comparison.ts";
import type { RulePower } from "../../results/compare/power.ts";
import type { GatedComparison } from "../../results/compare/verdict.ts";

/** What the page Compare shows: the run as candidate, held against a baseline by the gate. */
export interface RunComparison {
  report: GatedComparison;
  /** Why the gate's rules could not be held against them, and what to do; null where they were. */
  no_gate: string | null;
  /** Executions of the baseline that this report holds, of questions that changed. */
  baseline_executions: readonly string[];
  /** What the tests of the gate's rules could have seen; [] without a gate. */
  power: readonly RulePower[];
  /** As `compare --gate --by` prints them, a family of tests each. */
  groups: { configuration: readonly MetricComparison[]; family: readonly MetricComparison[] };
}

/** `comparison.json`: with the scores of this run that it is about. */
interface StoredComparison extends RunComparison {
  scores: string;
}

/** Keeps a comparison for the run's report; null removes the one that was there. */
export async function storeComparison(
  runDirectory: string,
  manifest: Manifest,
  comparison: RunComparison | null,
): Promise<void> {
  const path = runPath(runDirectory, "comparison");
  const stored: StoredComparison | null = comparison && { scores: scoresOf(manifest), ...comparison };
  await withWriting(runDirectory, [RUN_PATHS.comparison], () =>
    stored === null ? rm(path, { force: true }) : writeFileAtomic(path, `${JSON.stringify(stored, null, 2)}\n`),
  );
}

/** The stored comparison; null without one, when the run was scored anew since, or where an older version made it, without a verdict. */
export async function readComparison(runDirectory: string, manifest: Manifest): Promise<RunComparison | null> {
  try {
    const text = await readFile(runPath(runDirectory, "comparison"), "utf8");
    const { scores, ...comparison } = JSON.parse(text) as StoredComparison;
    return scores === scoresOf(manifest) && "report" in comparison ? comparison : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function scoresOf({ stages }: Manifest): string {
  return stages.score?.outputs[RUN_PATHS.metrics] ?? "";
}
