import { rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { countOf } from "../../../base/counts.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeFolderWhole, makeScratchFolder } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import { makeEffects } from "../../record/effects.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { type OpenedRun, openRun, openWholeRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import type { Aliases } from "../../show/anonymise/aliases.ts";
import { anonymiseRun } from "../../show/anonymise/anonymise-run.ts";
import type { ExportedRun, ExportFormat } from "../../show/export/format.ts";
import { EXPORT_FORMATS } from "../../show/export/registry.ts";
import { STAGES } from "../stages/index.ts";
import { openServices } from "../stages/open-services.ts";

export interface ExportFlags {
  format: readonly string[];
  to?: string;
  anonymise?: boolean;
  runsDir?: string;
}

/** Writes one folder a format; with `--anonymise` from a copy without names. */
export async function exportRun(name: string, flags: ExportFlags, io: Io): Promise<void> {
  const formats = flags.format.map(findFormat);
  const run = await openWholeRun(name, { io, runsDir: flags.runsDir });
  requireScores(run);
  const parent = resolve(io.cwd, flags.to ?? `${basename(run.runDirectory)}-export`);
  await withNames(run, { io, anonymise: flags.anonymise ?? false }, async (source) => {
    const { scenarios } = await readScenarioSet(runPath(source.runDirectory, "scenarios"));
    const ids = await readRunIds(source.runDirectory);
    const effects = makeEffects({ ...io, log: io.error });
    for (const format of formats) {
      const folder = join(parent, flags.anonymise ? `${format.name}-anonymous` : format.name);
      const exported = { ...source, scenarios, ids, effects };
      const files = await writeExport(exported, format, folder);
      io.out(`${countOf(files, "file")} in ${printable(folder)}`);
      if (io.environment.GITHUB_ACTIONS === "true")
        for (const line of (await format.annotations?.(exported)) ?? []) io.error(line);
    }
  });
}

function findFormat(name: string): ExportFormat {
  const format = EXPORT_FORMATS.find((entry) => entry.name === name);
  if (format) return format;
  const names = EXPORT_FORMATS.map((entry) => entry.name).join(", ");
  throw new UserError("usage", `no export format '${printable(name)}'`, { hint: `formats: ${names}` });
}

export function requireScores({ runDirectory, manifest }: OpenedRun): void {
  if (manifest.stages.score?.status === "complete") return;
  throw new UserError("run-directory", `run ${manifest.run_id} is not scored yet`, {
    hint: `scopebench resume ${runWord(runDirectory)} computes what is missing`,
  });
}

/** Does it with the run, or with an anonymised copy, which is removed again. */
export async function withNames(
  run: OpenedRun,
  { io, anonymise }: { io: Io; anonymise: boolean },
  work: (run: OpenedRun) => Promise<void>,
): Promise<void> {
  if (!anonymise) return work(run);
  const scratch = await makeScratchFolder("anonymous");
  try {
    const target = join(scratch, basename(run.runDirectory));
    const effects = makeEffects({ ...io, log: io.error });
    const services = openServices({ config: run.config, effects, signal: io.signal });
    const { cwd, signal } = io;
    const aliases = await anonymiseRun({ ...run, target, stages: STAGES, services, effects, cwd, signal });
    for (const line of describeAliases(aliases, run)) io.error(line);
    await work(await openRun(target, { io }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** For the author alone, so it goes to the terminal and into no file. */
function describeAliases(aliases: Aliases, { config }: OpenedRun): string[] {
  return config.models.map(({ name }) => `${printable(name)} is ${aliases.get(name) ?? name} there`);
}

/**
 * Writes an export into a new folder, whole or not at all. Gives the number of files.
 * @throws UserError `input` when the folder is there already, `environment` when it can't be written.
 */
async function writeExport(run: ExportedRun, format: ExportFormat, folder: string): Promise<number> {
  if (await stat(folder).catch(() => null))
    throw new UserError("input", `${folder} is there already`, { hint: "remove it or name another with --to" });
  try {
    return await makeFolderWhole(folder, async (partial) => {
      let files = 0;
      for await (const { path, content } of format.files(run)) {
        await makeFolder(dirname(join(partial, path)));
        await writeFile(join(partial, path), content);
        files++;
      }
      return files;
    });
  } catch (error) {
    throw asEnvironmentError(error, folder);
  }
}
