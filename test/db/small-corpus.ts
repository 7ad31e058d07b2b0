import { type SubstrateOptions, substrateOptionsSchema } from "../../db/options/substrate-options.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../../db/substrate.ts";
import { testCache } from "../cache.ts";
import { smallCorpus } from "./small-corpus-data.ts";

export { smallCorpus };

let shared: Promise<Substrate> | undefined;

/** The small corpus' substrate for tests that only read: opened once a process, and closed with it. */
export async function readSmallSubstrate(): Promise<Substrate> {
  shared ??= openSmallSubstrate();
  return { ...(await shared), close: async () => undefined };
}

/**
 * Opens the small corpus' substrate on a private copy. It is built once for a state of `db/` and shared by all test
 * files (`test/cache.ts`), which costs 3 s the first time and 0.5 s after that.
 */
export async function openSmallSubstrate(changes: Partial<SubstrateOptions> = {}): Promise<Substrate> {
  const options = { ...(await smallSubstrateOptions()), ...changes };
  const environment = process.env;
  const manifest = await buildSubstrate(smallCorpus(), options, { environment });
  return openSubstrate(manifest.snapshot_hash, options, { environment });
}

export async function smallSubstrateOptions(): Promise<SubstrateOptions> {
  const cacheDirectory = process.env.SCOPEBENCH_CACHE ?? testCache();
  return substrateOptionsSchema.parse({ cacheDirectory, embedding: { type: "lsa", dimensions: 32, seed: 1 } });
}
