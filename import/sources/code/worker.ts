import { parentPort } from "node:worker_threads";
import { type CodeParts, type CodeSource, parseCode } from "./parse-code.ts";

/** `gave-up`: of tree-sitter itself, whose memory is of no more use. */
export type ParserReply =
  | { type: "read"; found: CodeParts }
  | { type: "gave-up"; message: string }
  | { type: "failed"; stack: string };

/** Reads one program after another, until the thread is ended. */
export function serve(): void {
  const port = parentPort;
  if (!port) throw new Error("worker.ts runs in a worker only");
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
