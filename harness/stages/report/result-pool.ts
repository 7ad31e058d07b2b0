import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../../base/hash.ts";
import { findIds } from "../../../base/ids.ts";
import type { IdPattern } from "../../../db/corpus.ts";
import { withoutOverrides } from "../../terminal/text.ts";
import type { ExecutionData } from "./site-data.ts";

/** Longer results are cut on the page's copy; the run directory keeps all of it. */
const RESULT_LIMIT = 400_000;

/** Tool results by their content: configurations often make the same calls, so equal results are one file. */
export class ResultPool {
  readonly #patterns: readonly IdPattern[];
  readonly #ids = new Map<string, string[]>();
  readonly #waiting = new Map<string, string>();
  readonly #written = new Set<string>();

  constructor(patterns: readonly IdPattern[]) {
    this.#patterns = patterns;
  }

  /** Names a result and finds the ids in it, once per content. */
  put(text: string): { hash: string; ids: readonly string[] } {
    const hash = sha256(text).slice(0, 20);
    let ids = this.#ids.get(hash);
    if (!ids) {
      ids = findIds(text, this.#patterns);
      this.#ids.set(hash, ids);
    }
    if (!this.#written.has(hash)) this.#waiting.set(hash, text);
    return { hash, ids };
  }

  /** Writes the results that the trace refers to and that are not there yet, and forgets the texts. */
  async flush(folder: string, trace: ExecutionData["trace"]): Promise<void> {
    for (const { result } of trace?.tool_calls ?? []) {
      const text = result === null ? undefined : this.#waiting.get(result);
      if (result === null || text === undefined || this.#written.has(result)) continue;
      this.#written.add(result);
      await writeFile(join(folder, `${result}.txt`), withoutOverrides(text.slice(0, RESULT_LIMIT)));
    }
    this.#waiting.clear();
  }
}
