import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { megabytes } from "../../../../base/counts.ts";
import type { Environment } from "../../../../base/environment.ts";
import { UserError } from "../../../../base/user-error.ts";
import { withScratchFolder } from "../../../../base/whole-folder.ts";
import { readManifest, snapshotsFolder } from "../../../../db/snapshots/folder-files.ts";
import { unpackSnapshot } from "../../../../db/snapshots/package.ts";
import { withLock } from "../../../record/run-directory/lock.ts";
import type { QueueDatabase } from "../database.ts";
import { pause } from "../pause.ts";
import { snapshotStoreAt } from "./store.ts";
import { askFor, fileOf, type Package, packageOf, partsOf } from "./table.ts";

const POLL_MS = 500;

interface Fetching {
  database: QueueDatabase;
  snapshot: string;
  cacheDirectory: string;
  /** For the keys of a store. */
  environment: Environment;
  signal: AbortSignal;
  say(message: string): void;
}

/**
 * Brings a snapshot that is not in the cache into it: of several workers of a machine one fetches it, the others wait.
 * @throws UserError `substrate` where what came is not what was handed over
 */
export async function fetchSnapshot(fetching: Fetching): Promise<void> {
  const { snapshot, cacheDirectory, signal } = fetching;
  if (!/^[0-9a-f]+$/.test(snapshot)) throw noHash(snapshot); // It comes out of the queue, and names a folder.
  const isThere = async () => (await readManifest(join(snapshotsFolder(cacheDirectory), snapshot))) !== null;
  if (await isThere()) return;
  await withLock(
    join(cacheDirectory, "fetching", snapshot),
    async () => {
      if (!(await isThere())) await fetchNow(fetching);
    },
    { signal },
  );
}

async function fetchNow({ database, snapshot, cacheDirectory, environment, signal, say }: Fetching): Promise<void> {
  const begun = performance.now();
  const what = `snapshot ${snapshot.slice(0, 12)}`;
  const packed = await whenGiven({
    database,
    snapshot,
    signal,
    say: () => say(`${what} is not here: asks the coordinator for it`),
  });
  await withScratchFolder("fetched", async (folder) => {
    const file = join(folder, "package");
    const store = packed.place === null ? null : snapshotStoreAt(packed.place, environment);
    const parts = store?.get(fileOf(snapshot, packed.sha256)) ?? partsOf(database, snapshot);
    const found = await save(parts, { file, signal });
    if (textOf(found) !== textOf(packed)) throw damaged(what, { expected: packed, found });
    await unpackSnapshot({ cacheDirectory, snapshotHash: snapshot, file });
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`${what} fetched: ${megabytes(packed.bytes)} in ${seconds} s`);
}

type Bytes = Pick<Package, "sha256" | "bytes">;

interface Waiting extends Pick<Fetching, "database" | "snapshot" | "signal"> {
  say(): void;
}

async function whenGiven({ database, snapshot, signal, say }: Waiting): Promise<Package> {
  const there = await packageOf(database, snapshot);
  if (there) return there;
  say();
  for (;;) {
    await askFor(database, snapshot); // Again, where the queue has forgotten it meanwhile.
    await pause(POLL_MS, signal);
    signal.throwIfAborted();
    const given = await packageOf(database, snapshot);
    if (given) return given;
  }
}

async function save(
  parts: AsyncIterable<Uint8Array>,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<Bytes> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  await pipeline(counted, createWriteStream(file), { signal });
  return { sha256: hash.digest("hex"), bytes };
}

function noHash(found: string): UserError {
  return new UserError("substrate", `the queue names a snapshot ${found}: expected hexadecimal digits`, {
    hint: "another process wrote into the queue: scopebench queue purge takes the run out of it, resume --queue enqueues it again",
  });
}

function damaged(what: string, { expected, found }: { expected: Bytes; found: Bytes }): UserError {
  return new UserError("substrate", `${what} came damaged: expected ${textOf(expected)}, found ${textOf(found)}`, {
    hint: "scopebench queue purge and resume --queue hand it over again",
  });
}

function textOf({ sha256, bytes }: Bytes): string {
  return `${bytes} bytes of sha256 ${sha256}`;
}
