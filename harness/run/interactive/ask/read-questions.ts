import { createInterface } from "node:readline";
import type { Io } from "../../../print/io.ts";

const ASK_HELP =
  "one question per line, each continues the conversation; arrow keys: earlier lines; ?: this help; Ctrl-D: quit";

/**
 * Questions, a line each, until the input ends. At a terminal with a prompt, and with the session's earlier lines at the
 * arrow keys; the next prompt comes when the loop over this asks for the next question.
 */
export async function* readQuestions(
  io: Pick<Io, "input" | "interactive" | "error" | "signal">,
): AsyncGenerator<string> {
  const input = io.input ?? process.stdin;
  const terminal = io.interactive && "isTTY" in input && Boolean(input.isTTY);
  const lines = createInterface({ input, ...(terminal && { output: process.stderr, terminal, prompt: "ask> " }) });
  const stop = (): void => lines.close();
  io.signal.addEventListener("abort", stop, { once: true });
  // At a terminal readline gets the key instead of the process.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  if (terminal) io.error(ASK_HELP);
  try {
    if (terminal) lines.prompt();
    for await (const line of lines) {
      const question = line.trim();
      if (question === "?") io.error(ASK_HELP);
      else if (question !== "") yield question;
      if (io.signal.aborted) return;
      if (terminal) lines.prompt();
    }
  } finally {
    io.signal.removeEventListener("abort", stop);
    lines.close();
  }
}
