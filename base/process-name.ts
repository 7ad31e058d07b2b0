import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { sha256 } from "./hash.ts";

/** A name for what belongs to this process alone, by which others can tell when it is gone. */
export function ownName(): string {
  return `${process.pid}-${machine()}-${ourStart()}-${randomBytes(4).toString("hex")}`;
}

/** A name as `ownName` makes it; those of older versions lack the start. */
const NAME = /^(\d+)-([0-9a-f]{8})-(?:([0-9a-f]+)-)?[0-9a-f]+$/;

/** True when the process of a name is gone. What another machine's process named is never taken for that. */
export function isGone(name: string): boolean {
  const [, pid, host, start] = NAME.exec(name) ?? [];
  if (pid === undefined || host !== machine()) return false;
  // In a container each process may have the same number.
  return Number(pid) === process.pid ? start !== ourStart() : !isAlive(Number(pid));
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

function ourStart(): string {
  return Math.floor(performance.timeOrigin).toString(16);
}
