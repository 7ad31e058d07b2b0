import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { sha256 } from "../../hash.ts";
import { UserError } from "../../user-error.ts";
import { RECORDING_VERSION, type RecordedCall, type RecordingContent, type RecordingLine } from "./content.ts";
import { joined } from "./journal.ts";

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
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, Buffer.concat([Buffer.from(`${NAME} ${RECORDING_VERSION} ${hash}\n`), packed]));
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  return hash;
}

/** Unpacked. The lines are read as one text, which cannot be longer than this in V8. */
const MOST_BYTES = 511 * 2 ** 20;

/** Brotli's own scale to 11, which takes ten times as long for a tenth less. */
const QUALITY = 9;

/** @throws UserError `content` when there is none, it is of another version, or it is not what was written */
export async function readRecording(path: string): Promise<{ content: RecordingContent; hash: string }> {
  const bytes = await readBytes(path);
  const end = bytes.indexOf(10);
  const [name, version, hash] = bytes.toString("latin1", 0, Math.max(0, Math.min(end, 200))).split(" ");
  if (name !== NAME) throw new UserError("recording", `${path} is not a recording`);
  if (version !== String(RECORDING_VERSION))
    throw new UserError("recording", `${path} is a recording of version ${version}, expected ${RECORDING_VERSION}`, {
      hint: "replay it with the version of scopebench that recorded it, or record it again",
    });
  const text = await unpack(bytes.subarray(end + 1), path);
  if (sha256(text) !== hash) throw damaged(path);
  const lines = text.toString("utf8").trimEnd().split("\n");
  const parsed = lines[0] === "" ? [] : lines.map((line) => JSON.parse(line) as RecordingLine);
  return { content: joined(EMPTY, parsed), hash };
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new UserError("recording", `there is no recording ${path}`, {
      cause,
      hint: "make one with: scopebench run --record <file>",
    });
  }
}

async function unpack(packed: Buffer, path: string): Promise<Buffer> {
  try {
    return await promisify(brotliDecompress)(packed, { maxOutputLength: MOST_BYTES });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw new UserError("recording", `${path} unpacks to more than ${MOST_BYTES / 2 ** 20} MiB`, {
        hint: "no run that this scopebench can replay is as large: get it again from where it was committed",
      });
    throw damaged(path, cause);
  }
}

function damaged(path: string, cause?: unknown): UserError {
  return new UserError("recording", `${path} is damaged: its content does not have its checksum`, {
    cause,
    hint: "get it again from where it was committed, or record it again",
  });
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
