import { parentPort } from "node:worker_threads";
import { limitMemory } from "../../../base/threads/limit-memory.ts";
import { type CodeParts, type CodeSource, parseCode } from "./parse-code.ts";

/** `gave-up`: of tree-sitter itself, whose memory is of no more use. */
export type ParserReply =
  | { type: "read"; found: CodeParts }
  | { type: "gave-up"; message: string }
  | { type: "failed"; stack: string };

/** Of the grammars, whose module would take 4 GB for a program of 40 kB: one of 3 MB takes 200 MB. */
const MAX_MEMORY_BYTES = 512 * 2 ** 20;

/** Reads one program after another, until the thread is ended. */
export function serve(): void {
  const port = parentPort;
  if (!port) throw new Error("worker.ts runs in a worker only");
  limitMemory(MAX_MEMORY_BYTES);
  port.on("message", async (source: CodeSource) => port.postMessage(await answer(source)));
}

async function answer(source: CodeSource): Promise<ParserReply> {
  try {
    return { type: "read", found: await parseCode(source) };
  } catch (error) {
    if (error instanceof Error && error.name === "RuntimeError") return { type: "gave-up", message: error.message };
    return { type: "failed", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
