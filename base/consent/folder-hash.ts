import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, relative } from "node:path";
import { sha256 } from "../hash.ts";
import { compareText } from "../text-order.ts";

/** What a start may read for it: a second of time. */
const MOST = { files: 10_000, bytes: 100_000_000 };

/** True for a file or folder that does not count. */
type IsLeftOut = (path: string, isFolder: boolean) => boolean | Promise<boolean>;

/**
 * A hash over every file in a folder: its place, its content, whether it can be run. A folder counts for
 * what is in it, a link for where it leads and what is there.
 * Null where these are more than a start may read, or one cannot be read.
 */
export async function folderHash(root: string, isLeftOut: IsLeftOut, most = MOST): Promise<string | null> {
  const walk = { root, isLeftOut, hash: createHash("sha256"), left: { ...most }, seen: new Set<string>() };
  try {
    await addFolder(root, walk);
    return walk.hash.digest("hex");
  } catch (error) {
    if (error instanceof TooMuch || (error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}

interface Walk {
  root: string;
  isLeftOut: IsLeftOut;
  hash: Hash;
  left: typeof MOST;
  seen: Set<string>;
}

class TooMuch extends Error {}

async function addFolder(folder: string, walk: Walk): Promise<void> {
  const real = realpathSync(folder);
  if (walk.seen.has(real)) return; // A link to what was read, or round in a circle.
  walk.seen.add(real);
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const path = join(folder, entry.name);
    const link = entry.isSymbolicLink() ? readlinkSync(path) : null;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && (await walk.isLeftOut(path, found.isDirectory()))) continue;
    if (--walk.left.files < 0) throw new TooMuch();
    const kind = found ? kindOf(found) : "nothing";
    if (kind !== "folder" || link !== null)
      walk.hash.update(JSON.stringify([relative(walk.root, path), kind, link, (found?.mode ?? 0) & 0o111]));
    if (kind === "folder") await addFolder(path, walk);
    if (kind === "file") walk.hash.update(contentOf(path, found!.size, walk));
  }
}

function kindOf(found: Stats): "folder" | "file" | "other" {
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : "other";
}

function contentOf(path: string, size: number, { left }: Walk): string {
  left.bytes -= size;
  if (left.bytes < 0) throw new TooMuch();
  return sha256(readFileSync(path));
}
