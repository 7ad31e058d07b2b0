import { readFile } from "node:fs/promises";
import { UserError } from "../../base/user-error.ts";
import type { JudgeFaultReport } from "../domain/judge-summary.ts";
import type { Summary } from "../domain/summary.ts";
import { runPath } from "./paths.ts";

/** `metrics/summary.json` of a run. @throws UserError `run-directory` when it was not scored yet. */
export function readSummary(runDirectory: string): Promise<Summary> {
  return readMetrics(runDirectory, "summary.json");
}

/** `metrics/judge_faults.json` of a run. @throws UserError `run-directory` when it was not scored yet. */
export function readJudgeFaults(runDirectory: string): Promise<JudgeFaultReport> {
  return readMetrics(runDirectory, "judge_faults.json");
}

/** Any JSON file of `metrics/`. @throws UserError `run-directory` when it is missing: not scored, or by an older version. */
export async function readMetrics<T>(runDirectory: string, name: string): Promise<T> {
  const path = runPath(runDirectory, "metrics", name);
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (cause) {
    throw new UserError("run-directory", `${path} is missing or damaged`, {
      cause,
      hint: "run: scopebench resume, then try again",
    });
  }
}
