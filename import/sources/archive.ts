import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { UserError } from "../../base/user-error.ts";
import { showable } from "../folder/quote.ts";
import { isHidden, MOST_UNPACKED_BYTES, memoryFile, type SourceFile } from "./files.ts";

const MOST_ENTRIES = 10_000;

/** True for the bytes that every zip file begins with. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The files of a zip archive, in memory: nothing is written anywhere. Names that lead out of the archive, sizes that
 * are not what the directory says, more than `most` bytes in all, or one name twice are refused; `.DS_Store`, `__MACOSX/` are left out.
 * @throws UserError `corpus`.
 */
export async function filesOfZip(
  { name, bytes, encoding }: Pick<SourceFile, "name" | "bytes" | "encoding">,
  most = MOST_UNPACKED_BYTES,
): Promise<SourceFile[]> {
  try {
    const zip = await fromBufferPromise(Buffer.from(await bytes()), { lazyEntries: true, strictFileNames: true });
    return await readEntries({ name, encoding }, zip, most);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError("corpus", `${name}: not a readable zip archive: ${showable((cause as Error).message)}`, {
      cause,
      hint: "it is damaged or protected by a password: copy or export it again",
    });
  }
}

async function readEntries(
  { name, encoding }: Pick<SourceFile, "name" | "encoding">,
  zip: ZipFile,
  most: number,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const seen = new Set<string>();
  let [entries, unpacked] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (++entries > MOST_ENTRIES || unpacked > most)
      throw new UserError("corpus", `${name}: more than ${MOST_ENTRIES} entries or ${most} bytes unpacked`);
    if (entry.fileName.endsWith("/") || isHidden(entry.fileName)) continue;
    if (seen.size === seen.add(entry.fileName).size)
      throw new UserError("corpus", `${name}: ${showable(entry.fileName)} is in the archive twice`, {
        hint: "readers differ in which of the two they take: pack it again",
      });
    files.push(memoryFile(entry.fileName, await unpack(zip, entry), encoding));
  }
  return files;
}

/** yauzl ends the stream with an error as soon as it is longer than the directory says; the checksum it leaves to us. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const blocks: Buffer[] = [];
  for await (const block of await zip.openReadStreamPromise(entry)) blocks.push(block as Buffer);
  const content = Buffer.concat(blocks);
  if (crc32(content) !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} does not match its content`);
  return content;
}
