import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareText, hashOf } from "../../db/base/hash.ts";
import type { Substrate } from "../../db/ports.ts";
import { buildSubstrate, openSubstrate } from "../../db/substrate.ts";
import { type SubstrateOptions, substrateOptionsSchema } from "../../db/substrate-options.ts";
import { smallCorpus } from "./small-corpus-data.ts";

export { smallCorpus };

/**
 * Opens the small corpus' substrate on a private copy. It is built once for a state of `db/` and shared by all test
 * files (`.scopebench/test-<hash>`), which costs 3 s the first time and 0.5 s after that.
 */
export async function openSmallSubstrate(changes: Partial<SubstrateOptions> = {}): Promise<Substrate> {
  const options = { ...(await smallSubstrateOptions()), ...changes };
  await removeOutdated();
  const manifest = await buildSubstrate(smallCorpus(), options);
  return openSubstrate(manifest.snapshotHash, options);
}

export async function smallSubstrateOptions(): Promise<SubstrateOptions> {
  const cacheDirectory = join(ROOT, ".scopebench", `test-${(await hashOfSources()).slice(0, 16)}`);
  return substrateOptionsSchema.parse({ cacheDirectory, embedding: { type: "lsa", dimensions: 32, seed: 1 } });
}

/** Every state of `db/` leaves a folder of 30 MB: those of two hours ago go. */
async function removeOutdated(): Promise<void> {
  const caches = join(ROOT, ".scopebench");
  await mkdir(caches, { recursive: true });
  for (const name of await readdir(caches)) {
    if (!name.startsWith("test-")) continue;
    const { mtimeMs } = await stat(join(caches, name, "scratch")).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - 7_200_000) await rm(join(caches, name), { recursive: true, force: true });
  }
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

async function hashOfSources(): Promise<string> {
  const names = (await readdir(join(ROOT, "db"), { recursive: true }))
    .filter((name) => /\.(?:ts|mjs|sql)$/.test(name))
    .sort(compareText);
  const own = names.filter((name) => !name.startsWith("corpora"));
  return hashOf(await Promise.all(own.map((name) => readFile(join(ROOT, "db", name), "utf8"))));
}
