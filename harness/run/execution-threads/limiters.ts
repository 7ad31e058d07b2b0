import type { RequestEnd } from "../../../base/providers/adaptive-limit.ts";
import { type Permit, takingTurns } from "../../../base/providers/rate-limiter.ts";
import type { ProviderAddress, RateLimiters } from "../../../base/providers/rate-limiters.ts";
import type { Handlers, Peer } from "../../../base/threads/peer.ts";

interface Released {
  permit: number;
  end: RequestEnd;
  waitMs: number | undefined;
}

/** In a thread: the rate limiters of the main thread, so that all keep to each provider's limits together. */
export function limitersOver(peer: Peer): RateLimiters {
  const turn = takingTurns();
  return (address) => ({
    async acquire(signal) {
      const permit = await peer.call<number>("acquire", address, signal);
      return { turn, release: (end, waitMs) => void peer.call("release", { permit, end, waitMs }) };
    },
  });
}

/** In the main thread. */
export function limiterHandlers(limiters: RateLimiters): Handlers {
  const permits = new Map<number, Permit>();
  let last = 0;
  return {
    async acquire(address: ProviderAddress, signal: AbortSignal) {
      const permit = await limiters(address).acquire(signal);
      permits.set(++last, permit);
      return last;
    },
    release({ permit, end, waitMs }: Released) {
      permits.get(permit)?.release(end, waitMs);
      permits.delete(permit);
    },
  };
}
