/**
 * What ends at once does so within this, also on a machine with much else to do; what would hang, or wait as a server asked, takes longer.
 * How soon it is at best is measured in `perf/`.
 */
export const SOON_MS = 25_000;

/** Milliseconds of processor time that some work takes: the same on a busy machine. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
