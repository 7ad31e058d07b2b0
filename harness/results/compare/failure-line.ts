import type { Io } from "../../print/io.ts";
import { type OpenedRun, openRun } from "../../record/run-directory/open-run.ts";
import { compareFailures, type FailureSide } from "../failures/compare-failures.ts";
import { DEFAULT_RULES } from "../failures/failed-by.ts";
import { ledgerPath, readLedgerOrSay } from "../failures/ledger.ts";
import { readFailures } from "../failures/read-failures.ts";
import { sayFailureChange } from "../failures/say-change.ts";
import type { GatedComparison } from "./verdict.ts";

/** What became of failures, for who reads Markdown; null where they are not of two runs that can be compared. Reads every trace that failed. */
export async function failureLine(
  { comparison }: GatedComparison,
  { baseline, candidate }: { baseline: string; candidate: string },
  { runsDir, io }: { runsDir: string | undefined; io: Io },
): Promise<string | null> {
  if (comparison.refusals.length > 0 || comparison.baseline.kind !== "run" || comparison.candidate.kind !== "run")
    return null;
  const [before, after] = await Promise.all([baseline, candidate].map((name) => openRun(name, { io, runsDir })));
  return sayFailureChange(
    compareFailures(
      { baseline: await failureSide(before!), candidate: await failureSide(after!) },
      await readLedgerOrSay(ledgerPath(after!.runDirectory), (message) => io.error(`${message}\n`)),
    ),
  );
}

async function failureSide(run: OpenedRun): Promise<FailureSide> {
  return { run: run.manifest.run_id, found: await readFailures(run, { filters: {}, rules: DEFAULT_RULES }) };
}
