import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { openWholeRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { isBaselineFile, readBaselineSource } from "../../results/compare/sources/baseline-file.ts";
import { readScoredRun } from "../../results/compare/sources/read-run.ts";
import type { RunSource } from "../../results/compare/sources/run-source.ts";

/** A run or baseline by its place in time, not yet read. */
export interface Dated {
  path: string;
  created_at: string;
  read(): Promise<RunSource>;
}

/** What stands there and cannot be read, with the reason. */
export interface Skipped {
  path: string;
  reason: string;
}

/** Every run and baseline that the arguments name or hold, oldest first. @throws UserError `usage` for a path where nothing is. */
export async function findSources(
  names: readonly string[],
  io: Pick<Io, "cwd" | "environment">,
): Promise<{ found: Dated[]; skipped: Skipped[] }> {
  const skipped: Skipped[] = [];
  const found: Dated[] = [];
  const take = async (path: string) => {
    try {
      const dated = await dateOf(path, io);
      if (dated) found.push(dated);
      return dated !== null;
    } catch (error) {
      skipped.push({ path: relative(io.cwd, path) || ".", reason: reasonOf(error) });
      return true;
    }
  };
  for (const name of names) {
    const path = resolve(io.cwd, name);
    if (await take(path)) continue;
    for (const child of await childrenOf(path, name)) await take(join(path, child));
  }
  // Two names of one place are one run.
  const distinct = [...new Map(found.map((one) => [resolve(io.cwd, one.path), one])).values()];
  distinct.sort((a, b) => (`${a.created_at} ${a.path}` < `${b.created_at} ${b.path}` ? -1 : 1));
  return { found: distinct, skipped };
}

/** A sentence of an error that a file can cause; anything else is a bug. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof UserError)) throw error;
  return [error.message, ...error.problems.slice(0, 2)].join("; ");
}

async function childrenOf(path: string, name: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort();
  } catch (cause) {
    throw new UserError("usage", `${name}: neither a run, a baseline nor a folder of them`, {
      cause,
      hint: "scopebench runs history runs baselines/*.csv",
    });
  }
}

/** What a number of a run's history comes from. */
const PARTS = [RUN_PATHS.config, RUN_PATHS.scenarios, RUN_PATHS.metrics];

/** Null for what is neither a run nor a baseline. */
async function dateOf(path: string, io: Pick<Io, "cwd" | "environment">): Promise<Dated | null> {
  const label = relative(io.cwd, path) || ".";
  if (await isBaselineFile(path)) {
    const source = await readBaselineSource(path);
    const read = async () => ({ ...(await readBaselineSource(path)), label });
    return { path: label, created_at: source.provenance.created_at ?? "", read };
  }
  if (!(await isRunDirectory(path))) return null;
  const { created_at } = await readManifest(path);
  const read = async () => {
    const { runDirectory, config } = await openWholeRun(path, { io }, PARTS);
    return { ...(await readScoredRun(runDirectory, config)), label };
  };
  return { path: label, created_at, read };
}

async function isRunDirectory(path: string): Promise<boolean> {
  const names: string[] = await readdir(path).catch(() => []);
  return [RUN_PATHS.manifest, RUN_PATHS.config].some((name) => names.includes(name));
}
