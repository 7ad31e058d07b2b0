import type { ToolCallRecord } from "../contract/contract.ts";
import type { AgentFiles } from "../filesystem/agent-files.ts";
import type { NewFile, StoredFile } from "../filesystem/rows.ts";

/** Folder of the calls' records: the second route by which a trace can be read back. Agents do not see it. */
export const CALLS_FOLDER = "/calls";
/** Folder of what each turn came to, for the same purpose. */
export const TURNS_FOLDER = "/turns";
/** Folder of the full results. Agents read it and cannot write to it. */
export const RESULTS_FOLDER = "/results";

/** The record of a call without the full result, which lies at `resultPath`. Also the `artifact` of its ToolMessage. */
export type CallRecord = Omit<ToolCallRecord, "result">;

/**
 * Numbers the calls of one thread and keeps their records. One instance serves all agents of a thread: numbers are given
 * in the order in which calls start, also to parallel ones, and go on after those that are stored.
 */
export class CallLog {
  readonly #files: AgentFiles;
  readonly #onRecord: ((record: CallRecord) => void) | undefined;
  #next: Promise<number> | undefined;

  /**
   * @param options `onRecord` hears of each call once it is recorded
   *   `isNew`: no call of the thread is stored
   */
  constructor(files: AgentFiles, options: { onRecord?: (record: CallRecord) => void; isNew?: boolean } = {}) {
    this.#files = files;
    this.#onRecord = options.onRecord;
    this.#next = options.isNew ? Promise.resolve(-1) : undefined;
  }

  /** Takes the next number, from 0. */
  start(): Promise<number> {
    const next = this.#next === undefined ? this.#firstFree() : this.#next.then((index) => index + 1);
    this.#next = next;
    // Where the stored calls could not be read, the next call tries again.
    next.catch(() => {
      if (this.#next === next) this.#next = undefined;
    });
    return next;
  }

  /** Records a call, with the result file that belongs to it: both are stored or neither. */
  async finish(record: CallRecord, result?: NewFile): Promise<void> {
    const call: NewFile = { path: callPath(record.index), content: JSON.stringify(record) };
    await this.#files.writeLater(result ? [call, result] : [call]);
    this.#onRecord?.(record);
  }

  /** All stored records, by number. */
  async records(): Promise<CallRecord[]> {
    return parseRecords(await this.#files.readFolder(CALLS_FOLDER));
  }

  async #firstFree(): Promise<number> {
    const entries = await this.#files.list(CALLS_FOLDER);
    return Math.max(-1, ...entries.map((entry) => Number(/(\d+)\.json$/.exec(entry.path)?.[1] ?? -1))) + 1;
  }
}

/** The records in files of `CALLS_FOLDER`, by number. */
export function parseRecords(files: readonly StoredFile[]): CallRecord[] {
  return files.map((file) => JSON.parse(String(file.content)) as CallRecord).sort((a, b) => a.index - b.index);
}

function callPath(index: number): string {
  return `${CALLS_FOLDER}/${numbered(index)}.json`;
}

/** `/results/003-trace_links.json`: the number is the call's. */
export function resultPath(index: number, tool: string): string {
  return `${RESULTS_FOLDER}/${numbered(index)}-${tool}.json`;
}

function numbered(index: number): string {
  return String(index).padStart(3, "0");
}
