import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../pages.ts";
import type { FigureSource } from "../source.ts";

const RUN = "run --limit 10 --models explorer,sprinter --workflows react --knowledge prompt --quick";
const COLUMNS = "100";

/** What a newcomer sees. Progress, notes and the legend are left out, and no figure is touched. */
export const terminal: FigureSource = {
  name: "terminal",
  command: `npx scopebench ${RUN}`,
  about: "What the terminal shows: stand-in models and judge, the synthetic corpus",
  measure: async () => {
    const cwd = mkdtempSync(join(tmpdir(), "scopebench-terminal-"));
    try {
      return { values: {}, tables: {}, screens: { run: `$ npx scopebench ${RUN}\n${essence(say(RUN, cwd))}` } };
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
};

function say(line: string, cwd: string): string {
  const bin = join(ROOT, "harness/scopebench.mjs");
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...line.split(" ")], {
    ...{ cwd, encoding: "utf8" },
    env: { ...process.env, COLUMNS, NO_COLOR: "1" },
  });
  if (status !== 0) throw new Error(`scopebench ${line} ended with ${status}: ${stderr}`);
  return `${stderr.trimEnd()}\n\n${stdout.trimEnd()}`;
}

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
