import { createReadStream } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import { quote } from "../folder/quote.ts";
import { type CheckedLine, linesOf } from "../folder/utf8-lines.ts";
import { knownEncoding } from "./text/encoding.ts";

/** A file that is read as a whole (XML, CSV, spreadsheets, archives) may be this large. JSON Lines are streamed and have no limit. */
const MOST_BYTES = 256 * 2 ** 20;
/** Unpacked, an archive's entries together; a gzip file that is streamed may unpack to as much per line file. */
export const MOST_UNPACKED_BYTES = 512 * 2 ** 20;
const MOST_FILES = 10_000;
const HEAD_BYTES = 65_536;

/** One file, or one entry of an archive. `name` is relative to what the user named, with `/`. */
export interface SourceFile {
  name: string;
  /** First 64 kB; of a gzip file, unpacked. */
  head: Uint8Array;
  /** Encoding that the user named; otherwise it is recognised. */
  encoding?: string;
  /** All bytes, unpacked. @throws UserError `corpus` above the limit. */
  bytes(): Promise<Uint8Array>;
  /** Lines, streamed, checked to be UTF-8, or what the user named. */
  lines(): AsyncIterable<CheckedLine>;
}

/** What the user named. `files` are in name order, hidden ones and what macOS adds to archives left out. */
export interface Source {
  path: string;
  /** Last part of the path, without endings: what the corpus is called by default. */
  name: string;
  isFolder: boolean;
  files: readonly SourceFile[];
}

/** @throws UserError `corpus` when there is nothing, or too much. Symbolic links inside a folder are not followed. */
export async function openSource(path: string, { encoding }: { encoding?: string } = {}): Promise<Source> {
  if (encoding !== undefined) knownEncoding(encoding, "--encoding");
  const isFolder = await isDirectory(path);
  const names = isFolder ? await namesUnder(path) : [path];
  const files = await Promise.all(
    names.map((name) => openFile(name, { name: isFolder ? slashed(relative(path, name)) : basename(name), encoding })),
  );
  return { path, name: nameOf(path), isFolder, files };
}

/** A file that exists in memory only. */
export function memoryFile(name: string, bytes: Uint8Array, encoding?: string): SourceFile {
  return {
    name,
    encoding,
    head: bytes.subarray(0, HEAD_BYTES),
    bytes: async () => bytes,
    lines: () => linesOf([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)], encoding),
  };
}

/** Hidden, and yet what makes a folder a document. */
export const DOORSTOP_FILE = ".doorstop.yml";

/** True for files that a folder or archive holds by accident, such as those of the operating system. */
export function isHidden(name: string): boolean {
  return name.split("/").some((part) => (part.startsWith(".") && part !== DOORSTOP_FILE) || part === "__MACOSX");
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw new UserError("corpus", `there is no ${path}`, {
      cause,
      hint: "check the path; scopebench corpus formats lists what can be read",
    });
  }
}

async function namesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !isHidden(slashed(relative(folder, name))))
    .sort(compareText);
  if (names.length > MOST_FILES)
    throw new UserError("corpus", `${folder} holds ${names.length} files, more than ${MOST_FILES}`, {
      hint: "name a folder further down, or split it",
    });
  return names;
}

async function openFile(path: string, { name, encoding }: Pick<SourceFile, "name" | "encoding">): Promise<SourceFile> {
  const isGzip = name.endsWith(".gz");
  const head = await headOf(path);
  return {
    name,
    encoding,
    head: isGzip ? unpackedHead(head) : head,
    bytes: () => readAll(path, isGzip),
    lines: () => linesOf(isGzip ? unpacked(path) : (createReadStream(path) as AsyncIterable<Buffer>), encoding),
  };
}

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** As much as the packed head gives; nothing when it is no gzip after all, which `bytes` then says. */
function unpackedHead(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head, { finishFlush: 2, maxOutputLength: MOST_BYTES }).subarray(0, HEAD_BYTES);
  } catch {
    return new Uint8Array();
  }
}

async function readAll(path: string, isGzip: boolean): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MOST_BYTES)
    throw new UserError(
      "corpus",
      `${path} has ${size} bytes, more than ${MOST_BYTES} for a file that is not JSON Lines`,
      {
        hint: "export it in parts",
      },
    );
  const bytes = await readFile(path);
  if (!isGzip) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (cause) {
    throw new UserError("corpus", `${path}: not gzip, or larger than ${MOST_BYTES} bytes unpacked`, { cause });
  }
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    const blocks: AsyncIterable<Buffer> = pipeline(createReadStream(path), createGunzip(), () => undefined);
    for await (const block of blocks) {
      size += block.length;
      if (size > MOST_UNPACKED_BYTES)
        throw new UserError("corpus", `${path} unpacks to more than ${MOST_UNPACKED_BYTES} bytes`, {
          hint: "unpack it yourself when you trust it: plain files are streamed without a limit",
        });
      yield block;
    }
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError("corpus", `${path}: not gzip: ${quote((cause as Error).message)}`, { cause });
  }
}

const slashed = (path: string) => path.split(sep).join("/");

function nameOf(path: string): string {
  return (
    basename(resolve(path)).replace(/(?<=.)\.(?:gz|jsonl|csv|tsv|xlsx?|xml|reqifz?|txt|json|pdf|docx|html?)$/i, "") ||
    "corpus"
  );
}
