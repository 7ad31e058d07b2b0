import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { hashOf } from "../../base/hash.ts";
import { sourceHash } from "../../base/source-hash.ts";
import type { StreamedCorpus } from "../corpus.ts";
import { CORPUS_FILES } from "./folder/read-parts.ts";
import { type CorpusSource, streamCorpus } from "./load.ts";

/** A corpus by its hash; loaded when it is asked for. */
export interface KnownCorpus {
  hash: string;
  load(): Promise<StreamedCorpus>;
}

/**
 * The corpus of a source, without loading it where its hash is remembered: generating or reading it takes two seconds of
 * processor time, and with a snapshot at hand nobody needs it. Remembered under what decides the hash: the bytes it is read from,
 * and the code that reads or generates it.
 */
export async function knowCorpus(source: CorpusSource, cacheDirectory: string): Promise<KnownCorpus> {
  const key = await keyOf(source);
  const file = join(cacheDirectory, "corpora", key);
  const remembered = (await readFile(file, "utf8").catch(() => "")).trim();
  if (/^[0-9a-f]{64}$/.test(remembered)) return { hash: remembered, load: () => streamCorpus(source) };
  const corpus = await streamCorpus(source);
  // The files may have been changed while they were read.
  if ((await keyOf(source)) === key) await remember(file, corpus.hash);
  return { hash: corpus.hash, load: () => Promise.resolve(corpus) };
}

async function keyOf(source: CorpusSource): Promise<string> {
  // Of this folder and of what it stands on.
  const code = [import.meta.dirname, join(import.meta.dirname, "../../base")].map(sourceHash);
  return hashOf({ source: source.type === "folder" ? await filesOf(source.path) : source, code });
}

async function filesOf(folder: string): Promise<unknown> {
  const hashes = Object.values(CORPUS_FILES).map((name) =>
    hashOfFile(join(folder, name)).catch(({ code }: NodeJS.ErrnoException) => `unreadable: ${code}`),
  );
  return { path: resolve(folder), hashes: await Promise.all(hashes) };
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Where it can't be written, the corpus is loaded each time. */
async function remember(file: string, hash: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(draft, hash))
    .then(() => rename(draft, file))
    .catch(() => undefined);
}
