import { execFile } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { consentTo } from "../../base/consent/consent.ts";
import { makeFolder } from "../../base/make-folder.ts";
import { withScratchFolder } from "../../base/whole-folder.ts";
import { writeFile } from "../../base/write-file.ts";
import type { AgentSettings } from "../contract/contract.ts";
import { GUARD } from "./guard.ts";

/** What a script may take. */
export interface ScriptLimits {
  timeMs: number;
  /** Of its heap; and, where the system tells it (Linux), of all its memory beside what Node itself takes. */
  memoryMb: number;
  /** Of either output. */
  outputChars: number;
}

export const SCRIPT_LIMITS: ScriptLimits = { timeMs: 10_000, memoryMb: 64, outputChars: 64_000 };

export type ScriptEnd =
  | { type: "done"; output: string }
  | { type: "failed"; why: "exit" | "time" | "memory" | "output"; output: string };

/** Whether this Node can hold a script: its permission model, and hooks that see every import. */
export async function canRunScripts(): Promise<boolean> {
  const { default: module } = await import("node:module");
  return "registerHooks" in module && process.allowedNodeEnvironmentFlags.has("--permission");
}

export function isScript(path: string): boolean {
  return /^[^/]+\/scripts\/[^/]+\.mjs$/.test(path);
}

/** An agent that can run scripts is made only where that was agreed to. @throws UserError naming what was not */
export async function askForScripts({ skills = {} }: AgentSettings): Promise<void> {
  const scripts = Object.keys(skills).filter(isScript);
  await consentTo(scripts.map((path) => ({ type: "runs", command: ["node", path] })));
}

/**
 * Runs a script of a skill in a process of its own, which reads the skill's files and nothing else, has no network, no other
 * process, no environment, and is killed where it takes more than its limits. design/agent-runtime.md says what that does not hold.
 * @param files by their paths within the skill, the script among them
 */
export async function runScript(
  files: ReadonlyMap<string, string>,
  { script, args, limits = SCRIPT_LIMITS, signal }: ScriptCall,
): Promise<ScriptEnd> {
  return withScratchFolder("skill", async (scratch) => {
    // Real: the permission model compares paths as they are.
    const folder = await realpath(scratch);
    await layOut(folder, files);
    return ended(folder, { script, args, limits, signal });
  });
}

interface ScriptCall {
  script: string;
  args: readonly string[];
  limits?: ScriptLimits;
  signal: AbortSignal;
}

/** The skill's files in a folder below the guard's, whose place no path of theirs can take. */
async function layOut(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await writeFile(join(folder, "guard.mjs"), GUARD);
  for (const [path, text] of files) {
    const at = join(folder, "skill", path);
    await makeFolder(dirname(at));
    await writeFile(at, text);
  }
}

function ended(folder: string, { script, args, limits, signal }: Required<ScriptCall>): Promise<ScriptEnd> {
  const skill = join(folder, "skill");
  const flags = [
    ...["--permission", `--allow-fs-read=${folder}`, `--max-old-space-size=${limits.memoryMb}`, "--no-warnings"],
    // A guard that calls methods of prototypes is as good as these.
    ...["--disable-sigusr1", "--frozen-intrinsics", "--import", pathToFileURL(join(folder, "guard.mjs")).href],
  ];
  const options = { cwd: skill, env: { TZ: "UTC" }, timeout: limits.timeMs, maxBuffer: limits.outputChars, signal };
  return new Promise((resolve) => {
    let isTooLarge = false;
    const child = execFile(
      process.execPath,
      [...flags, join(skill, script), ...args],
      { ...options, killSignal: "SIGKILL" },
      (error, stdout, stderr) => {
        watch.stop();
        if (error === null) return resolve({ type: "done", output: plain(stdout, folder) });
        const isLong = String(error.code) === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
        const isHeap = error.signal === "SIGABRT" || /heap out of memory/.test(stderr);
        const why = isLong ? "output" : isTooLarge || isHeap ? "memory" : error.killed ? "time" : "exit";
        resolve({ type: "failed", why, output: plain(why === "exit" ? stdout + stderr : stdout, folder) });
      },
    );
    child.stdin?.end();
    const watch = watchMemory(child.pid, limits, () => {
      isTooLarge = true;
      child.kill("SIGKILL");
    });
  });
}

/** What Node takes before a script does anything, generously. */
const NODE_MB = 128;
const LOOK_MS = 50;

/** Buffers are no part of the heap that a flag limits. */
function watchMemory(pid: number | undefined, { memoryMb }: ScriptLimits, exceeded: () => void): { stop(): void } {
  const look = async () => {
    // Absent where there is no such file, and once the process is gone.
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    if (resident > memoryMb + NODE_MB) exceeded();
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return { stop: () => clearInterval(timer) };
}

/** Paths of this machine are nobody's business, and what steers a terminal or fits in no database is no text. */
function plain(text: string, folder: string): string {
  const own = text.replaceAll(`file://${folder}/`, "").replaceAll(`${folder}/`, "").replaceAll(folder, ".");
  return own.replace(/[^\P{Cc}\n\t]/gu, "");
}
