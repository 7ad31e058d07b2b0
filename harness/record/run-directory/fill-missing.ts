import pLimit, { type LimitFunction } from "p-limit";
import { onThread } from "../../../base/providers/recording/recording.ts";
import type { RecordStore } from "./record-store.ts";

export interface FillOptions<Key, Item extends Key, Wanted extends Key> {
  store: RecordStore<Key, Item>;
  /** What must have a record at the end, in the order of the file. */
  wanted: readonly Wanted[];
  signal: AbortSignal;
  /** How many are made at a time. Default: one after the other. */
  limit?: LimitFunction;
  /** A record from before for which this is false is made again. Default: all are kept. */
  keep?: (record: Item) => boolean;
  /** Null for one that was cut off: it is made when the work goes on. */
  make(wanted: Wanted): Promise<Item | null>;
  /** Called once for each record as it is there; `isNew` is false for those from before. */
  onRecord?(record: Item, isNew: boolean): void;
  /** Each record is made on a thread of the recording with this name and its own. Default: on the caller's. */
  thread?: string;
}

/**
 * Brings one file of records up to date: repairs its end, makes what is missing, appends each record as it completes, and
 * puts the file into order at the end. After a first failure, or when the signal is aborted, no further record is begun;
 * what is in the file stays for the next time.
 */
export async function fillMissing<Key, Item extends Key, Wanted extends Key>(
  options: FillOptions<Key, Item, Wanted>,
): Promise<void> {
  const { store, wanted, signal, limit = pLimit(1), keep, make, onRecord, thread } = options;
  const writer = await store.open({ keep, onKept: (record) => onRecord?.(record, false) });
  const stop = new AbortController();
  const fill = async (key: Wanted): Promise<void> => {
    if (signal.aborted || stop.signal.aborted) return;
    const made = () => make(key);
    const record = await (thread === undefined ? made() : onThread({ name: `${thread} ${store.nameOf(key)}` }, made));
    if (record === null) return;
    await writer.append(record);
    onRecord?.(record, true);
  };
  const missing = wanted.filter((key) => !writer.has(key));
  await Promise.all(missing.map((key) => limit(() => fill(key).catch((error: unknown) => stop.abort(error)))));
  if (signal.aborted) return; // A record cut off by Ctrl-C is made on resume.
  stop.signal.throwIfAborted();
  await writer.finish(wanted);
}
