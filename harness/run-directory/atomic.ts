import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "../../base/user-error.ts";

const ENVIRONMENT_FAULTS: Record<string, string> = {
  ENOSPC: "no space left on the disk",
  EROFS: "the file system is read-only",
  EACCES: "no permission to write",
  EPERM: "no permission to write",
  EDQUOT: "the disk quota is used up",
  // What Node says of a recursive mkdir on a read-only file system.
  ENOENT: "the folder cannot be made there",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a file stands where a folder is expected",
  EISDIR: "a folder stands where a file is expected",
  ENAMETOOLONG: "the name is too long",
};

/** What a file is made of: at once, or in pieces that are made while it is written. */
export type FileContent = string | Uint8Array | Iterable<string> | AsyncIterable<string>;

/** Writes a whole file or nothing: to a temporary name beside it, then renames. Makes the folder. */
export async function writeFileAtomic(path: string, content: FileContent): Promise<void> {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asEnvironmentError(error, path);
  }
}

/** A file-system fault that the user can mend becomes a UserError `environment`; anything else is returned as it is. */
export function asEnvironmentError(error: unknown, where: string | { path: string; verb: "read" | "use" }): unknown {
  const { path, verb } = typeof where === "string" ? { path: where, verb: "write" } : where;
  const fault = ENVIRONMENT_FAULTS[(error as NodeJS.ErrnoException)?.code ?? ""];
  if (fault === undefined) return error;
  return new UserError("environment", `cannot ${verb} ${path}: ${fault}`, {
    cause: error,
    hint: "free it or choose another place",
  });
}
