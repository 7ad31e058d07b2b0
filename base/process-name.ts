import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { sha256 } from "./hash.ts";
import { lazily } from "./lazily.ts";

/** A name for what belongs to this process alone, by which others can tell when it is gone. */
export function ownName(): string {
  return `${process.pid}-${machine()}-${own.start}-${randomBytes(4).toString("hex")}`;
}

/** A name as `ownName` makes it; those of older versions lack the start, or have it by a clock of their own. */
const NAME = /^(\d+)-([0-9a-f]{8})-(?:([0-9a-f]+)-)?[0-9a-f]+$/;

/** True when the process of a name is gone. What another machine's process named is never taken for that. */
export function isGone(name: string): boolean {
  const [, pid, host, start = ""] = NAME.exec(name) ?? [];
  if (pid === undefined || host !== machine()) return false;
  // In a container each process may have the same number.
  if (Number(pid) === process.pid) return start !== own.start;
  if (!isAlive(Number(pid))) return true;
  // After a restart, or 4 million processes later, another one has the number.
  const now = start.length === START_DIGITS ? startOf(Number(pid)) : null;
  return now !== null && now !== start;
}

/** For people: `process 4711 on this machine`. */
export function describeProcess(name: string): string {
  const [, pid, host] = NAME.exec(name) ?? [];
  if (pid === undefined) return "a process of another version";
  return `process ${pid} on ${host === machine() ? "this" : "another"} machine`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive as well; only "no such process" is gone.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Process numbers say nothing about another machine (or container) that shares the folder. */
function machine(): string {
  return sha256(hostname()).slice(0, 8);
}

/** More than a time in milliseconds has, which older versions put there. */
const START_DIGITS = 16;

const own = lazily({ start: () => startOf(process.pid) ?? Math.floor(performance.timeOrigin).toString(16) });

/** When a process started and since which start of the machine, as the system tells it to anybody; null where it does not. */
function startOf(pid: number): string | null {
  const told = process.platform === "linux" ? startOnLinux(pid) : startByList(pid);
  return told && sha256(told).slice(0, START_DIGITS);
}

function startOnLinux(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
    // The command's name may hold anything; its last bracket ends it. Ticks since the machine's start are the 22nd field.
    const [, fields] = /\)([^)]*)$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const ticks = fields?.trim().split(" ")[19];
    return ticks === undefined ? null : `${boot.trim()} ${ticks}`;
  } catch {
    return null; // No /proc, or one that hides other users' processes: assume that it is alive.
  }
}

/** As macOS and the BSDs list it; Windows has no such list. */
function startByList(pid: number): string | null {
  if (process.platform === "win32") return null;
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env });
  return stdout?.trim() || null;
}
