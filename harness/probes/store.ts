import { mkdir } from "node:fs/promises";
import { z } from "zod";
import { appendJsonLine, readJsonLines, repairJsonLines } from "../../base/json-lines.ts";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { UserError } from "../../base/user-error.ts";
import { type ProbeReading, probeReadingSchema } from "../domain/records.ts";
import { writeFileAtomic } from "../run-directory/atomic.ts";
import { runPath } from "../run-directory/paths.ts";

export const PROBED_ROLES = ["primary", "calibration"] as const;
export type ProbedRole = (typeof PROBED_ROLES)[number];

/** `verdicts_probes/<role>.jsonl`: the readings of one judge. */
function pathOf(runDirectory: string, role: ProbedRole): string {
  return runPath(runDirectory, "probes", `${role}.jsonl`);
}

/** [] where the judge was not probed. @throws UserError `run-directory` for damaged records. */
export async function readReadings(runDirectory: string, role: ProbedRole): Promise<ProbeReading[]> {
  const path = pathOf(runDirectory, role);
  const parsed = parsePlainly(z.array(probeReadingSchema), await readJsonLines<unknown>(path));
  if (parsed.success) return parsed.data;
  throw new UserError("run-directory", `${path} holds damaged records`, {
    problems: problemsOf(parsed.error).map((problem) => `record ${problem}`),
    hint: "remove the file and probe again",
  });
}

/** Opens the file for appending, its end repaired; gives what is in it. */
export async function openReadings(runDirectory: string, role: ProbedRole): Promise<ProbeReading[]> {
  await mkdir(runPath(runDirectory, "probes"), { recursive: true });
  await repairJsonLines(pathOf(runDirectory, role));
  return readReadings(runDirectory, role);
}

/** A crash loses at most what was in flight. */
export function appendReading(runDirectory: string, role: ProbedRole, reading: ProbeReading): Promise<void> {
  return appendJsonLine(pathOf(runDirectory, role), reading);
}

/** The whole file, in order, so that equal readings give equal bytes. */
export function writeReadings(
  runDirectory: string,
  role: ProbedRole,
  readings: readonly ProbeReading[],
): Promise<void> {
  return writeFileAtomic(
    pathOf(runDirectory, role),
    readings.map((reading) => `${JSON.stringify(reading)}\n`).join(""),
  );
}
