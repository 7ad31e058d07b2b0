import { existsSync } from "node:fs";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { isGone, ownName } from "./process-name.ts";
import { UserError } from "./user-error.ts";
import { writeFile } from "./write-file.ts";

const TOO_MANY = "too many files are open";

const ENVIRONMENT_FAULTS: Record<string, string> = {
  ENOSPC: "no space left on the disk",
  EROFS: "the file system is read-only",
  EACCES: "no permission to write",
  EPERM: "no permission to write",
  EDQUOT: "the disk quota is used up",
  ENOENT: "the folder is not there, and cannot be made",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a file stands where a folder is expected",
  EISDIR: "a folder stands where a file is expected",
  ENAMETOOLONG: "the name is too long",
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
};

/** What a file is made of: at once, or in pieces that are made while it is written. */
export type FileContent = string | Uint8Array | Iterable<string> | AsyncIterable<string>;

/** Writes a whole file or nothing: to a temporary name beside it, then renames. Makes the folder, unless it must be there. What a kill leaves, `removeLeftovers` removes. */
export async function writeFileAtomic(
  path: string,
  content: FileContent,
  { makesFolder = true }: { makesFolder?: boolean } = {},
): Promise<void> {
  const temporary = join(dirname(path), `${ownName()}.tmp`);
  try {
    if (makesFolder) await makeFolder(dirname(path));
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asEnvironmentError(error, path);
  }
}

/** A file that a person names, in a folder that is there: whole or not at all, but through a link, a device or a pipe (`/dev/stdout`) as it is. */
export async function writeOutput(path: string, content: string): Promise<void> {
  checkFolderOf(path);
  const found = await lstat(path).catch(() => null);
  if (!found || found.isFile()) return writeFileAtomic(path, content);
  try {
    await writeFile(path, content);
  } catch (error) {
    throw asEnvironmentError(error, path);
  }
}

/** Before long work: a file that a person names cannot be written where there is no folder. @throws UserError `environment` */
export function checkFolderOf(path: string): void {
  if (existsSync(dirname(path))) return;
  throw new UserError("environment", `cannot write ${path}: its folder is not there`, {
    hint: "make the folder, or name another place",
  });
}

/** Removes what killed processes of this machine were writing, in a folder and below. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // A file is named after its process alone, a folder after its place, too.
    const owner = /(?:^|\.)([^.]+)\.tmp$/.exec(entry.name)?.[1];
    if (owner !== undefined && isGone(owner))
      await rm(join(entry.parentPath, entry.name), { recursive: true, force: true });
  }
}

/** A file-system fault that the user can mend becomes a UserError `environment`; anything else is returned as it is. */
export function asEnvironmentError(error: unknown, where: string | { path: string; verb: "read" | "use" }): unknown {
  const { path, verb } = typeof where === "string" ? { path: where, verb: "write" } : where;
  const fault = ENVIRONMENT_FAULTS[(error as NodeJS.ErrnoException)?.code ?? ""];
  if (fault === undefined) return error;
  return new UserError("environment", `cannot ${verb} ${path}: ${fault}`, {
    cause: error,
    hint:
      fault === TOO_MANY ? "allow more (ulimit -n 8192), or lower `concurrency`" : "free it or choose another place",
  });
}
