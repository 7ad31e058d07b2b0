import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { sha256 } from "../../base/hash.ts";

/** A name for what belongs to this process alone, by which others can tell when it is gone. */
export function ownName(): string {
  return `${process.pid}-${machine()}-${randomBytes(6).toString("hex")}`;
}

/** True when the process of a name is gone. What another machine's process named is never taken for that. */
export function isGone(name: string): boolean {
  const [, pid, host] = /^(\d+)-([0-9a-f]+)-/.exec(name) ?? [];
  if (pid === undefined || host !== machine()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // Another user's process is alive as well; only "no such process" is gone.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Process numbers say nothing about another machine (or container) that shares the folder. */
function machine(): string {
  return sha256(hostname()).slice(0, 8);
}
