import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compareText } from "../../db/base/hash.ts";
import { hashFile } from "../dag/keys.ts";

/** In the form of `sha256sum`: hash, two spaces, path. `sha256sum -c CHECKSUMS.sha256` checks it too. */
export const CHECKSUMS = "CHECKSUMS.sha256";

/** Paths under a folder with `/`, by name, without the list itself. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  return paths.filter((path) => path !== CHECKSUMS).sort(compareText);
}

export function formatChecksums(hashes: ReadonlyMap<string, string>): string {
  return [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join("");
}

/** Path to hash. A line of another form counts as a path whose hash nothing has. */
export function parseChecksums(text: string): Map<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => [line.slice(66), /^[0-9a-f]{64} {2}/.test(line) ? line.slice(0, 64) : "?"]));
}

/** Files that differ from the list, are missing or are not in it. Null where the folder has no list. */
export async function changedFiles(folder: string): Promise<string[] | null> {
  const text = await readFile(join(folder, CHECKSUMS), "utf8").catch(() => null);
  if (text === null) return null;
  const expected = parseChecksums(text);
  const present = await listFiles(folder);
  const hashes = new Map<string, string>();
  for (const path of present) hashes.set(path, await hashFile(join(folder, path)));
  return [...new Set([...expected.keys(), ...present])]
    .filter((path) => hashes.get(path) !== expected.get(path))
    .sort(compareText);
}

export function writeChecksums(folder: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  return writeFile(join(folder, CHECKSUMS), formatChecksums(hashes));
}
