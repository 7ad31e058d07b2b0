import { cacheDirectoryOf } from "../../../base/cache-directory.ts";
import { megabytes } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { type CacheEntry, listCache, removeEntry } from "../../../db/snapshots/cache-entries.ts";
import { asEnvironmentError } from "../../../db/snapshots/folder-files.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable, table } from "../../print/text.ts";

const DAY_MS = 86_400_000;

/** What the cache holds: sizes, ages, what each is. */
export async function showCache({ io, json }: { io: Io; json: boolean }): Promise<void> {
  const cacheDirectory = cacheDirectoryOf(io.environment);
  const entries = await listCache(cacheDirectory);
  if (json) return io.out(jsonText({ cache: cacheDirectory, entries: entries.map(toJson) }, {}));
  io.out(`${printable(cacheDirectory)}   ${sizeOf(entries)}`);
  if (entries.length > 0) io.out(cacheTable(entries, io));
}

export interface PruneOptions {
  io: Io;
  /** Only what was not used for so long. */
  olderThanMs: number | undefined;
  all: boolean;
  /** Answers of a model, which were paid for, too. */
  answers: boolean;
  dryRun: boolean;
}

/** Removes what is asked for and not in use; what processes that are gone left behind in any case. */
export async function pruneCache({ io, olderThanMs, all, answers, dryRun }: PruneOptions): Promise<void> {
  if (olderThanMs === undefined && !all)
    throw new UserError("usage", "prune what?", {
      hint: "scopebench setup cache prune --older-than 30d, or --all; scopebench setup cache ls shows what there is",
    });
  const cacheDirectory = cacheDirectoryOf(io.environment);
  const before = olderThanMs === undefined ? Number.POSITIVE_INFINITY : Date.now() - olderThanMs;
  const entries = await listCache(cacheDirectory);
  const wanted = entries.filter((entry) =>
    entry.kind === "scratch" ? !entry.inUse : entry.usedAt <= before && (entry.kind !== "answers" || answers),
  );
  const removed: CacheEntry[] = [];
  for (const entry of wanted) if (dryRun ? !entry.inUse : await remove(cacheDirectory, entry)) removed.push(entry);
  if (removed.length > 0) io.out(cacheTable(removed, io));
  io.out(`${dryRun ? "would remove" : "removed"} ${removed.length}, ${sizeOf(removed)}`);
  const used = wanted.filter((entry) => !removed.includes(entry));
  if (used.length > 0) io.error(` · ${used.length} in use by running processes stay`);
}

async function remove(cacheDirectory: string, entry: CacheEntry): Promise<boolean> {
  try {
    return await removeEntry(cacheDirectory, entry);
  } catch (error) {
    throw asEnvironmentError(error, cacheDirectory);
  }
}

function cacheTable(entries: readonly CacheEntry[], { columns }: Io): string {
  const header = [{ title: "path" }, { title: "MB", align: "right" as const }, { title: "used" }, { title: "what" }];
  const rows = entries.map((entry) => [
    printable(entry.path.replace(/([0-9a-f]{12})[0-9a-f]{50,}/, "$1"), { singleLine: true }),
    sizeOf([entry]).replace(" MB", ""),
    entry.inUse ? "now" : age(Date.now() - entry.usedAt),
    printable(entry.what, { singleLine: true }),
  ]);
  return table(header, rows, columns);
}

function age(ms: number): string {
  if (ms < 3_600_000) return `${Math.max(0, Math.round(ms / 60_000))} min ago`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / 3_600_000)} h ago` : `${Math.round(ms / DAY_MS)} d ago`;
}

function sizeOf(entries: readonly CacheEntry[]): string {
  return megabytes(entries.reduce((sum, { bytes }) => sum + bytes, 0));
}

function toJson({ kind, path, what, bytes, usedAt, inUse }: CacheEntry) {
  return { kind, path, what, bytes, used_at: new Date(usedAt).toISOString(), in_use: inUse };
}
