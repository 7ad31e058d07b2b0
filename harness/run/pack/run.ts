import { basename, join, resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import { loadConfig } from "../../record/config/load.ts";
import type { Config } from "../../record/config/schema.ts";
import { openWholeRun } from "../../record/run-directory/open-run.ts";
import { RECORDS } from "../../record/run-directory/parts.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { requireScores, withNames } from "../export/run.ts";
import { ARCHIVE_LIMITS } from "./archive-limits.ts";
import { packRun } from "./pack-run.ts";
import { unpackRun } from "./unpack-run.ts";

export interface PackFlags {
  to?: string;
  anonymise?: boolean;
  allowLookalikes?: boolean;
  liveContents?: boolean;
  runsDir?: string;
}

export async function packCli(name: string, flags: PackFlags, io: Io): Promise<void> {
  const run = await openWholeRun(name, { io, runsDir: flags.runsDir }, [
    ...RECORDS,
    RUN_PATHS.plots,
    RUN_PATHS.report,
    RUN_PATHS.pages,
    RUN_PATHS.notebooks,
  ]);
  requireScores(run);
  if (!flags.liveContents) refuseLiveContents(run.config);
  const to = resolve(io.cwd, flags.to ?? `${basename(run.runDirectory)}.scopebench.zip`);
  await withNames(run, { io, anonymise: flags.anonymise ?? false }, async ({ runDirectory, config }) => {
    const { environment } = io;
    const allowLookalikes = flags.allowLookalikes ?? false;
    const { files, bytes } = await packRun({ runDirectory, config, environment, to, allowLookalikes });
    io.out(`${countOf(files, "file")}, ${(bytes / 2 ** 20).toFixed(1)} MiB in ${printable(to)}`);
  });
}

/** Results, messages, answers and verdicts quote what the sources said: a run without them could not be read. */
function refuseLiveContents({ live_sources }: Config): void {
  const names = (live_sources?.sources ?? []).map(({ name }) => name);
  if (names.length === 0) return;
  throw new UserError("input", `the run holds texts of ${names.join(", ")}, as its callers were shown them`, {
    hint: "share tables of metrics/ instead, or give --live-contents where whoever gets the archive may see all of it",
  });
}

export interface UnpackFlags {
  to?: string;
  maxFiles?: number;
  maxMib?: number;
  maxRatio?: number;
}

export async function unpackCli(file: string, { to, ...flags }: UnpackFlags, io: Io): Promise<void> {
  const { runs_dir } = await loadConfig({ cwd: io.cwd, environment: io.environment, flags: {} });
  const name = basename(file).replace(/(\.scopebench)?\.zip$/, "");
  const folder = resolve(io.cwd, to ?? join(runs_dir, name));
  const files = await unpackRun(resolve(io.cwd, file), folder, {
    files: flags.maxFiles ?? ARCHIVE_LIMITS.files,
    bytes: flags.maxMib === undefined ? ARCHIVE_LIMITS.bytes : flags.maxMib * 2 ** 20,
    ratio: flags.maxRatio ?? ARCHIVE_LIMITS.ratio,
  });
  io.out(`${countOf(files, "file")} in ${printable(folder)}`);
  io.error(`scopebench runs verify ${printable(folder)} checks them against each other`);
}
