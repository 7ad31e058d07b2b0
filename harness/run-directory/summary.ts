import { readFile } from "node:fs/promises";
import { UserError } from "../../db/base/user-error.ts";
import type { Summary } from "../domain/summary.ts";
import { runPath } from "./paths.ts";

/** `metrics/summary.json` of a run. @throws UserError `run-directory` when it was not scored yet. */
export async function readSummary(runDirectory: string): Promise<Summary> {
  const path = runPath(runDirectory, "metrics", "summary.json");
  try {
    return JSON.parse(await readFile(path, "utf8")) as Summary;
  } catch (cause) {
    throw new UserError("run-directory", `${path} is missing or damaged`, {
      cause,
      hint: "run: scopebench resume, then try again",
    });
  }
}
