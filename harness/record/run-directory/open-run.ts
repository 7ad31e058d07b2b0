import { readFile } from "node:fs/promises";
import { configurationFrom } from "../../../base/consent/consent.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import { loadConfig } from "../config/load.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { readChecksums } from "./checksums.ts";
import { findRun } from "./find.ts";
import { damagedRun, findFaultsOfRun } from "./find-faults.ts";
import { findStageFaults } from "./find-stage-faults.ts";
import { ancestorsOf } from "./graph.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { RECORDS } from "./parts.ts";
import { runPath } from "./paths.ts";

export interface OpenedRun {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
}

interface OpenOptions {
  io: Pick<Io, "cwd" | "environment">;
  runsDir?: string;
}

/** Finds a run and reads its manifest and frozen configuration. For commands that mend or check a run, or only look at how far it is. */
export async function openRun(name: string, options: OpenOptions): Promise<OpenedRun> {
  return readRun(await locateRun(name, options));
}

async function locateRun(name: string, { io, runsDir }: OpenOptions): Promise<string> {
  const { runs_dir } = await loadConfig({ cwd: io.cwd, environment: io.environment, flags: { runsDir } });
  return findRun(name, { cwd: io.cwd, runsDirectory: runs_dir });
}

/** As `openRun`, for who says what is damaged: null in the place of a configuration that cannot be read. */
export async function openAnyRun(
  name: string,
  options: OpenOptions,
): Promise<Omit<OpenedRun, "config"> & { config: Config | null }> {
  const runDirectory = await locateRun(name, options);
  const manifest = await readManifest(runDirectory);
  const config = await readFrozenConfig(runDirectory).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  return { runDirectory, manifest, config };
}

export async function readRun(runDirectory: string): Promise<OpenedRun> {
  const manifest = await readManifest(runDirectory);
  await configurationFrom({ type: "run", runDirectory });
  return { runDirectory, manifest, config: await readFrozenConfig(runDirectory) };
}

/**
 * Opens a run whose records are read. `parts`: which of them; default: everything that a number comes from.
 * @throws UserError `damaged-run` naming each file that is lost or changed, and stages whose results are out of date.
 */
export async function openWholeRun(
  name: string,
  options: OpenOptions,
  parts: readonly string[] = RECORDS,
): Promise<OpenedRun> {
  const run = await openRun(name, options);
  const damage = await findDamage(run, parts);
  if (damage) throw damage;
  return run;
}

/** What is wrong with the records of a run; null where they are whole. */
async function findDamage(run: OpenedRun, parts: readonly string[] = RECORDS): Promise<UserError | null> {
  const { runDirectory, manifest } = run;
  const hasList = manifest.checksums || (await readChecksums(runDirectory)) !== null;
  const faults = hasList ? await findFaultsOfRun(runDirectory, manifest, parts) : await findStageFaults(run, parts);
  const lost = faults.filter(({ fault }) => fault !== "not recorded");
  if (lost.length > 0) return damagedRun(runDirectory, lost);
  const open = unfinishedBeforeScore(manifest);
  if (open.length === 0) return null;
  return new UserError("damaged-run", `run ${manifest.run_id} was scored, and ${open.join(", ")} went on since`, {
    hint: `scopebench resume ${runWord(runDirectory)} computes what is missing`,
  });
}

/** Says what is wrong with a run whose command shows what is left of it. True where something is. */
export async function tellDamage(run: OpenedRun, io: Io): Promise<boolean> {
  const damage = await findDamage(run);
  if (damage === null) return false;
  io.error(`warning: ${printable(damage.message)}`);
  for (const problem of damage.problems) io.error(`  ${printable(problem, { singleLine: true })}`);
  if (damage.hint) io.error(`  -> ${printable(damage.hint)}`);
  return true;
}

/** Stages that were taken up again after the scores: these are of other records. */
function unfinishedBeforeScore({ stages }: Manifest): string[] {
  if (stages.score?.status !== "complete") return [];
  return [...ancestorsOf("score")].filter((name) => stages[name]?.status === "running");
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
