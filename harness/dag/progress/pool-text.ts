import { countOf } from "../../../base/counts.ts";
import type { PoolState } from "../worker-pool.ts";

/** `4 workers, 61 a minute, 12 of 64 slots busy, 3 retries, 1 dead, 12 min left`. */
export function poolLine({ workers, held, retries, dead, eta_s: eta, paused }: PoolState): string {
  const sum = (of: (worker: PoolState["workers"][number]) => number) =>
    workers.reduce((total, worker) => total + of(worker), 0);
  return [
    ...(paused ? ["paused by queue pause"] : []),
    countOf(workers.length, "worker"),
    `${sum(({ per_minute }) => per_minute)} a minute`,
    `${held} of ${countOf(
      sum(({ slots }) => slots),
      "slot",
    )} busy`,
    ...(retries > 0 ? [retries === 1 ? "1 retry" : `${retries} retries`] : []),
    ...(dead > 0 ? [`${dead} dead`] : []),
    ...(eta === null ? [] : [eta < 90 ? `${eta} s left` : `${Math.round(eta / 60)} min left`]),
  ].join(", ");
}

/** Each worker with what it makes. */
export function workerLines({ workers }: PoolState): string[] {
  return workers.flatMap(({ id, slots, per_minute: perMinute, made, doing }) => [
    `worker ${id}: ${doing.length} of ${countOf(slots, "slot")} busy, ${made} made, ${perMinute} in the last minute`,
    ...doing.map(({ what, seconds }) => `  ${what} for ${seconds} s`),
  ]);
}
