import { dirname, join } from "node:path";
import { hashOf, sha256 } from "../../base/hash.ts";
import { readLines, repairJsonLines } from "../../base/json-lines.ts";
import { parseObject } from "../../base/json-object.ts";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { currentRecording } from "../../base/providers/recording/recording.ts";
import { appendFile } from "../../base/write-file.ts";
import type { EmbeddingPort } from "../ports/ports.ts";
import { floatsFromText, floatsToText } from "./floats-text.ts";
import { embeddingIdentity } from "./identity.ts";
import type { EmbeddingOptions } from "./options.ts";

/** Texts between two writes: what an interruption loses. A multiple of this is asked of a server in whole batches. */
const SLICE = 256;

/**
 * A costly embedding that keeps each vector in the cache as it comes, by the hash of its text and of its model: an
 * interrupted ingest goes on where it was, and an equal text is embedded once. What is learned from the corpus is quick
 * and stays as it is, and so does what is recorded or replayed, where each request counts.
 */
export function resumable(
  port: EmbeddingPort,
  { options, cacheDirectory }: { options: EmbeddingOptions; cacheDirectory: string },
): EmbeddingPort {
  if (options.type === "lsa" || options.type === "static" || currentRecording() !== null) return port;
  const slice = Math.ceil(SLICE / options.batchSize) * options.batchSize;
  return {
    ...port,
    async embed(texts, onProgress = () => undefined) {
      const file = join(cacheDirectory, "vectors", `${hashOf([VERSION, await embeddingIdentity(options)])}.jsonl`);
      const wanted = new Map(texts.map((text) => [sha256(text), text]));
      const vectors = await readVectors(file, wanted, port.dimensions);
      const missing = longestFirst([...wanted].filter(([hash]) => !vectors.has(hash)));
      for (let start = 0; start < missing.length; start += slice) {
        const part = missing.slice(start, start + slice);
        const made = await port.embed(
          part.map(([, text]) => text),
          (done) => onProgress(start + done, missing.length),
        );
        const lines = part.map(([hash], at) => {
          vectors.set(hash, made[at]!);
          return `${JSON.stringify({ hash, vector: floatsToText(made[at]!) })}\n`;
        });
        await appendFile(file, lines.join(""));
      }
      onProgress(missing.length, missing.length);
      return texts.map((text) => vectors.get(sha256(text))!);
    },
  };
}

/** Texts of a length share a pass of a local model; what is left takes no longer than what was done. */
function longestFirst(texts: [hash: string, text: string][]): [hash: string, text: string][] {
  return texts.sort(([, a], [, b]) => b.length - a.length);
}

/** Of how vectors are made from a model's features. */
const VERSION = 1;

/** Kept vectors of the texts that are wanted. A line that is not one, as a crash leaves it, is made again. */
async function readVectors(
  file: string,
  wanted: ReadonlyMap<string, string>,
  dimensions: number,
): Promise<Map<string, Float32Array>> {
  await makePrivateFolder(dirname(file));
  await appendFile(file, "");
  await repairJsonLines(file);
  const vectors = new Map<string, Float32Array>();
  for await (const { text } of readLines(file)) {
    const { hash, vector } = parseObject(text) ?? {};
    if (typeof hash !== "string" || typeof vector !== "string" || !wanted.has(hash)) continue;
    const floats = floatsFromText(vector);
    if (floats.length === dimensions) vectors.set(hash, floats);
  }
  return vectors;
}
