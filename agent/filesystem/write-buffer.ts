import type { FileColumns } from "./rows.ts";

/** Bytes that wait at most; the file that goes beyond is written, with all before it, before its writer goes on. */
const MAX_WAITING = 1_000_000;

/**
 * Files on their way to the database, to be written several at once: one statement for a turn's records and results costs
 * a third of one for each. A killed process loses at most what was written within the delay, of a turn that nobody was told is over. A batch
 * that cannot be written stays: the next flush tries it again, and tells whoever asked for it.
 */
export class WriteBuffer {
  readonly #write: (files: FileColumns[]) => Promise<unknown>;
  readonly #delayMs: number;
  #waiting: FileColumns[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  /** @param delayMs longest time that a file waits */
  constructor(write: (files: FileColumns[]) => Promise<unknown>, delayMs: number) {
    this.#write = write;
    this.#delayMs = delayMs;
  }

  /** Takes files; each path once between two flushes. */
  async add(files: readonly FileColumns[]): Promise<void> {
    this.#waiting.push(...files);
    this.#size += files.reduce((sum, file) => sum + file.bytes.length, 0);
    if (this.#size > MAX_WAITING) return this.flush();
    // Unheard, a failure would end the process; the next flush, at the latest the turn's, meets it again.
    this.#timer ??= setTimeout(() => this.flush().catch(() => undefined), this.#delayMs).unref();
  }

  /** A file that waits. */
  find(path: string): FileColumns | undefined {
    return this.#waiting.find((file) => file.path === path);
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
