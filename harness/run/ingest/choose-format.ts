import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { UserError } from "../../../base/user-error.ts";
import { type Candidate, sayCandidate } from "../../../import/sources/choose-adapter.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";

/** Asks which of some formats a source is, by number or name; undefined where nobody sits at the terminal. */
export function formatChooser(io: Io): ((candidates: readonly Candidate[]) => Promise<string>) | undefined {
  if (!io.interactive || !io.terminal) return undefined;
  return async (candidates) => {
    io.error("these formats are about equally likely:");
    candidates.forEach((candidate, at) => {
      io.error(` ${at + 1}  ${printable(sayCandidate(candidate), { singleLine: true })}`);
    });
    const lines = createInterface({ input: io.input ?? process.stdin, output: process.stderr, signal: io.signal });
    // At a terminal readline gets the key instead of the process.
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    try {
      const ended = once(lines, "close").then((): never => {
        io.signal.throwIfAborted();
        throw new UserError("usage", "the input ended before a format was chosen", { hint: "say it with --format" });
      });
      const answer = (await Promise.race([lines.question("which? "), ended])).trim();
      return candidates[Number(answer) - 1]?.adapter.name ?? answer;
    } finally {
      lines.close();
    }
  };
}
