import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";
import { countOf } from "../../base/counts.ts";
import { compareText } from "../../base/hash.ts";
import { appendJsonLine, repairJsonLines } from "../../base/json-lines.ts";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { UserError } from "../../base/user-error.ts";
import { type Configuration, configurationName, executionName } from "../domain/names.ts";
import {
  type ExecutionKey,
  executionRecordSchema,
  extractionSchema,
  metaVerdictSchema,
  verdictSchema,
} from "../domain/records.ts";
import { asEnvironmentError, writeFileAtomic } from "./atomic.ts";
import { runPath } from "./paths.ts";

/** The parts of a run that hold one JSON Lines file per configuration, with the schema of their records. */
export const RECORD_SCHEMAS = {
  rawOutput: executionRecordSchema,
  extractions: extractionSchema,
  verdicts: verdictSchema,
  calibration: verdictSchema,
  meta: metaVerdictSchema,
} as const;
export type RecordPart = keyof typeof RECORD_SCHEMAS;
export type RecordOf<P extends RecordPart> = z.infer<(typeof RECORD_SCHEMAS)[P]>;

export interface RecordFile<P extends RecordPart> {
  runDirectory: string;
  part: P;
  configuration: Configuration;
}

/** Appends finished records of one file; made by `openRecordWriter`. */
export interface RecordWriter<P extends RecordPart> {
  /** True when the file holds a record of this execution, from now or from before. */
  has(key: ExecutionKey): boolean;
  /** Number of records in the file. */
  readonly size: number;
  /** What was in the file when it was opened, after `keep`. */
  readonly before: readonly RecordOf<P>[];
  /** Safe to call concurrently: records are written one after the other, whole. Throws UserError `environment` when the disk is full or read-only. */
  append(record: RecordOf<P>): Promise<void>;
  /** Call once everything is there: puts the records into the given order (in one atomic step, if they are not in it), so that equal runs give equal files. */
  finish(order: readonly ExecutionKey[]): Promise<void>;
}

/** `<run>/verdicts/<model>__<workflow>__<knowledge>.jsonl` and the like. */
export function recordPath({ runDirectory, part, configuration }: RecordFile<RecordPart>): string {
  return runPath(runDirectory, part, `${configurationName(configuration)}.jsonl`);
}

/**
 * The records of one file, in file order; [] when there is no file. A half-written last line counts as not written, so
 * a run can be read while it is going on.
 * @throws UserError `run-directory` naming every line that is not a record of this kind.
 */
export async function readRecords<P extends RecordPart>(file: RecordFile<P>): Promise<RecordOf<P>[]> {
  return (await readLines(file)).map(({ record }) => record);
}

interface RecordLine<P extends RecordPart> {
  record: RecordOf<P>;
  text: string;
}

async function readLines<P extends RecordPart>(file: RecordFile<P>): Promise<RecordLine<P>[]> {
  const path = recordPath(file);
  const schema: z.ZodType = RECORD_SCHEMAS[file.part];
  const records: RecordLine<P>[] = [];
  const problems: string[] = [];
  for (const { number, text } of linesOf(await readBytes(path))) {
    const value = jsonOrUndefined(text);
    const parsed = parsePlainly(schema, value);
    if (parsed.success) records.push({ record: parsed.data as RecordOf<P>, text });
    else problems.push(`line ${number}: ${value === undefined ? "not JSON" : problemsOf(parsed.error)[0]}`);
  }
  if (problems.length === 0) return records;
  throw new UserError("run-directory", `${path} holds ${countOf(problems.length, "damaged record")}`, {
    problems,
    hint: "remove the file and resume the run: what is missing is computed again",
  });
}

/**
 * Opens a file for appending: makes its folder, cuts a half-written last line and learns which executions are in it.
 * Records for which `keep` is false are dropped, so that they are computed again (verdicts that were blocked).
 */
export async function openRecordWriter<P extends RecordPart>(
  file: RecordFile<P>,
  keep: (record: RecordOf<P>) => boolean = () => true,
): Promise<RecordWriter<P>> {
  const path = recordPath(file);
  await openForAppending(path);
  const before = await readLines(file);
  const kept = before.filter(({ record }) => keep(record));
  if (kept.length < before.length) await writeFileAtomic(path, kept.map(({ text }) => `${text}\n`).join(""));
  return makeWriter(
    path,
    kept.map(({ record }) => record),
  );
}

function makeWriter<P extends RecordPart>(path: string, before: readonly RecordOf<P>[]): RecordWriter<P> {
  let names = before.map(executionName);
  const known = new Set(names);
  // Appends go one after the other: Node splits a long write into several, and two at once could mingle. After a fault
  // the queue stays broken, so that nothing is glued to half a record.
  let queue: Promise<void> = Promise.resolve();
  return {
    before,
    has: (key) => known.has(executionName(key)),
    get size() {
      return names.length;
    },
    append(record) {
      queue = queue
        .then(() => appendRecord(path, record))
        .then(() => {
          names.push(executionName(record));
          known.add(executionName(record));
        });
      return queue;
    },
    async finish(order) {
      await queue;
      const sorted = sortNames(names, order.map(executionName));
      if (sorted.length !== names.length || sorted.some((name, index) => name !== names[index])) {
        await rewriteInOrder(path, sorted);
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

async function rewriteInOrder(path: string, sorted: readonly string[]): Promise<void> {
  const lines = new Map<string, string>();
  for (const { text } of linesOf(await readBytes(path))) {
    const name = executionName(JSON.parse(text) as ExecutionKey);
    if (!lines.has(name)) lines.set(name, `${text}\n`);
  }
  await writeFileAtomic(path, sorted.map((name) => lines.get(name) ?? "").join(""));
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** Complete lines only. On bytes, since a file of traces may be longer than the longest string (512 MB). */
function* linesOf(bytes: Buffer): Generator<{ number: number; text: string }> {
  let start = 0;
  let number = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    number++;
    if (end > start) yield { number, text: bytes.toString("utf8", start, end) };
    start = end + 1;
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Reported as a line that is not JSON.
  }
}
