import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { cacheDirectoryOf } from "../../../base/cache-directory.ts";
import type { Environment } from "../../../base/environment.ts";
import { compareText } from "../../../base/text-order.ts";
import { readYaml } from "../../../base/yaml.ts";
import type { CollectionCounts } from "../../results/benchmarks/benchmark.ts";

/** Beside the corpus in the cache, and in a run on it: which collection it is. */
export const IDENTITY_FILE = "benchmark.json";

const identitySchema = z.strictObject({
  benchmark: z.string(),
  sha256: z.string(),
  counts: z.strictObject({ documents: z.number(), questions: z.number(), relevant: z.number() }),
  /** False for an excerpt or another version: nothing published is about it. */
  whole: z.boolean(),
});
export interface CollectionIdentity {
  benchmark: string;
  sha256: string;
  counts: CollectionCounts;
  whole: boolean;
}

/** A collection in the cache, as a corpus folder with its scenario set. */
export interface PreparedBenchmark {
  folder: string;
  identity: CollectionIdentity;
}

/** Where the collections of a benchmark are kept, one folder a version. */
export function benchmarkFolder(name: string, environment: Environment): string {
  return join(cacheDirectoryOf(environment), "benchmarks", name);
}

/** What `get` has kept, versions in the order of their hashes. */
export async function preparedVersions(name: string, environment: Environment): Promise<PreparedBenchmark[]> {
  const folder = benchmarkFolder(name, environment);
  const versions = (await readdir(folder).catch(() => [])).sort(compareText).map((version) => join(folder, version));
  const whole = versions.filter((version) => existsSync(join(version, IDENTITY_FILE)));
  return Promise.all(whole.map(async (version) => ({ folder: version, identity: await readIdentity(version) })));
}

/** @throws UserError `input` where the file is damaged */
export function readIdentity(folder: string): Promise<CollectionIdentity> {
  return readYaml(join(folder, IDENTITY_FILE), identitySchema, "input"); // JSON is YAML.
}

/** The collection that a run's corpus is, where `get` has made it; null for any other. */
export async function preparedAt(corpusPath: string): Promise<PreparedBenchmark | null> {
  if (!existsSync(join(corpusPath, IDENTITY_FILE))) return null;
  return { folder: corpusPath, identity: await readIdentity(corpusPath) };
}
