import { createRequire } from "node:module";
import type { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { requirePart } from "../../../base/parts.ts";
import { askThread } from "../../../base/threads/ask-thread.ts";
import { startThread } from "../../../base/threads/start-thread.ts";
import { UserError } from "../../../base/user-error.ts";
import type { CodeLanguage } from "./languages.ts";
import type { CodeParts } from "./parse-code.ts";
import type { ParserReply } from "./worker.ts";

/** One for the process, started with the first program: grammars take a while to load. A program that it gives up on ends it. */
let thread: Worker | null = null;
const oneAtATime = pLimit(1);

/**
 * The parts of a program by tree-sitter, in a thread of its own: where it gives up on one, its memory is of no more use.
 * @throws UserError `corpus` for such a program, and where the grammars are not installed
 */
export function readCode(text: string, language: CodeLanguage, name: string): Promise<CodeParts> {
  const grammar = grammarPath(language.grammar);
  return oneAtATime(async () => {
    thread ??= startParser();
    const reply = await askThread<ParserReply>(thread, { text, language, file: name, grammar });
    if (reply?.type === "read") return reply.found;
    await thread.terminate();
    thread = null;
    if (reply?.type === "failed") throw new Error(`${name}: ${reply.stack}`);
    throw new UserError("corpus", `${name}: tree-sitter gave up on it: ${reply?.message ?? "its thread ended"}`, {
      hint: "leave out what is nested too deeply, takes more than some 7 MB, or is no program",
    });
  });
}

function startParser(): Worker {
  const worker = startThread(new URL("./worker.ts", import.meta.url));
  // An error event without a listener ends the process.
  return worker
    .on("error", () => undefined)
    .on("exit", () => {
      if (thread === worker) thread = null;
    });
}

function grammarPath(grammar: string): string {
  requirePart("code");
  return createRequire(import.meta.url).resolve(`tree-sitter-wasms/out/tree-sitter-${grammar}.wasm`);
}
