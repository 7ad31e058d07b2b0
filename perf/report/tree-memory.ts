import { readdirSync, readFileSync } from "node:fs";

export interface MemoryPeak {
  /** Resident megabytes of this process and all that descend from it, together. */
  tree: number;
  /** Of the largest of them alone. */
  largest: number;
}

/** Samples resident memory every 100 ms while `work` goes on. Off Linux, only this process is seen. */
export async function watchMemory<T>(work: () => Promise<T>): Promise<{ result: T; peak: MemoryPeak }> {
  const peak: MemoryPeak = { tree: 0, largest: 0 };
  const timer = setInterval(() => {
    const all = residentTree();
    peak.tree = Math.max(peak.tree, Math.round(all.reduce((sum, one) => sum + one, 0)));
    peak.largest = Math.max(peak.largest, Math.round(Math.max(...all)));
  }, 100);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(timer);
  }
}

function residentTree(): number[] {
  if (process.platform !== "linux") return [process.memoryUsage.rss() / 2 ** 20];
  const all = readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? describe(pid) : []));
  const family = new Set([process.pid]);
  // Parents mostly have smaller numbers, but numbers wrap: until nothing is added.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid)).map(({ megabytes }) => megabytes);
}

/** Nothing for a process that ended in between. */
function describe(pid: string): { pid: number; parent: number; megabytes: number }[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return [{ pid: Number(pid), parent: field("PPid"), megabytes: field("VmRSS") / 1024 }];
  } catch {
    return [];
  }
}
