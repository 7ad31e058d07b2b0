import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** What a process has to end in an orderly way, after it was asked to. */
const GRACE_MS = 500;

/**
 * Ends a process and all that it started: asked first, then killed. The process must lead its group (`detached`); one
 * that leaves the group on purpose is out of reach.
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    await new Promise((resolve) => spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"]).once("close", resolve));
    return;
  }
  if (!signalGroup(child.pid, "SIGTERM")) return;
  const deadline = performance.now() + GRACE_MS;
  while (performance.now() < deadline) {
    await delay(10);
    if (!signalGroup(child.pid, 0)) return;
  }
  signalGroup(child.pid, "SIGKILL");
}

/** False when the group has no process any more. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
