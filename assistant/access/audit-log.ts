import { rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../../base/make-folder.ts";
import { appendFile } from "../../base/write-file.ts";
import type { Principal } from "../protocol/principal.ts";

/** One request, as it is written down: who, what, with what result. No query, body or header: they hold what people ask, and secrets. */
export interface AuditEntry {
  at: string;
  tenant: string | null;
  user: string | null;
  role: Principal["role"] | null;
  from: string | null;
  method: string;
  /** The route's pattern; null outside of all routes. */
  route: string | null;
  thread: string | null;
  run: string | null;
  status: number;
  ms: number;
}

/** The file and one before it are kept. */
const MOST_BYTES = 10_000_000;

/** Requests as JSON lines in a file, which is begun anew when it is full. */
export class AuditLog {
  readonly #path: string;
  readonly #mostBytes: number;
  #bytes: number | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, mostBytes = MOST_BYTES) {
    this.#path = path;
    this.#mostBytes = mostBytes;
  }

  /** Written in order, behind the answer. */
  write(entry: AuditEntry): void {
    this.#writing = this.#writing.then(() => this.#append(`${JSON.stringify(entry)}\n`)).catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#writing;
  }

  async #append(line: string): Promise<void> {
    this.#bytes ??= await this.#size();
    if (this.#bytes > 0 && this.#bytes + line.length > this.#mostBytes) {
      await rename(this.#path, `${this.#path}.1`);
      this.#bytes = 0;
    }
    await appendFile(this.#path, line, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(line);
  }

  async #size(): Promise<number> {
    await makeFolder(dirname(this.#path));
    return stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    );
  }
}
