import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { scenariosFromRetrieval } from "../../../scenarios/from-retrieval.ts";
import { formatScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import type { Benchmark, CollectionCounts } from "../../results/benchmarks/benchmark.ts";
import { benchmarkNamed } from "../../results/benchmarks/registry.ts";
import { SCENARIO_FILE } from "../ingest/names.ts";
import { readBrowseComp } from "./browsecomp-parts.ts";
import { type Collection, collectionHash, countCollection } from "./collection.ts";
import { readDuplicateParts } from "./duplicate-parts.ts";
import { readEnterpriseRag } from "./enterprise-rag-parts.ts";
import { withFetched } from "./fetch.ts";
import { readHerb } from "./herb-parts.ts";
import { readLinkedParts } from "./linked-parts.ts";
import { type CollectionParts, makeCollection } from "./make-collection.ts";
import {
  benchmarkFolder,
  type CollectionIdentity,
  IDENTITY_FILE,
  type PreparedBenchmark,
  preparedVersions,
} from "./prepared.ts";

export interface GetOptions {
  /** A file or folder that holds the data. */
  from?: string;
  /** An address that gives them, as a file or a zip archive. */
  fetch?: string;
  /** Take what is no published collection: an excerpt, another version. */
  other?: boolean;
}

/**
 * Reads a benchmark's data into the user's cache, or finds them there.
 * @throws UserError `usage` where they are nowhere, `input` where they are not those of the benchmark.
 */
export async function getBenchmark(
  name: string,
  { from, fetch: address, other = false }: GetOptions,
  io: Pick<Io, "cwd" | "environment"> & Partial<Pick<Io, "signal">>,
): Promise<PreparedBenchmark> {
  if (address !== undefined)
    return withFetched({ address, signal: io.signal ?? null }, (path) => getBenchmark(name, { from: path, other }, io));
  const benchmark = benchmarkNamed(name);
  const kept = await preparedVersions(name, io.environment);
  const whole = kept.find(({ identity }) => identity.whole);
  if (from === undefined) return whole ?? nowhere(benchmark, kept);
  const collection = await readCollection(benchmark, resolve(io.cwd, from));
  const found = { sha256: collectionHash(collection), counts: countCollection(collection) };
  const expected = { counts: benchmark.counts, sha256: benchmark.sha256 ?? whole?.identity.sha256 ?? null };
  const isWhole = isSame(found, expected);
  if (!isWhole && !other) throw another(benchmark, { found, expected });
  const identity = { benchmark: name, ...found, whole: isWhole };
  const folder = join(benchmarkFolder(name, io.environment), found.sha256);
  if (!existsSync(folder)) await writePrepared(collection, { folder, identity, benchmark });
  return { folder, identity };
}

interface Version {
  counts: CollectionCounts;
  sha256: string;
}

type Expected = { counts: Benchmark["counts"]; sha256: string | null };

function isSame(found: Version, { counts, sha256 }: Expected): boolean {
  const sameCounts = (["documents", "questions", "relevant"] as const).every(
    (key) => counts[key] === null || counts[key] === found.counts[key],
  );
  return sameCounts && (sha256 === null || sha256 === found.sha256);
}

/** `14 documents, 47 questions, 204 relevant pairs`. */
export function sayCounts({ documents, questions, relevant }: Benchmark["counts"]): string {
  const parts = [sayCount(documents, "document"), sayCount(questions, "question"), sayCount(relevant, "relevant pair")];
  return parts.join(", ");
}

function sayCount(count: number | null, what: string): string {
  return count === null ? `an unknown number of ${what}s` : countOf(count, what);
}

function sayVersion({ counts, sha256 }: Expected): string {
  return `${sayCounts(counts)}${sha256 === null ? "" : `, sha256 ${sha256}`}`;
}

function another({ name, source }: Benchmark, { found, expected }: { found: Version; expected: Expected }): UserError {
  return new UserError("input", `these are not the data of ${name}`, {
    problems: [`expected ${sayVersion(expected)}`, `found ${sayVersion(found)}`],
    hint: `take them from ${source}; or run on an excerpt or another version with --other, and nothing published is printed beside it`,
  });
}

function nowhere({ name, source, licence }: Benchmark, kept: readonly PreparedBenchmark[]): never {
  throw new UserError("usage", `the data of ${name} are not here`, {
    problems: [
      `expected them in the cache, where ${kept.length === 0 ? "there are none" : `only ${countOf(kept.length, "excerpt or other version is", "excerpts or other versions are")}`}`,
      `source: ${source}`,
      `licence: ${licence}`,
    ],
    hint: `scopebench measure bench get ${name} --from FOLDER, or --fetch ADDRESS`,
  });
}

async function writePrepared(
  { corpus, task }: Collection,
  { folder, identity, benchmark }: { folder: string; identity: CollectionIdentity; benchmark: Benchmark },
): Promise<void> {
  const titles = new Map(corpus.artifacts.map(({ id, title }) => [id, title]));
  const { set } = scenariosFromRetrieval(task, { corpus: corpus.mapping.name, titles });
  if (set === null)
    throw new UserError("input", `no question of ${benchmark.name} has a relevant document in these data`, {
      hint: `take them from ${benchmark.source}`,
    });
  await writeCorpusFolder(corpus, folder, {
    extra: {
      [SCENARIO_FILE]: formatScenarioSet(set),
      [IDENTITY_FILE]: `${JSON.stringify(identity, null, 2)}\n`,
    },
  });
}

/** @throws UserError `corpus` with every faulty record. */
export async function readCollection(benchmark: Benchmark, path: string): Promise<Collection> {
  const { data } = benchmark;
  if (data.type !== "retrieval") return makeCollection(benchmark, path, await partsOf(data, path));
  const { corpus, retrieval } = await importSource(path, { format: data.format, maxFaulty: 0 });
  return { corpus, task: retrieval ?? { queries: [], judgements: [] } };
}

const OWN_LAYOUTS = { browsecomp: readBrowseComp, herb: readHerb, "enterprise-rag": readEnterpriseRag };

function partsOf(data: Exclude<Benchmark["data"], { type: "retrieval" }>, path: string): Promise<CollectionParts> {
  if (data.type === "links") return readLinkedParts(path, data);
  return data.type === "duplicates" ? readDuplicateParts(path, data) : OWN_LAYOUTS[data.layout](path);
}
