import type { z } from "zod";
import { type Configuration, configurationName, executionName } from "../domain/names.ts";
import {
  type ExecutionKey,
  executionRecordSchema,
  extractionSchema,
  metaVerdictSchema,
  verdictSchema,
  workerTraceSchema,
} from "../domain/records.ts";
import { runPath } from "./paths.ts";
import { type RecordStore, recordStore } from "./record-store.ts";

/** The parts of a run that hold one JSON Lines file per configuration, with the schema of their records. */
export const RECORD_SCHEMAS = {
  rawOutput: executionRecordSchema,
  workerTraces: workerTraceSchema,
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

/** The records of one configuration in one part of a run. */
export function recordsOf<P extends RecordPart>(file: RecordFile<P>): RecordStore<ExecutionKey, RecordOf<P>> {
  const schema = RECORD_SCHEMAS[file.part] as unknown as z.ZodType<RecordOf<P>>;
  return recordStore<ExecutionKey, RecordOf<P>>(recordPath(file), { schema, nameOf: executionName });
}

/** `<run>/verdicts/<model>__<workflow>__<knowledge>.jsonl` and the like. */
export function recordPath({ runDirectory, part, configuration }: RecordFile<RecordPart>): string {
  return runPath(runDirectory, part, `${configurationName(configuration)}.jsonl`);
}

/** What `recordsOf` streams. */
export function streamRecords<P extends RecordPart>(file: RecordFile<P>): AsyncGenerator<RecordOf<P>> {
  return recordsOf(file).stream();
}

/** What `recordsOf` reads. */
export function readRecords<P extends RecordPart>(file: RecordFile<P>): Promise<RecordOf<P>[]> {
  return recordsOf(file).read();
}
