import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../pages.ts";

const COLUMNS = "100";

/** What a command prints in a terminal of 100 columns. @throws Error when it ends with another exit code */
export function sayInTerminal(line: string, cwd: string, expected = 0): { stdout: string; stderr: string } {
  const bin = join(ROOT, "harness/scopebench.mjs");
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...line.split(" ")], {
    ...{ cwd, encoding: "utf8" },
    env: { ...process.env, COLUMNS, NO_COLOR: "1" },
  });
  if (status !== expected) throw new Error(`scopebench ${line} ended with ${status}: ${stderr}`);
  return { stdout, stderr };
}
