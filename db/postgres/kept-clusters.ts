import { randomUUID } from "node:crypto";
import { copyFile, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cacheDirectoryOf } from "../../base/cache-directory.ts";
import { copyFolder } from "../../base/copy-folder.ts";
import { makePrivateFolder } from "../../base/private-folder.ts";

/**
 * Fills a new folder with the cluster that `make` fills such a folder with and closes: once on this machine, from then on by copying it.
 * Made in a place of its own where the cache can't be written.
 * @param name of all that decides what `make` makes, beside the version of PGlite
 */
export async function copyKept(folder: string, name: string, make: (folder: string) => Promise<void>): Promise<void> {
  const kept = keptAt(name);
  if (await holdsCluster(kept)) return take(kept, folder);
  await makeOne(kept, make, (draft) => take(draft, folder));
}

/** Makes what `copyKept` copies, where it isn't there yet. */
export async function makeKept(name: string, make: (folder: string) => Promise<void>): Promise<void> {
  const kept = keptAt(name);
  if (!(await holdsCluster(kept))) await makeOne(kept, make, async () => undefined);
}

async function makeOne(
  kept: string,
  make: (folder: string) => Promise<void>,
  use: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = join(tmpdir(), `scopebench-cluster-${randomUUID()}`);
  try {
    await makePrivateFolder(draft);
    await make(join(draft, OTHERS));
    await rename(join(draft, OTHERS, SIGN), join(draft, SIGN));
    await keep(kept, (place) => copyFolder(draft, place));
    await use(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Whether the folder holds a whole cluster. */
export async function holdsCluster(folder: string): Promise<boolean> {
  try {
    await readFile(join(folder, SIGN));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** The file by which PGlite and we know a cluster. Kept beside the others: it is copied last, so that a folder that holds it is complete. */
const SIGN = "PG_VERSION";
const OTHERS = "files";

async function take(kept: string, folder: string): Promise<void> {
  await copyFolder(join(kept, OTHERS), folder);
  await copyFile(join(kept, SIGN), join(folder, SIGN));
}

/** In the user's cache, by version of PGlite. */
export function keptAt(suffix: string): string {
  return join(cacheDirectoryOf(process.env), "clusters", `pglite-${version()}-kept${suffix}`);
}

/** Under its name when complete: two threads or processes may make it at once, and either may be killed. A cache that can't be written is no fault. */
export async function keep(place: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${place}.${randomUUID()}`;
  try {
    await makePrivateFolder(dirname(place));
    await write(draft);
    await rename(draft, place);
  } catch {
    // Then it is made each time.
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

function version(): string {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return (createRequire(main)("../package.json") as { version: string }).version;
}
