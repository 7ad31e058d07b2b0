import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** File names beside this one: one environment each. */
export type Requirements =
  | "requirements.txt"
  | "interchange.txt"
  | "spans.txt"
  | "assistant-clients.txt"
  | "jupyter.txt"
  | "s3.txt";

const CACHE = fileURLToPath(new URL("../../.scopebench/oracles/", import.meta.url));

/** The variable that turns "left out" into a failure, and allows the download (150 MB from PyPI, once). */
const REQUIRED = process.env.SCOPEBENCH_ORACLES === "required";

/**
 * Python of a virtual environment with the pinned packages, made when it is required and not there yet. Otherwise null
 * with the reason: a test run downloads nothing that nobody asked for.
 */
export function findPython(
  name: Requirements = "requirements.txt",
): { python: string; missing: null } | { python: null; missing: string } {
  const requirements = fileURLToPath(new URL(name, import.meta.url));
  const key = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const python = join(CACHE, key, "bin", "python");
  if (existsSync(python)) return { python, missing: null };
  if (!REQUIRED) return { python: null, missing: "Python packages; SCOPEBENCH_ORACLES=required installs them" };
  return { python: install(join(CACHE, key), requirements), missing: null };
}

/** Made beside its place and moved there when complete: an interrupted download leaves nothing half, and of two tests at once the first one's stays. */
function install(folder: string, requirements: string): string {
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  execute("python3", ["-m", "venv", partial]);
  execute(join(partial, "bin", "python"), ["-m", "pip", "install", "--quiet", "-r", requirements]);
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(partial, { recursive: true });
  }
  return join(folder, "bin", "python");
}

/** Runs to the end and gives what was printed. @throws Error with what the program said, or after ten minutes. */
export function execute(command: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: 600_000,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stderr.slice(-3000)}`);
  return stdout;
}
