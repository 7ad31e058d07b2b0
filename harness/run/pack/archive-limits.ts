import type { Entry } from "yauzl";
import { whyNotPacked } from "../../record/run-directory/allowed.ts";

/** What an archive may come to when it is opened. */
export interface ArchiveLimits {
  files: number;
  /** Of all files together, unpacked. */
  bytes: number;
  /** Unpacked bytes for each packed one, over the whole archive. Runs come to 5 to 30; deflate can reach 1,032. */
  ratio: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { files: 200_000, bytes: 16 * 2 ** 30, ratio: 100 };

/** The flag of `unpack` that sets each limit. */
const LIMIT_FLAGS = { files: "--max-files", bytes: "--max-mib", ratio: "--max-ratio" } as const;

/** A small archive is no bomb, however well it is packed. */
const HARMLESS_BYTES = 64 * 2 ** 20;

interface Directory {
  /** Files as the archive counts them; `entries` is empty where that is above the limit already. */
  count: number;
  /** Of the archive, in bytes: what its directory says of packed sizes may count bytes twice. */
  size: number;
  entries: readonly (Pick<Entry, "fileName" | "uncompressedSize"> & Partial<Pick<Entry, "externalFileAttributes">>)[];
}

/** What an archive's directory has against it, in words, before anything is unpacked. Sizes that lie are found while it is unpacked. */
export function directoryProblems({ count, size, entries }: Directory, limits: ArchiveLimits): string[] {
  const unpacked = entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0);
  const ratio = unpacked / Math.max(1, size);
  const above = (name: keyof ArchiveLimits, found: string, limit: string) =>
    `${found}, more than ${limit}: ${LIMIT_FLAGS[name]} sets the limit`;
  return [
    ...(count > limits.files ? [above("files", `${count} files`, String(limits.files))] : []),
    ...(unpacked > limits.bytes ? [above("bytes", `${mebibytes(unpacked)} unpacked`, mebibytes(limits.bytes))] : []),
    ...(unpacked > HARMLESS_BYTES && ratio > limits.ratio
      ? [above("ratio", `${Math.ceil(ratio)} bytes unpacked for each packed one`, String(limits.ratio))]
      : []),
    ...nameProblems(entries.map(({ fileName }) => fileName)),
    ...entries.flatMap(({ fileName }) => {
      const why = fileName.endsWith("/") ? null : whyNotPacked(fileName);
      return why === null ? [] : [`${fileName}: ${why}`];
    }),
    ...entries.filter(isSpecial).map(({ fileName }) => `${fileName}: a link or a device, expected files only`),
  ];
}

const TYPE_BITS = 0o170000;
const REGULAR = 0o100000;

/** What Unix says of a file stands in the upper half; 0 where another system wrote it. */
function isSpecial({ externalFileAttributes = 0 }: Directory["entries"][number]): boolean {
  const type = (externalFileAttributes >>> 16) & TYPE_BITS;
  return type !== 0 && type !== REGULAR;
}

/**
 * Names that would meet in one place: equal, equal on a file system that folds case or normalises Unicode (macOS, Windows), or a
 * file where another name needs a folder. Names that lead out of the archive are refused by its reader.
 */
function nameProblems(names: readonly string[]): string[] {
  const files = new Map<string, string>();
  const problems: string[] = [];
  for (const name of names) {
    const before = files.get(folded(name));
    if (before === name) problems.push(`${name}: twice in the archive`);
    else if (before !== undefined) problems.push(`${name}: one file with ${before} where case or accents do not count`);
    else if (name.endsWith("/")) problems.push(`${name}: a folder, expected files only`);
    files.set(folded(name), name);
  }
  for (const name of names)
    for (const folder of foldersOf(folded(name)))
      if (files.has(folder)) problems.push(`${name}: ${files.get(folder)} is a file, not a folder`);
  return problems;
}

/** NFKC after case folding, by way of the upper case, which joins `ß` and `ss` too. */
function folded(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function foldersOf(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString("en")} MiB`;
}
