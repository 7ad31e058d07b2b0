import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { hashOf, sha256 } from "../../../base/hash.ts";
import { compareText } from "../../../base/text-order.ts";

/** In the form of `sha256sum`: hash, two spaces, path. `sha256sum -c CHECKSUMS.sha256` checks it too. */
export const CHECKSUMS = "CHECKSUMS.sha256";

/** A part that a process is writing or was killed while writing: nothing is known of its files until they are recorded. */
export interface OpenPart {
  part: string;
  /** As `ownName` makes it. */
  writer: string;
}

export interface Checksums {
  /** Path in the run, with `/`, to SHA-256 in hex. */
  hashes: ReadonlyMap<string, string>;
  open: readonly OpenPart[];
  /** The list itself is not what was written: it says nothing about other files. */
  damaged: boolean;
}

/** The first line is a comment for other tools, and the hash of all others. */
const SEAL = "# scopebench checksums, sha256 of the lines below: ";

/** Comments for other tools, too. */
const OPEN = /^# being written by (\S+): (.+)$/;

export function formatChecksums(hashes: ReadonlyMap<string, string>, open: readonly OpenPart[] = []): string {
  const lines = [...hashes].sort(([a], [b]) => compareText(a, b)).map(([path, hash]) => `${hash}  ${path}\n`);
  lines.push(...open.map(({ part, writer }) => `# being written by ${writer}: ${part}\n`));
  return `${SEAL}${sha256(lines.join(""))}\n${lines.join("")}`;
}

/** A list without its first line is one that an older version packed. */
export function parseChecksums(text: string): Checksums {
  const sealed = text.startsWith("#");
  const body = sealed ? text.slice(text.indexOf("\n") + 1) : text;
  const all = body.split("\n").filter((line) => line !== "");
  const open = all.flatMap((line): OpenPart[] => {
    const [, writer, part] = OPEN.exec(line) ?? [];
    return writer && part ? [{ writer, part }] : [];
  });
  const lines = all.filter((line) => !OPEN.test(line));
  const isRight = !sealed || text.slice(0, -body.length || undefined) === `${SEAL}${sha256(body)}\n`;
  const damaged = !isRight || lines.some((line) => !/^[0-9a-f]{64} {2}./.test(line));
  return { hashes: new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)])), open, damaged };
}

/** Null where a run has no list: it was made by an older version, or the list is lost. */
export async function readChecksums(runDirectory: string): Promise<Checksums | null> {
  try {
    return parseChecksums(await readFile(join(runDirectory, CHECKSUMS), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Hashes of all files of the given parts (files or folders of a run), by path. A part that is not there has none. */
export async function hashParts(runDirectory: string, parts: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const path of await filesOf(runDirectory, parts)) hashes.set(path, await hashFile(join(runDirectory, path)));
  return hashes;
}

/** One hash over the names and contents of everything under some parts of a run. One that is not there counts as empty. */
export async function hashOutputs(runDirectory: string, parts: readonly string[]): Promise<string> {
  return hashOf([...(await hashParts(runDirectory, parts))]);
}

/** Paths of the files of the given parts, with `/`, by name. */
export async function filesOf(runDirectory: string, parts: readonly string[]): Promise<string[]> {
  const found = await Promise.all(parts.map((part) => filesUnder(join(runDirectory, part))));
  const paths = found.flat().map((path) => relative(runDirectory, path).split(sep).join("/"));
  return [...new Set(paths)].sort(compareText);
}

/** Everything that is no folder: what a link leads to counts as its content. */
async function filesUnder(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => null);
  if (entry === null) return [];
  if (!entry.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((child) => !child.isDirectory()).map((child) => join(child.parentPath, child.name));
}

/** Up to this size a file is read at once, which costs half as much as a stream. */
const SMALL_BYTES = 8 * 2 ** 20;

/** SHA-256 of a file, in hex. */
export async function hashFile(path: string): Promise<string> {
  if ((await stat(path)).size <= SMALL_BYTES) return sha256(await readFile(path));
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** True for a part itself and for what lies in it. */
export function isUnder(path: string, parts: readonly string[]): boolean {
  return parts.some((part) => path === part || path.startsWith(`${part}/`));
}
