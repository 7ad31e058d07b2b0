import { AsyncLocalStorage } from "node:async_hooks";
import { type ConcurrencyEvent, makeRateLimiter, type RateLimiter } from "./rate-limiter.ts";

/** Requests in flight at first: below the tightest limits that providers give out. */
export const INITIAL_CONCURRENCY = 4;
/** More than this one process cannot make good use of. */
const MAX_CONCURRENCY = 256;

/** Where a request goes, and with whose key: limits are given to a key at an address, whichever models are asked. */
export interface ProviderAddress {
  provider: string;
  baseUrl?: string;
  apiKeyEnv?: string;
}

/** The rate limiter of a provider, the same for everybody who asks it: agents, judges, enrichment, embeddings. */
export type RateLimiters = (address: ProviderAddress) => RateLimiter;

export function makeRateLimiters(onEvent: (event: ConcurrencyEvent) => void = () => undefined): RateLimiters {
  const limiters = new Map<string, RateLimiter>();
  return ({ provider, baseUrl, apiKeyEnv }) => {
    const key = JSON.stringify([provider, baseUrl, apiKeyEnv]);
    const name = baseUrl === undefined ? provider : `${provider} ${new URL(baseUrl).host}`;
    const limiter =
      limiters.get(key) ??
      makeRateLimiter({ provider: name, initial: INITIAL_CONCURRENCY, max: MAX_CONCURRENCY, onEvent });
    limiters.set(key, limiter);
    return limiter;
  };
}

/** Carries the rate limiters to every request to a provider, so that no caller in between has to pass them on. */
const SCOPE = new AsyncLocalStorage<RateLimiters>();

/** Runs something whose requests to providers all pass these rate limiters. */
export function withRateLimiters<T>(limiters: RateLimiters, run: () => T): T {
  return SCOPE.run(limiters, run);
}

/** The rate limiters that the caller runs behind; undefined = none, and requests are not bounded. */
export function currentRateLimiters(): RateLimiters | undefined {
  return SCOPE.getStore();
}
