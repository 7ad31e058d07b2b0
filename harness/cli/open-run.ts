import { readFile } from "node:fs/promises";
import { UserError } from "../../db/base/user-error.ts";
import { loadConfig } from "../config/load.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { findRun } from "../run-directory/find.ts";
import { type Manifest, readManifest } from "../run-directory/manifest.ts";
import { runPath } from "../run-directory/paths.ts";
import type { Io } from "./io.ts";

export interface OpenedRun {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
}

/** Finds a run and reads its manifest and frozen configuration. */
export async function openRun(name: string, { io, runsDir }: { io: Io; runsDir?: string }): Promise<OpenedRun> {
  const { runs_dir } = await loadConfig({ cwd: io.cwd, environment: io.environment, flags: { runsDir } });
  const runDirectory = await findRun(name, { cwd: io.cwd, runsDirectory: runs_dir });
  return readRun(runDirectory);
}

export async function readRun(runDirectory: string): Promise<OpenedRun> {
  const manifest = await readManifest(runDirectory);
  return { runDirectory, manifest, config: await readFrozenConfig(runDirectory) };
}

async function readFrozenConfig(runDirectory: string): Promise<Config> {
  const path = runPath(runDirectory, "config");
  try {
    return configSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (cause) {
    throw new UserError("run-directory", `${path} is missing or damaged`, {
      cause,
      hint: "the run can't be resumed without its configuration",
    });
  }
}
