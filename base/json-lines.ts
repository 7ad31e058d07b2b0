import { createReadStream } from "node:fs";
import { type FileHandle, open, truncate } from "node:fs/promises";
import { appendFile, naming } from "./write-file.ts";

/** One line as it stands in the file, with its number from 1. */
export interface NumberedLine {
  number: number;
  text: string;
}

/** Streams the non-empty lines of a UTF-8 file. Only \n and \r\n end a line: node:readline also breaks at U+2028, which may stand inside a JSON string. @throws RangeError at a line of more than `longest` characters. */
export async function* readLines(path: string, longest = Number.POSITIVE_INFINITY): AsyncGenerator<NumberedLine> {
  let number = 1;
  let line = "";
  for await (const chunk of createReadStream(path, "utf8") as AsyncIterable<string>) {
    const [end = "", ...others] = chunk.split("\n");
    line += end; // Only the chunk is searched: a line may be as long as the file.
    if (line.length > longest) throw new RangeError(`line ${number} is longer than ${longest} characters`);
    for (const next of others) {
      if (line.trim() !== "") yield { number, text: line.replace(/\r$/, "") };
      number++;
      line = next;
    }
  }
  if (line.trim() !== "") yield { number, text: line.replace(/\r$/, "") };
}

/**
 * All records of a JSON Lines file, [] when it does not exist. Read line by line: the text is never in memory whole. A broken line throws
 * with its number: repair first where a crash may have cut the tail.
 */
export async function readJsonLines<T>(path: string): Promise<T[]> {
  const records: T[] = [];
  for await (const record of jsonLines<T>(path)) records.push(record);
  return records;
}

/** The same, one after the other. */
export async function* jsonLines<T>(path: string): AsyncGenerator<T> {
  try {
    for await (const { number, text } of readLines(path)) yield parseLine<T>(text, `${path}:${number}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function parseLine<T>(text: string, where: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new SyntaxError(`${where}: not a JSON record`, { cause });
  }
}

/** Appends one record as one write, so that a crash leaves at most one half line at the end. */
export async function appendJsonLine(path: string, record: unknown): Promise<void> {
  await appendFile(path, `${JSON.stringify(record)}\n`);
}

/**
 * Appends records to a file in order, in the background; waiting records share one write, all the open file. Without a record there is no file.
 * @param delayMs how long a record waits for others; a kill loses what waits
 */
export class JsonLinesLog {
  readonly #path: string;
  readonly #delayMs: number;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | null = null;
  #file: FileHandle | undefined;
  #failure: { error: unknown } | null = null;
  #isClosed = false;

  constructor(path: string, { delayMs = 0 }: { delayMs?: number } = {}) {
    this.#path = path;
    this.#delayMs = delayMs;
  }

  add(record: unknown): void {
    if (this.#failure || this.#isClosed) return;
    this.#waiting.push(`${JSON.stringify(record)}\n`);
    if (this.#delayMs === 0) this.#writing ??= this.#write();
    else this.#timer ??= setTimeout(() => this.#due(), this.#delayMs);
  }

  /** Once everything is written; takes nothing more. @throws what the file system refused; nothing was written after it */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#due();
    await this.#writing;
    await this.#file?.close();
    this.#file = undefined;
    if (this.#failure) throw this.#failure.error;
  }

  #due(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    try {
      await naming(this.#path, async () => {
        this.#file ??= await open(this.#path, "a");
        while (this.#waiting.length > 0) await this.#file.appendFile(this.#waiting.splice(0).join(""));
      });
    } catch (error) {
      this.#failure = { error };
    }
    this.#writing = null;
  }
}

/** Cuts a half-written last line (no newline at the end). Returns the number of bytes dropped. */
export async function repairJsonLines(path: string): Promise<number> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const keep = await endOfLastLine(handle, size);
    if (keep < size) await truncate(path, keep);
    return size - keep;
  } finally {
    await handle.close();
  }
}

async function endOfLastLine(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<number> {
  const block = Buffer.alloc(64 * 1024);
  let end = size;
  while (end > 0) {
    const length = Math.min(block.length, end);
    await handle.read(block, 0, length, end - length);
    const newline = block.subarray(0, length).lastIndexOf(10);
    if (newline >= 0) return end - length + newline + 1;
    end -= length;
  }
  return 0;
}
