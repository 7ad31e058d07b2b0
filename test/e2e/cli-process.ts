import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENGINE_FLAGS } from "../engine-flags.ts";

export const BIN = fileURLToPath(new URL("../../harness/scopebench.mjs", import.meta.url));

export interface CliResult {
  code: number | null;
  out: string;
  errors: string;
}

export interface CliOptions {
  cwd: string;
  environment?: Record<string, string>;
  /** Files that the process may have open. */
  openFiles?: number;
  /** Called once the process runs, to disturb it. */
  onStart?(child: ChildProcess): void;
}

/** Runs the command line in a process of its own, as a user does. */
export function scopebench(
  args: readonly string[],
  { cwd, environment = {}, openFiles, onStart }: CliOptions,
): Promise<CliResult> {
  const { PATH, HOME, SCOPEBENCH_CACHE } = process.env;
  const command = [process.execPath, ...ENGINE_FLAGS, BIN, ...args];
  const limited = ["sh", "-c", `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command];
  const [program = "", ...rest] = openFiles === undefined ? command : limited;
  const child = spawn(program, rest, {
    cwd,
    env: { PATH, HOME, SCOPEBENCH_CACHE, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const result: CliResult = { code: null, out: "", errors: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    result.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    result.errors += chunk;
  });
  onStart?.(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...result, code }));
  });
}

/** Every file under a folder but timings: relative name -> content. */
export async function filesUnder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("timing"));
  const contents = await Promise.all(
    files.map(
      async (entry) =>
        [
          join(entry.parentPath, entry.name).slice(folder.length + 1),
          await readFile(join(entry.parentPath, entry.name), "utf8"),
        ] as const,
    ),
  );
  return Object.fromEntries(contents.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The newest run in a folder of runs. */
export async function newestRun(runs: string): Promise<string> {
  return join(runs, (await readdir(runs)).sort().at(-1) as string);
}
