import { existsSync } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { RUN_PATHS } from "./paths.ts";

/**
 * The run directory a person means: a path, a run id under the runs folder, its unambiguous beginning, or `latest`.
 * @throws UserError `run-directory` naming what is there.
 */
export async function findRun(
  name: string,
  { cwd, runsDirectory }: { cwd: string; runsDirectory: string },
): Promise<string> {
  for (const candidate of [resolve(cwd, name), join(runsDirectory, name)]) {
    if (await isRun(candidate)) return candidate;
    if (existsSync(join(candidate, RUN_PATHS.config)))
      throw new UserError("run-directory", `${candidate} has lost its ${RUN_PATHS.manifest}`, {
        hint: "take it from a copy of the run, nothing else says what was run",
      });
  }
  const runs = await listRuns(runsDirectory);
  const matches = name === "latest" ? runs.slice(-1) : runs.filter((run) => run.startsWith(name));
  if (matches.length === 1) return join(runsDirectory, matches[0] as string);
  const found =
    runs.length === 0 ? `there are no runs in ${runsDirectory}` : `runs there: ${runs.slice(-5).join(", ")}`;
  throw new UserError(
    "run-directory",
    `${matches.length === 0 ? "no run" : countOf(matches.length, "run")} named '${name}'; ${found}`,
    {
      hint:
        runs.length === 0
          ? "scopebench run makes one; --runs-dir names another folder"
          : "give a path, a run's name, its beginning, or latest",
    },
  );
}

/** Names of the runs in a folder, oldest first. */
export async function listRuns(runsDirectory: string): Promise<string[]> {
  const entries = await readdir(runsDirectory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw asEnvironmentError(error, { path: runsDirectory, verb: "read" });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const flags = await Promise.all(names.map((name) => isRun(join(runsDirectory, name))));
  return names.filter((_, index) => flags[index]).sort();
}

function isRun(path: string): Promise<boolean> {
  return access(join(path, RUN_PATHS.manifest)).then(
    () => true,
    () => false,
  );
}
