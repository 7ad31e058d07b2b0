import { join } from "node:path";
import { sha256 } from "../../../base/hash.ts";
import type { IdReader } from "../../../base/ids/id-reader.ts";
import { writeFile } from "../../../base/write-file.ts";
import { withoutOverrides } from "../../print/text.ts";
import type { ExecutionData } from "./site-data.ts";

/** Longer results are cut on the page's copy; the run directory keeps all of it. */
const RESULT_LIMIT = 400_000;

/** Tool results by their content: configurations often make the same calls, so equal results are one file. */
export class ResultPool {
  readonly #reader: IdReader;
  readonly #ids = new Map<string, string[]>();
  readonly #waiting = new Map<string, string>();
  readonly #written = new Set<string>();
  readonly #onNew: (text: string) => void;

  /** @param onNew hears of each text once */
  constructor(reader: IdReader, onNew: (text: string) => void = () => undefined) {
    this.#reader = reader;
    this.#onNew = onNew;
  }

  /** Names a result and finds the ids in it, once per content. */
  put(text: string): { hash: string; ids: readonly string[] } {
    const hash = sha256(text).slice(0, 20);
    let ids = this.#ids.get(hash);
    if (!ids) {
      ids = [...this.#reader.idsIn(text)];
      this.#ids.set(hash, ids);
      this.#onNew(text);
    }
    if (!this.#written.has(hash)) this.#waiting.set(hash, text);
    return { hash, ids };
  }

  /** Writes the texts that the trace refers to and that are not there yet, and forgets the texts. */
  async flush(folder: string, trace: ExecutionData["trace"]): Promise<void> {
    const results = trace?.tool_calls.flatMap(({ result }) => result ?? []) ?? [];
    const messages = trace?.messages.flatMap(({ whole }) => whole?.name ?? []) ?? [];
    for (const name of [...results, ...messages]) {
      const text = this.#waiting.get(name);
      if (text === undefined || this.#written.has(name)) continue;
      this.#written.add(name);
      await writeFile(join(folder, `${name}.txt`), withoutOverrides(text.slice(0, RESULT_LIMIT)));
    }
    this.#waiting.clear();
  }
}
