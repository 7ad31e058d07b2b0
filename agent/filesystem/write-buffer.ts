import type { NewFile } from "./rows.ts";

/** Longest time that a file waits, in milliseconds. */
const DELAY_MS = 1000;
/** Characters or bytes that wait at most; the file that goes beyond is written, with all before it, before its writer goes on. */
const MAX_WAITING = 1_000_000;

/**
 * Files on their way to the database, to be written several at once: one statement for a turn's records and results costs
 * a third of one for each. A killed process loses at most the last second of a turn that nobody was told is over. A batch
 * that cannot be written stays: the next flush tries it again, and tells whoever asked for it.
 */
export class WriteBuffer {
  readonly #write: (files: NewFile[]) => Promise<unknown>;
  #waiting: NewFile[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(write: (files: NewFile[]) => Promise<unknown>) {
    this.#write = write;
  }

  /** Takes files; each path once between two flushes. */
  async add(files: readonly NewFile[]): Promise<void> {
    this.#waiting.push(...files);
    this.#size += files.reduce((sum, file) => sum + file.content.length, 0);
    if (this.#size > MAX_WAITING) return this.flush();
    // Unheard, a failure would end the process; the next flush, at the latest the turn's, meets it again.
    this.#timer ??= setTimeout(() => this.flush().catch(() => undefined), DELAY_MS).unref();
  }

  /** Everything added so far is written when this resolves. */
  flush(): Promise<void> {
    const flushing = this.#flushing.catch(() => undefined).then(() => this.#flush());
    this.#flushing = flushing;
    return flushing;
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const [batch, size] = [this.#waiting, this.#size];
    [this.#waiting, this.#size] = [[], 0];
    try {
      await this.#write(batch);
    } catch (error) {
      this.#waiting = [...batch, ...this.#waiting];
      this.#size += size;
      throw error;
    }
  }
}
