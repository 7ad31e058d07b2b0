import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rename, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { hashOf } from "../base/hash.ts";
import { makePrivateFolder } from "../base/private-folder.ts";
import { sourceHash } from "../base/source-hash.ts";
import { writeFile } from "../base/write-file.ts";
import type { StreamedCorpus } from "../db/ports/corpus.ts";
import { CORPUS_FILES } from "./folder/read-parts.ts";
import { type CorpusSource, streamCorpus } from "./load.ts";
import type { DataRedactor } from "./redaction/redactor.ts";

/** A corpus by its hash; loaded when it is asked for. */
export interface KnownCorpus {
  hash: string;
  redaction?: { fingerprint: string };
  load(): Promise<StreamedCorpus>;
}

/**
 * The corpus of a source, without loading it where its hash is remembered: generating or reading it takes two seconds of
 * processor time, and with a snapshot at hand nobody needs it. Remembered under what decides the hash: the bytes it is read from,
 * and the code that reads or generates it.
 */
export async function knowCorpus(
  source: CorpusSource,
  { cacheDirectory, redactor = null }: { cacheDirectory: string; redactor?: DataRedactor | null },
): Promise<KnownCorpus> {
  const memory = join(cacheDirectory, "corpora");
  const keyOf = () => keyUnder({ source, redactor, memory });
  const key = await keyOf();
  const redaction = redactor && { redaction: { fingerprint: redactor.fingerprint } };
  const remembered = await recall(join(memory, key));
  if (remembered !== null) return { hash: remembered, ...redaction, load: () => streamCorpus(source, redactor) };
  const corpus = await streamCorpus(source, redactor);
  // The files may have been changed while they were read.
  if ((await keyOf()) === key) await remember(join(memory, key), corpus.hash);
  return { hash: corpus.hash, ...redaction, load: () => Promise.resolve(corpus) };
}

interface KeyParts {
  source: CorpusSource;
  redactor: DataRedactor | null;
  memory: string;
}

async function keyUnder({ source, redactor, memory }: KeyParts): Promise<string> {
  // Of this room, and of what it stands on.
  const code = [".", "../db/corpora", "../base"].map((folder) => sourceHash(join(import.meta.dirname, folder)));
  const redaction = redactor?.fingerprint;
  return hashOf({ source: source.type === "folder" ? await filesOf(source.path, memory) : source, code, redaction });
}

async function filesOf(folder: string, memory: string): Promise<unknown> {
  const hashes = Object.values(CORPUS_FILES).map((name) =>
    hashOfFile(join(folder, name), memory).catch(({ code }: NodeJS.ErrnoException) => `unreadable: ${code}`),
  );
  return { path: resolve(folder), hashes: await Promise.all(hashes) };
}

/** Clocks of file systems are coarse: a file that was written so short a time ago may be written again in the same tick. */
const SETTLED_MS = 2_000;

/** A file's hash, remembered under what a write of it changes: of 230 MB it takes half a second. */
async function hashOfFile(path: string, memory: string): Promise<string> {
  const now = Date.now();
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await stat(path, { bigint: true });
  const place = join(memory, hashOf({ path: resolve(path), is: [dev, ino, size, mtimeNs, ctimeNs].map(String) }));
  const remembered = await recall(place);
  if (remembered !== null) return remembered;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const found = hash.digest("hex");
  const after = await stat(path, { bigint: true });
  if (after.ctimeNs === ctimeNs && after.size === size && Number(ctimeMs) < now - SETTLED_MS)
    await remember(place, found);
  return found;
}

/** Null when nothing is remembered there. */
async function recall(file: string): Promise<string | null> {
  const remembered = (await readFile(file, "utf8").catch(() => "")).trim();
  return /^[0-9a-f]{64}$/.test(remembered) ? remembered : null;
}

/** Where it can't be written, it is made each time. */
async function remember(file: string, hash: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await makePrivateFolder(dirname(file))
    .then(() => writeFile(draft, hash))
    .then(() => rename(draft, file))
    .catch(() => undefined);
}
