import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { Interrupted } from "../../dag/interrupted.ts";
import { requireBefore } from "../../dag/runner.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import type { Scored } from "../../results/analyses/scored.ts";
import { parseWhere } from "../../results/selection/where.ts";
import { scoreStage } from "../stages/score/index.ts";
import { loadInput } from "../stages/score/load-input.ts";
import { writeScored } from "../stages/score/write-scored.ts";
import { scoreSelection } from "./score-selection.ts";

interface SelectedRun {
  runDirectory: string;
  config: Config;
  /** As given: `key=value,value`. */
  where: readonly string[];
  io: Io;
}

/** `metrics/` and `exports/` of a selection, in a folder of their own: the run stays as it is. */
export async function writeSelection(run: SelectedRun & { out: string }): Promise<void> {
  const { runDirectory, io, where } = run;
  const folder = resolve(io.cwd, run.out);
  await checkFolder(folder, runDirectory);
  const scored = await scoreWhere(run);
  for (const part of WRITTEN) await rm(join(folder, part), { recursive: true, force: true });
  const summary = await writeScored(folder, scored);
  io.out(printable(`${where.join(" and ")}: ${summary}; in ${relative(io.cwd, folder) || "."}`));
}

/** What the flags select, with its scores. */
export async function scoreWhere({ runDirectory, config, where, io }: SelectedRun): Promise<Scored> {
  requireBefore(scoreStage, { runDirectory, manifest: await readManifest(runDirectory) });
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const context = { runDirectory, config, signal: io.signal, progress: () => undefined };
  const filters = parseWhere(where, { config, scenarios });
  const scored = await scoreSelection(await loadInput(context), filters, context);
  if (scored === null) throw new Interrupted();
  return scored;
}

/** A folder may hold an earlier selection, which is replaced, and nothing else. */
const WRITTEN: readonly string[] = [RUN_PATHS.metrics, "exports"];

async function checkFolder(folder: string, runDirectory: string): Promise<void> {
  if (`${folder}${sep}`.startsWith(`${resolve(runDirectory)}${sep}`))
    throw new UserError("usage", `--out ${printable(folder)} is in the run, which stays as it is`, { hint: HINT });
  const found = existsSync(folder) ? await readdir(folder) : [];
  const others = found.filter((name) => !WRITTEN.includes(name));
  if (others.length > 0)
    throw new UserError("usage", `--out ${printable(folder)} holds something else: ${printable(others[0]!)}`, {
      hint: HINT,
    });
}

const HINT = "name a folder that is empty, new, or holds an earlier selection";
