import { buffer } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { sha256 } from "../../base/hash.ts";
import { CHECKSUMS, formatChecksums } from "../../harness/record/run-directory/checksums.ts";
import { UNSEALED } from "../../harness/run/pack/seal.ts";

type Files = Readonly<Record<string, string | Buffer>>;

export async function zipOf(files: Files, comment = ""): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end({ comment, forceZip64Format: false });
  return buffer(zip.outputStream);
}

export async function filesOfZip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    if (!entry.fileName.endsWith("/")) files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
}

/** A packed run, sealed, with the checksums of what is in it: as a hostile sender can make it. */
export async function packedRun(files: Files): Promise<Buffer> {
  const hashes = new Map(Object.entries(files).map(([name, content]) => [name, sha256(content)]));
  const archive = await zipOf({ [CHECKSUMS]: formatChecksums(hashes), ...files }, UNSEALED);
  const end = archive.length - 64; // What is sealed ends where the hash of it begins.
  return Buffer.concat([archive.subarray(0, end), Buffer.from(sha256(archive.subarray(0, end)))]);
}

/** A recording of these lines, with their checksum. */
export async function packedRecording(lines: Buffer): Promise<Buffer> {
  return Buffer.concat([Buffer.from(`scopebench-cassette 1 ${sha256(lines)}\n`), brotliCompressSync(lines)]);
}
