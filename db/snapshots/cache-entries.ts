import { readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { countOf } from "../../base/counts.ts";
import { isGone } from "../../base/process-name.ts";
import { compareText } from "../../base/text-order.ts";
import { makeScratch, readManifest, removeFolder, snapshotsFolder } from "./folder-files.ts";
import { isLeased, leasesOf } from "./leases.ts";

/** One thing in the cache that is kept or removed as a whole. */
export interface CacheEntry {
  kind: "snapshot" | "graph" | "scratch" | "cluster" | "code" | "corpora" | "answers" | "vectors" | "benchmark";
  /** Relative to the cache. */
  path: string;
  /** What it is, for a person. */
  what: string;
  bytes: number;
  /** Milliseconds since 1970. */
  usedAt: number;
  /** By a running process. */
  inUse: boolean;
}

/** All that the cache holds, by kind and path. What is not known to be ours is left out. */
export async function listCache(cacheDirectory: string): Promise<CacheEntry[]> {
  const scratch = await entriesIn(cacheDirectory, "scratch");
  const busy = scratch.some((name) => !isGone(name));
  const whole = (kind: CacheEntry["kind"], path: string, what: string) =>
    describe(cacheDirectory, { kind, path, what, inUse: busy });
  const clusters = await entriesIn(cacheDirectory, "clusters");
  const answers = await entriesIn(cacheDirectory, "enrichment");
  const vectors = await entriesIn(cacheDirectory, "vectors");
  const benchmarks = await entriesIn(cacheDirectory, "benchmarks");
  const listed = await Promise.all([
    ...(await snapshotsIn(cacheDirectory, "snapshot")),
    ...(await snapshotsIn(cacheDirectory, "graph")),
    ...scratch.map((name) => describeScratch(cacheDirectory, name)),
    ...clusters.map((name) =>
      whole("cluster", join("clusters", name), "an empty database, from which new ones are copied"),
    ),
    ...answers.map((name) =>
      whole("answers", join("enrichment", name), "a model's answers about a corpus, which were paid for"),
    ),
    ...vectors.map((name) =>
      whole("vectors", join("vectors", name), "text vectors, so that an interrupted ingest can continue"),
    ),
    ...benchmarks.map((name) => whole("benchmark", join("benchmarks", name), "data of a benchmark, as they were got")),
    whole("code", "compiled", "compiled code, for quicker starts"),
    whole("corpora", "corpora", "hashes of corpora, to find their snapshots"),
  ]);
  const present = listed.filter((entry) => entry !== null);
  return present.sort((a, b) => compareText(a.kind, b.kind) || compareText(a.path, b.path));
}

/**
 * Removes an entry unless a process uses it. Gives whether it is gone. It is moved away first: whoever takes a lease in that
 * moment gets it back.
 */
export async function removeEntry(cacheDirectory: string, { kind, path, inUse }: CacheEntry): Promise<boolean> {
  if (inUse) return false;
  const place = join(cacheDirectory, path);
  const grave = join(await makeScratch(cacheDirectory), "removed");
  await rename(place, grave);
  if ((kind === "snapshot" || kind === "graph") && (await isLeased(...leaseOf(cacheDirectory, path)))) {
    await rename(grave, place);
    return false;
  }
  await removeFolder(join(grave, ".."));
  return true;
}

/** Graphs beside a server have a store of their own below the cache. */
function leaseOf(cacheDirectory: string, path: string): [root: string, snapshotHash: string] {
  const parts = path.split(/[/\\]/);
  return [join(cacheDirectory, ...parts.slice(0, -2)), parts.at(-1) ?? ""];
}

async function snapshotsIn(cacheDirectory: string, kind: "snapshot" | "graph"): Promise<Promise<CacheEntry | null>[]> {
  const below = kind === "graph" ? "graphs" : "";
  const names = await entriesIn(snapshotsFolder(join(cacheDirectory, below)), "");
  return names.map(async (name) => {
    const path = join(below, "substrates", name);
    const manifest = await readManifest(join(cacheDirectory, path)).catch(() => null);
    const tests = manifest
      ? `${manifest.mapping.name}, ${countOf(manifest.counts.test_cases, "test")}`
      : "of another version";
    const [root, hash] = leaseOf(cacheDirectory, path);
    const inUse = await isLeased(root, hash);
    const entry = await describe(cacheDirectory, { kind, path, what: tests, inUse });
    const leased = await stat(leasesOf(root, hash)).catch(() => null);
    return entry && { ...entry, usedAt: Math.max(leased?.mtimeMs ?? 0, Date.parse(manifest?.built_at ?? "") || 0) };
  });
}

async function describeScratch(cacheDirectory: string, name: string): Promise<CacheEntry | null> {
  const inUse = !isGone(name);
  const what = inUse ? "a private copy of a process that is running" : "left behind by a process that is gone";
  return describe(cacheDirectory, { kind: "scratch", path: join("scratch", name), what, inUse });
}

async function entriesIn(folder: string, name: string): Promise<string[]> {
  return (await readdir(join(folder, name)).catch(() => [])).sort(compareText);
}

/** Null where it is not there, or no longer. */
async function describe(
  cacheDirectory: string,
  entry: Pick<CacheEntry, "kind" | "path" | "what" | "inUse">,
): Promise<CacheEntry | null> {
  const place = join(cacheDirectory, entry.path);
  const own = await stat(place).catch(() => null);
  if (!own) return null;
  return { ...entry, bytes: own.isDirectory() ? await sizeOf(place) : own.size, usedAt: own.mtimeMs };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map((file) =>
    stat(join(file.parentPath, file.name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
