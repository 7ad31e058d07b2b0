import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FigureSource } from "../source.ts";
import { sayInTerminal } from "./say-in-terminal.ts";

const RUN = "run --limit 10 --models explorer,sprinter --workflows react --knowledge prompt --quick";

/** What a newcomer sees. Progress, notes and the legend are left out, and no figure is touched. */
export const terminal: FigureSource = {
  name: "terminal",
  command: `npx scopebench ${RUN}`,
  about: "What the terminal shows: stand-in models and judge, the synthetic corpus",
  measure: async () => {
    const cwd = mkdtempSync(join(tmpdir(), "scopebench-terminal-"));
    try {
      const { stdout, stderr } = sayInTerminal(RUN, cwd);
      const printed = essence(`${stderr.trimEnd()}\n\n${stdout.trimEnd()}`);
      return { values: {}, tables: {}, screens: { run: `$ npx scopebench ${RUN}\n${printed}` } };
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
};

/** The stages that ended, and the table of the configurations. */
function essence(printed: string): string {
  const lines = printed.split("\n");
  const head = lines.findIndex((line) => line.startsWith("configuration "));
  const table = lines.slice(
    head,
    lines.findIndex((line) => line.startsWith("pass = ")),
  );
  return [...lines.filter((line) => line.startsWith(" ✓")), "", ...table].join("\n");
}
