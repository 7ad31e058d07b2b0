import pLimit from "p-limit";
import { onThread } from "../../base/providers/recording/tape.ts";
import type { StageContext } from "../dag/stage.ts";
import { type Configuration, executionName } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import { openRecordWriter, type RecordOf, type RecordPart } from "../run-directory/records.ts";

export interface FillOptions<P extends RecordPart> {
  context: StageContext;
  part: P;
  configuration: Configuration;
  /** Executions that must have a record at the end, in matrix order. */
  keys: readonly ExecutionKey[];
  /** How many are made at a time; appended as they complete. */
  concurrency: number;
  /** A record from before for which this is false is made again. Default: all are kept. */
  keep?: (record: RecordOf<P>) => boolean;
  make(key: ExecutionKey): Promise<RecordOf<P>>;
  /** Called once for each record, also for those that were there before. */
  onRecord(record: RecordOf<P>): void;
}

/**
 * Brings one record file up to date: repairs its end, makes what is missing, appends each record as it completes, and
 * puts the file into matrix order at the end. When the signal is aborted it makes no further record and returns; what
 * is in the file stays for the resume.
 */
export async function fillRecords<P extends RecordPart>(options: FillOptions<P>): Promise<void> {
  const { context, part, configuration, keys, onRecord } = options;
  const { signal, runDirectory } = context;
  const writer = await openRecordWriter({ runDirectory, part, configuration }, options.keep);
  writer.before.forEach(onRecord);
  const limit = pLimit(Math.max(1, options.concurrency));
  const stop = new AbortController();
  const fill = async (key: ExecutionKey): Promise<void> => {
    if (signal.aborted || stop.signal.aborted) return;
    const record = await onThread({ name: `${part} ${executionName(key)}` }, () => options.make(key));
    await writer.append(record);
    onRecord(record);
  };
  const pending = keys.filter((key) => !writer.has(key));
  const fills = pending.map((key) => limit(() => fill(key).catch((error: unknown) => stop.abort(error))));
  await Promise.all(fills);
  if (signal.aborted) return; // A record cut off by Ctrl-C is made on resume.
  stop.signal.throwIfAborted();
  await writer.finish(keys);
}
