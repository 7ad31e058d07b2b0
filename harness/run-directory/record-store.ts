import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";
import { countOf } from "../../base/counts.ts";
import { compareText } from "../../base/hash.ts";
import { appendJsonLine, repairJsonLines } from "../../base/json-lines.ts";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { UserError } from "../../base/user-error.ts";
import { asEnvironmentError, writeFileAtomic } from "./atomic.ts";

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
  /**
   * Makes the folder, cuts a half-written last line and learns what is in the file. Records for which `keep` is false
   * are dropped, so that they are made again (verdicts that were blocked). Of two with one name the first stays.
   */
  open(keep?: (record: Item) => boolean): Promise<RecordWriter<Key, Item>>;
  /** Appends a single record without reading the others. */
  append(record: Item): Promise<void>;
  /** Writes all records anew, in one atomic step. */
  replace(records: readonly Item[]): Promise<void>;
}

/** Appends finished records of one file; made by `open`. */
interface RecordWriter<Key, Item extends Key> {
  /** True when the file holds a record of this name, from now or from before. */
  has(key: Key): boolean;
  /** What was in the file when it was opened, after `keep`. */
  readonly before: readonly Item[];
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
    read: () => readAll(path, kind, (record) => record),
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
    async open(keep = () => true) {
      await openForAppending(path);
      const before = await readAll(path, kind, (record, text) => ({ record, text }));
      const kept = before.filter(({ record }) => keep(record));
      if (kept.length < before.length) await writeFileAtomic(path, kept.map(({ text }) => `${text}\n`).join(""));
      return makeWriter(
        path,
        kept.map(({ record }) => record),
        kind.nameOf,
      );
    },
    async append(record) {
      await openForAppending(path);
      await appendRecord(path, record);
    },
    replace: (records) => writeFileAtomic(path, records.map((record) => `${JSON.stringify(record)}\n`).join("")),
  };
}

/** What `keep` makes of each record and its line. */
async function readAll<Key, Item extends Key, Kept>(
  path: string,
  kind: RecordKind<Key, Item>,
  keep: (record: Item, text: string) => Kept,
): Promise<Kept[]> {
  const kept: Kept[] = [];
  for await (const { record, text } of streamRecords(path, kind)) kept.push(keep(record, text));
  return kept;
}

async function* streamRecords<Key, Item extends Key>(
  path: string,
  { schema, hint }: RecordKind<Key, Item>,
  isRead: (text: string) => boolean = () => true,
): AsyncGenerator<{ record: Item; text: string }> {
  const problems: string[] = [];
  for await (const lines of linesOf(path))
    for (const { number, text } of lines) {
      if (!isRead(text)) continue;
      const value = jsonOrUndefined(text);
      const parsed = parsePlainly(schema, value);
      if (parsed.success) yield { record: parsed.data, text };
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
  before: readonly Item[],
  nameOf: (key: Key) => string,
): RecordWriter<Key, Item> {
  let names = before.map(nameOf);
  const known = new Set(names);
  // Appends go one after the other: Node splits a long write into several, and two at once could mingle. After a fault
  // the queue stays broken, so that nothing is glued to half a record.
  let queue: Promise<void> = Promise.resolve();
  return {
    before,
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
    await mkdir(dirname(path), { recursive: true });
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
  const lines = new Map<string, string>();
  for await (const block of linesOf(path))
    for (const { text } of block) {
      const name = nameOf(JSON.parse(text) as Key);
      if (!lines.has(name)) lines.set(name, `${text}\n`);
    }
  await writeFileAtomic(path, sorted.map((name) => lines.get(name) ?? "").join(""));
}

interface StoredLine {
  number: number;
  text: string;
}

/** Complete lines only, a block of the file at a time; none when there is no file. On bytes, since a file of traces may be longer than the longest string and than what Node reads at once. */
async function* linesOf(path: string): AsyncGenerator<StoredLine[]> {
  let number = 0;
  let rest: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
      const lines: StoredLine[] = [];
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        const bytes = chunk.subarray(start, end);
        const text = (rest.length === 0 ? bytes : Buffer.concat([...rest, bytes])).toString("utf8");
        number++;
        if (text !== "") lines.push({ number, text });
        rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
      yield lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Reported as a line that is not JSON.
  }
}
