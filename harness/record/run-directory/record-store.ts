import { createReadStream } from "node:fs";
import { type FileHandle, open as openFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";
import { asEnvironmentError, writeFileAtomic } from "../../../base/atomic.ts";
import { countOf } from "../../../base/counts.ts";
import { appendJsonLine, repairJsonLines } from "../../../base/json-lines.ts";
import { jsonOrUndefined } from "../../../base/json-object.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";

/** Bytes that are read at a time. */
const BLOCK = 1 << 18;

/** What the records of one JSON Lines file have in common. A record is its own key: it holds the fields that name it. */
export interface RecordKind<Key, Item extends Key> {
  schema: z.ZodType<Item>;
  nameOf(key: Key): string;
  /** What to do about damaged records. Default: what holds for records that a stage makes. */
  hint?: string;
}

/** One append-only JSON Lines file of records. */
export interface RecordStore<Key, Item extends Key> {
  readonly path: string;
  readonly nameOf: (key: Key) => string;
  /**
   * All records, in file order; [] when there is no file. A half-written last line counts as not written, so a run can
   * be read while it is going on.
   * @throws UserError `run-directory` naming every line that is not a record of this kind
   */
  read(): Promise<Item[]>;
  /** The same one after the other, so that a file of any size takes no memory. Throws what is wrong with it at its end. */
  stream(): AsyncGenerator<Item>;
  /** The record of this key, null without one. Only lines that begin with it are parsed, unless there are lines that begin otherwise. */
  find(key: Key): Promise<Item | null>;
  /** Learns where each record stands, and reads one when it is asked for. @throws as `read` */
  index(): Promise<RecordIndex<Key, Item>>;
  /** Makes the folder, cuts a half-written last line and learns which records are in the file. Of two with one name the first stays. */
  open(options?: OpenOptions<Item>): Promise<RecordWriter<Key, Item>>;
  /** Appends a single record without reading the others. */
  append(record: Item): Promise<void>;
  /** Writes all records anew, in one atomic step. */
  replace(records: readonly Item[]): Promise<void>;
}

interface OpenOptions<Item> {
  /** A record for which it is false is dropped, so that it is made again (verdicts that were blocked). Default: all are kept. */
  keep?: ((record: Item) => boolean) | undefined;
  /** Told of each record that is kept, in file order. */
  onKept?: ((record: Item) => void) | undefined;
}

/** The records of a file that is no longer written, one at a time; its memory is their names. */
export interface RecordIndex<Key, Item> {
  has(key: Key): boolean;
  /** Null without one; of two with one name the first. */
  read(key: Key): Promise<Item | null>;
}

/** Appends finished records of one file; made by `open`. */
interface RecordWriter<Key, Item extends Key> {
  /** True when the file holds a record of this name, from now or from before. */
  has(key: Key): boolean;
  /** Safe to call concurrently: records are written one after the other, whole. Throws UserError `environment` when the disk is full or read-only. */
  append(record: Item): Promise<void>;
  /**
   * Call once everything is there: puts the records into the given order (in one atomic step, if they are not in it), so
   * that equal runs give equal files. Others come after them, by name.
   */
  finish(order: readonly Key[]): Promise<void>;
}

export function recordStore<Key, Item extends Key>(path: string, kind: RecordKind<Key, Item>): RecordStore<Key, Item> {
  return {
    path,
    nameOf: kind.nameOf,
    read: () => readAll(path, kind),
    async *stream() {
      for await (const { record } of streamRecords(path, kind)) yield record;
    },
    async find(key) {
      const start = JSON.stringify(key).slice(0, -1);
      let begins = true;
      const isRead = (text: string) => {
        begins &&= text.startsWith(start.slice(0, start.indexOf(":")));
        return text.startsWith(start);
      };
      for await (const { record } of streamRecords(path, kind, isRead))
        if (kind.nameOf(record) === kind.nameOf(key)) return record;
      if (begins) return null;
      for await (const { record } of streamRecords(path, kind))
        if (kind.nameOf(record) === kind.nameOf(key)) return record;
      return null;
    },
    async index() {
      const places = new Map<string, Place>();
      for await (const { record, line } of streamRecords(path, kind)) {
        const name = kind.nameOf(record);
        if (!places.has(name)) places.set(name, line);
      }
      return {
        has: (key) => places.has(kind.nameOf(key)),
        async read(key) {
          const place = places.get(kind.nameOf(key));
          if (!place) return null;
          for await (const line of linesAt(path, [place])) return kind.schema.parse(JSON.parse(line));
          return null;
        },
      };
    },
    async open({ keep = () => true, onKept } = {}) {
      await openForAppending(path);
      const names: string[] = [];
      const kept: Place[] = [];
      let dropped = 0;
      for await (const { record, line } of streamRecords(path, kind)) {
        if (keep(record)) {
          names.push(kind.nameOf(record));
          kept.push(line);
          onKept?.(record);
        } else dropped++;
      }
      if (dropped > 0) await writeFileAtomic(path, linesAt(path, kept));
      return makeWriter(path, names, kind.nameOf);
    },
    async append(record) {
      await openForAppending(path);
      await appendRecord(path, record);
    },
    replace: (records) => writeFileAtomic(path, records.map((record) => `${JSON.stringify(record)}\n`).join("")),
  };
}

async function readAll<Key, Item extends Key>(path: string, kind: RecordKind<Key, Item>): Promise<Item[]> {
  const records: Item[] = [];
  for await (const { record } of streamRecords(path, kind)) records.push(record);
  return records;
}

async function* streamRecords<Key, Item extends Key>(
  path: string,
  { schema, hint }: RecordKind<Key, Item>,
  isRead: (text: string) => boolean = () => true,
): AsyncGenerator<{ record: Item; line: Place }> {
  const problems: string[] = [];
  for await (const lines of linesOf(path))
    for (const { number, text, start, bytes } of lines) {
      if (!isRead(text)) continue;
      const value = jsonOrUndefined(text);
      const parsed = parsePlainly(schema, value);
      if (parsed.success) yield { record: parsed.data, line: { start, bytes } };
      else problems.push(`line ${number}: ${value === undefined ? "not JSON" : problemsOf(parsed.error)[0]}`);
    }
  if (problems.length === 0) return;
  throw new UserError("run-directory", `${path} holds ${countOf(problems.length, "damaged record")}`, {
    problems,
    hint: hint ?? "remove the file and resume the run: what is missing is computed again",
  });
}

function makeWriter<Key, Item extends Key>(
  path: string,
  before: string[],
  nameOf: (key: Key) => string,
): RecordWriter<Key, Item> {
  let names = before;
  const known = new Set(names);
  // Appends go one after the other: Node splits a long write into several, and two at once could mingle. After a fault
  // the queue stays broken, so that nothing is glued to half a record.
  let queue: Promise<void> = Promise.resolve();
  return {
    has: (key) => known.has(nameOf(key)),
    append(record) {
      queue = queue
        .then(() => appendRecord(path, record))
        .then(() => {
          names.push(nameOf(record));
          known.add(nameOf(record));
        });
      return queue;
    },
    async finish(order) {
      await queue;
      const sorted = sortNames(names, order.map(nameOf));
      if (sorted.length !== names.length || sorted.some((name, index) => name !== names[index])) {
        await rewriteInOrder(path, sorted, nameOf);
        names = sorted;
      }
    },
  };
}

async function appendRecord(path: string, record: unknown): Promise<void> {
  try {
    await appendJsonLine(path, record);
  } catch (error) {
    throw asEnvironmentError(error, path);
  }
}

async function openForAppending(path: string): Promise<void> {
  try {
    await makeFolder(dirname(path));
    await repairJsonLines(path);
  } catch (error) {
    throw asEnvironmentError(error, path);
  }
}

/** Each name once: first those of `order`, in its order, then names that it does not know, by name. */
function sortNames(names: readonly string[], order: readonly string[]): string[] {
  const present = new Set(names);
  const expected = order.filter((name) => present.delete(name));
  return [...expected, ...[...present].sort(compareText)];
}

async function rewriteInOrder<Key>(
  path: string,
  sorted: readonly string[],
  nameOf: (key: Key) => string,
): Promise<void> {
  const places = new Map<string, Place>();
  for await (const block of linesOf(path))
    for (const { text, start, bytes } of block) {
      const name = nameOf(JSON.parse(text) as Key);
      if (!places.has(name)) places.set(name, { start, bytes });
    }
  const sortedPlaces = sorted.flatMap((name) => places.get(name) ?? []);
  await writeFileAtomic(path, linesAt(path, sortedPlaces));
}

/** The lines at these places, each with its end, in this order. */
async function* linesAt(path: string, places: readonly Place[]): AsyncGenerator<string> {
  if (places.length === 0) return;
  const file = await openFile(path);
  try {
    for (const place of places) yield `${await textAt(file, place)}\n`;
  } finally {
    await file.close();
  }
}

async function textAt(file: FileHandle, { start, bytes }: Place): Promise<string> {
  const buffer = Buffer.allocUnsafe(bytes);
  let read = 0;
  while (read < bytes) {
    const { bytesRead } = await file.read(buffer, read, bytes - read, start + read);
    if (bytesRead === 0) throw new Error("the file became shorter while it was read");
    read += bytesRead;
  }
  return buffer.toString("utf8");
}

/** Where a line stands in its file, without its end. In bytes. */
interface Place {
  start: number;
  bytes: number;
}

interface StoredLine extends Place {
  number: number;
  text: string;
}

/** Complete lines only, a block of the file at a time; none when there is no file. On bytes, since a file of traces may be longer than the longest string and than what Node reads at once. */
async function* linesOf(path: string): AsyncGenerator<StoredLine[]> {
  let number = 0;
  let start = 0;
  let rest: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
      const lines: StoredLine[] = [];
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        const last = chunk.subarray(from, end);
        const line = rest.length === 0 ? last : Buffer.concat([...rest, last]);
        number++;
        if (line.length > 0) lines.push({ number, text: line.toString("utf8"), start, bytes: line.length });
        start += line.length + 1;
        rest = [];
        from = end + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
      yield lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
