import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { sha256 } from "../../hash.ts";
import { makeFolder } from "../../make-folder.ts";
import { UserError } from "../../user-error.ts";
import { writeFile } from "../../write-file.ts";
import { damaged } from "./check-line.ts";
import { RECORDING_VERSION, type RecordedCall, type RecordingContent } from "./content.ts";
import { joined } from "./journal.ts";
import { readPackedLines } from "./read-lines.ts";

const NAME = "scopebench-cassette";
const EMPTY: RecordingContent = { chunks: [], calls: [], ends: [] };

/**
 * Writes a recording as a whole or not at all: a line with name, version and checksum, then its lines (JSON), compressed
 * by Brotli. Gives the checksum, SHA-256 of the lines as text, which is the recording's identity.
 */
export async function writeRecording(path: string, content: RecordingContent): Promise<string> {
  const text = Buffer.from([...linesOf(content)].map((line) => `${line}\n`).join(""));
  const hash = sha256(text);
  const packed = await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await makeFolder(dirname(path));
    await writeFile(temporary, Buffer.concat([Buffer.from(`${NAME} ${RECORDING_VERSION} ${hash}\n`), packed]));
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  return hash;
}

/** Brotli's own scale to 11, which takes ten times as long for a tenth less. */
const QUALITY = 9;

/** @throws UserError `recording` when there is none, it is of another version, or it is not what was written */
export async function readRecording(path: string): Promise<{ content: RecordingContent; hash: string }> {
  const { head, size } = await readHead(path);
  const [name, version, hash = ""] = head.split(" ");
  if (name !== NAME) throw new UserError("recording", `${path} is not a recording`);
  if (version !== String(RECORDING_VERSION))
    throw new UserError("recording", `${path} is a recording of version ${version}, expected ${RECORDING_VERSION}`, {
      hint: "replay it with the version of scopebench that recorded it, or record it again",
    });
  const start = head.length + 1;
  const content = await joined(EMPTY, readPackedLines({ path, start, size: size - start, hash }));
  if (content.calls.some((call) => chunksOf(call).some((chunk) => chunk >= content.chunks.length))) throw damaged(path);
  return { content, hash };
}

/** The first line, of at most 200 characters, and how long the file is. */
async function readHead(path: string): Promise<{ head: string; size: number }> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(200), 0, 200, 0);
    return { head: buffer.toString("latin1").split("\n", 1)[0] ?? "", size };
  } catch (cause) {
    throw new UserError("recording", `there is no recording ${path}`, {
      cause,
      hint: "make one with: scopebench run --record <file>",
    });
  }
}

/** Each chunk stands before the first call that needs it. */
function* linesOf({ chunks, calls, ends }: RecordingContent): Generator<string> {
  let written = 0;
  for (const call of calls) {
    const needed = Math.max(-1, ...chunksOf(call)) + 1;
    for (; written < needed; written++) yield `{"chunk":${chunks[written]}}`;
    yield JSON.stringify({ call });
  }
  for (const end of ends) yield JSON.stringify({ end });
}

/** Numbers of the chunks of a call. */
function chunksOf({ parts, items, answer }: RecordedCall): number[] {
  const own = [...Object.values(parts), ...items, answer.rest];
  return answer.item === undefined ? own : [...own, answer.item];
}
