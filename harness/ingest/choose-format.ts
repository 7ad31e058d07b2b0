import { createInterface } from "node:readline/promises";
import { type Candidate, sayCandidate } from "../../db/corpora/sources/choose-adapter.ts";
import type { Io } from "../terminal/io.ts";
import { printable } from "../terminal/text.ts";

/** Asks which of some formats a source is, by number or name; undefined where nobody sits at the terminal. */
export function formatChooser(io: Io): ((candidates: readonly Candidate[]) => Promise<string>) | undefined {
  if (!io.interactive || !io.terminal) return undefined;
  return async (candidates) => {
    io.error("these formats are about equally likely:");
    candidates.forEach((candidate, at) => {
      io.error(` ${at + 1}  ${printable(sayCandidate(candidate), { singleLine: true })}`);
    });
    const lines = createInterface({ input: io.input ?? process.stdin, output: process.stderr });
    try {
      const answer = (await lines.question("which? ", { signal: io.signal })).trim();
      return candidates[Number(answer) - 1]?.adapter.name ?? answer;
    } finally {
      lines.close();
    }
  };
}
