import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { asEnvironmentError, checkFolderOf } from "../../../base/atomic.ts";
import type { Environment } from "../../../base/environment.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Config } from "../../record/config/schema.ts";
import { specialFilesOf, whyNotPacked } from "../../record/run-directory/allowed.ts";
import { CHECKSUMS, filesOf, formatChecksums, hashFile, isUnder } from "../../record/run-directory/checksums.ts";
import { DATABASES } from "../../record/run-directory/parts.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { seal, UNSEALED } from "./seal.ts";
import { findSecrets } from "./secrets.ts";

export interface PackOptions {
  runDirectory: string;
  config: Config;
  environment: Environment;
  /** The archive to write. */
  to: string;
  /** Pack although something has the form of a key. A key's very value is refused always. */
  allowLookalikes: boolean;
}

/** The agents' databases are only needed to extract again; the lock and the progress belong to the machine. */
const LEFT_OUT = [...DATABASES, RUN_PATHS.lock, RUN_PATHS.progress, CHECKSUMS, `${CHECKSUMS}.lock`];

/**
 * One file that holds a whole run but the agent's own databases: a ZIP archive with a list of checksums and, as its
 * comment, a hash of everything. Equal runs give equal archives.
 * @throws UserError `input` where the file is there already or a secret stands in the run.
 */
export async function packRun({
  runDirectory,
  to,
  ...options
}: PackOptions): Promise<{ files: number; bytes: number }> {
  if (await stat(to).catch(() => null))
    throw new UserError("input", `${to} is there already`, { hint: "remove it or name another with --to" });
  checkFolderOf(to);
  const paths = (await filesOf(runDirectory, ["."])).filter((path) => !isUnder(path, LEFT_OUT));
  await refuseStrays(runDirectory, paths);
  await refuseSecrets(runDirectory, paths, options);
  const partial = `${to}.partial`;
  try {
    await writeArchive(runDirectory, paths, partial);
    await seal(partial);
    await rename(partial, to);
  } catch (error) {
    throw asEnvironmentError(error, to);
  } finally {
    await rm(partial, { force: true });
  }
  return { files: paths.length, bytes: (await stat(to)).size };
}

/** A fixed time: an archive says nothing of when it was packed. */
const MTIME = new Date(Date.UTC(2000, 0, 1));

async function writeArchive(folder: string, paths: readonly string[], target: string): Promise<void> {
  const hashes = new Map<string, string>();
  for (const path of paths) hashes.set(path, await hashFile(join(folder, path)));
  const archive = new ZipFile();
  const packed = archive.outputStream as Readable;
  archive.on("error", (error: Error) => packed.destroy(error)); // A file that cannot be read.
  archive.addBuffer(Buffer.from(formatChecksums(hashes)), CHECKSUMS, { mtime: MTIME, mode: 0o100644 });
  for (const path of paths) archive.addFile(join(folder, path), path, { mtime: MTIME, mode: 0o100644 });
  archive.end({ comment: UNSEALED, forceZip64Format: false });
  await pipeline(packed, createWriteStream(target));
}

/** What `unpack` would refuse, and links: the content of what they lead to would leave the machine. */
async function refuseStrays(folder: string, paths: readonly string[]): Promise<void> {
  const links = (await specialFilesOf(folder)).filter((path) => !isUnder(path, LEFT_OUT));
  const problems = [
    ...links.map((path) => `${path}: a link or a device`),
    ...paths.flatMap((path) => {
      const why = links.includes(path) ? null : whyNotPacked(path);
      return why === null ? [] : [`${path}: ${why}`];
    }),
  ];
  if (problems.length === 0) return;
  throw new UserError("input", "the run holds files that a packed run may not hold", {
    problems,
    hint: "move them out of the run",
  });
}

async function refuseSecrets(
  folder: string,
  paths: readonly string[],
  { config, environment, allowLookalikes }: Omit<PackOptions, "runDirectory" | "to">,
): Promise<void> {
  const leaks = await findSecrets(folder, paths, { config, environment });
  const refused = leaks.filter(({ certain }) => certain || !allowLookalikes);
  if (refused.length === 0) return;
  throw new UserError("input", `secrets stand in ${new Set(refused.map(({ path }) => path)).size} files of the run`, {
    problems: refused.map(({ path, what }) => `${path}: ${what}`),
    hint: refused.some(({ certain }) => certain)
      ? "change the key, then remove it from the run"
      : "look at them; --allow-lookalikes packs them all the same",
  });
}
