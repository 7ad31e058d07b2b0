/** One worker's part in a provider's limit. */
export interface Lease {
  worker: string;
  /** Requests that it may have in flight. */
  held: number;
  /** Requests that it has in flight or would send. */
  wanted: number;
  /** Requests that it was let send so far. */
  served: number;
}

/**
 * How many requests each worker should have in flight: an equal part of the limit, but no more than it wants (max-min fairness,
 * Bertsekas and Gallager 1987). What does not divide goes to those that were served least. By worker.
 */
export function fairShares(limit: number, leases: readonly Lease[]): Map<string, number> {
  const shares = new Map(leases.map(({ worker }) => [worker, 0]));
  const byNeed = [...leases].sort((a, b) => a.served - b.served || (a.worker < b.worker ? -1 : 1));
  let left = limit;
  for (;;) {
    const hungry = byNeed.filter(({ worker, wanted }) => wanted > (shares.get(worker) as number));
    if (left <= 0 || hungry.length === 0) return shares;
    const each = Math.max(1, Math.floor(left / hungry.length));
    for (const { worker, wanted } of hungry) {
      const had = shares.get(worker) as number;
      const more = Math.min(each, wanted - had, left);
      shares.set(worker, had + more);
      left -= more;
    }
  }
}

/**
 * What one worker may hold now: its fair share, as far as the others have given theirs back; never less than it has in flight.
 * `othersWait`: some have less than their share; `owes`: they wait for what this one has in flight.
 */
export function grantTo(
  own: Lease & { inFlight: number },
  { limit, others }: { limit: number; others: readonly Lease[] },
): { held: number; othersWait: boolean; owes: boolean } {
  const shares = fairShares(limit, [own, ...others]);
  const free = limit - others.reduce((sum, { held }) => sum + held, 0);
  const share = shares.get(own.worker) as number;
  const othersWait = others.some(({ worker, held }) => (shares.get(worker) as number) > held);
  const held = Math.max(own.inFlight, Math.min(share, Math.max(0, free)));
  return { held, othersWait, owes: othersWait && held > share };
}
