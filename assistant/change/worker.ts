import { parentPort } from "node:worker_threads";
import { type IdRules, idReader } from "../../base/ids/id-reader.ts";
import { type ReadChange, readNamed } from "./read-named.ts";

/** What a reading thread is started with. */
export interface ReaderSettings {
  ids: readonly string[];
  rules: IdRules;
}

export type ReaderReply = { type: "read"; read: ReadChange } | { type: "failed"; message: string };

/** Reads one text after another, until the thread is ended. */
export function serve({ ids, rules }: ReaderSettings): void {
  const port = parentPort;
  if (!port) throw new Error("worker.ts runs in a worker only");
  const reader = idReader(ids, rules);
  port.on("message", (text: string) => port.postMessage(answer(text, reader)));
}

function answer(text: string, reader: ReturnType<typeof idReader>): ReaderReply {
  try {
    return { type: "read", read: readNamed(text, reader) };
  } catch (error) {
    return { type: "failed", message: String(error) };
  }
}
