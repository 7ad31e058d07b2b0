import type { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { askThread } from "../../base/threads/ask-thread.ts";
import { startThread } from "../../base/threads/start-thread.ts";
import { readEntityIds } from "../../db/ports/entity-ids.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { Refused } from "../protocol/protocol.ts";
import type { ReadChange } from "./read-named.ts";
import type { ReaderReply, ReaderSettings } from "./worker.ts";

/** A text of two million characters takes a few seconds; longer takes only what was made to take long. */
const MOST_MS = 20_000;
/** Of the thread: what it needs beyond that ends it, and nothing else. */
const MOST_MEGABYTES = 1024;

/**
 * Reads pasted texts in a thread of its own, one after the other, each within a time: whatever a text does to the reading,
 * others are served meanwhile. The thread is started with the first text.
 */
export class ChangeReader {
  readonly #substrate: Substrate;
  readonly #mostMs: number;
  readonly #oneAtATime = pLimit(1);
  #worker: Worker | null = null;

  constructor(substrate: Substrate, mostMs = MOST_MS) {
    this.#substrate = substrate;
    this.#mostMs = mostMs;
  }

  /** @throws Refused 413 for a text that takes too long */
  read(text: string): Promise<ReadChange> {
    return this.#oneAtATime(() => this.#read(text));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #read(text: string): Promise<ReadChange> {
    this.#worker ??= await startReader(this.#substrate);
    const worker = this.#worker;
    const timer = setTimeout(() => void worker.terminate(), this.#mostMs);
    const failed = ({ message }: Error): ReaderReply => ({ type: "failed", message });
    const reply = await askThread<ReaderReply>(worker, text).catch(failed);
    clearTimeout(timer);
    if (reply?.type === "read") return reply.read;
    this.#worker = null;
    await worker.terminate();
    if (reply) throw new Error(reply.message);
    throw new Refused(413, "this text takes too long to read: paste the part of it that matters");
  }
}

async function startReader({ sql, manifest: { mapping } }: Substrate): Promise<Worker> {
  const { idPatterns, artifactTypes } = mapping;
  const ids = (await readEntityIds(sql)).map(({ id }) => id);
  const settings: ReaderSettings = { ids, rules: { idPatterns, artifactTypes } };
  const worker = startThread(new URL("./worker.ts", import.meta.url), settings, {
    maxOldGenerationSizeMb: MOST_MEGABYTES,
  });
  // An error that nobody hears ends the process.
  return worker.on("error", () => undefined);
}
