import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { hashOf } from "../../base/hash.ts";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";

/** SHA-256 over a file, or over the names and contents of a folder's files: what a model is, wherever it lies. */
export async function fileIdentity(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isDirectory()) return await hashFile(path);
    const files = (await readdir(path, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(compareText);
    const hashes = [];
    for (const file of files) hashes.push([relative(path, file), await hashFile(file)]);
    return hashOf(hashes);
  } catch (error) {
    throw new UserError("substrate", `embedding: can't read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
