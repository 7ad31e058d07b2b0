import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { ForksPoolWorker, type PoolOptions } from "vitest/node";

/** Resident, in MB, beyond which a process is given no more files. What it has loaded costs the next one some seconds. */
const ENOUGH_MB = 1200;

/** Processes that run one test file after the other until they have grown: what hundreds of files leave behind took 5 GB of one. */
export const GROWN_ARE_ENDED = {
  name: "forks-that-end",
  createPoolWorker: (options: PoolOptions) => new WorkerThatEnds(options),
};

class WorkerThatEnds extends ForksPoolWorker {
  override name = GROWN_ARE_ENDED.name;

  canReuse(): boolean {
    // Declared private.
    const { fork } = this as unknown as { fork: ChildProcess };
    return residentMb(fork.pid) < ENOUGH_MB;
  }
}

/** 0 where the system does not say (no Linux), and of a process that is gone. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
