import type { Principal } from "../protocol/principal.ts";
import { Refused } from "../protocol/protocol.ts";

/** What one person may ask of a service; null: as much as they like. */
export interface UserLimits {
  requestsPerMinute: number | null;
  bodyBytes: number | null;
  runsAtOnce: number | null;
  /** Of the last 24 hours. */
  perDay: Budget;
}

/** What may be spent; null: as much as is needed. */
export interface Budget {
  modelCalls: number | null;
  toolCalls: number | null;
  tokens: number | null;
  costUsd: number | null;
}

export const NO_BUDGET: Budget = { modelCalls: null, toolCalls: null, tokens: null, costUsd: null };

export const NO_LIMITS: UserLimits = {
  ...{ requestsPerMinute: null, bodyBytes: null, runsAtOnce: null },
  perDay: NO_BUDGET,
};

/** Requests of each person in the last minute, in this process: a token bucket that fills evenly. */
export class RateLimit {
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  /** @throws Refused 429, with the seconds to wait */
  take({ tenant, name }: Principal, perMinute: number | null, now = performance.now()): void {
    if (perMinute === null) return;
    const key = JSON.stringify([tenant, name]);
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: perMinute, at: now };
    const filled = Math.min(perMinute, tokens + ((now - at) / 60_000) * perMinute);
    this.#buckets.set(key, { tokens: Math.max(0, filled - 1), at: now });
    if (filled >= 1) return;
    const seconds = Math.ceil(((1 - filled) / perMinute) * 60);
    throw new Refused(429, `expected at most ${perMinute} requests a minute; try again in ${seconds} s`, {
      "retry-after": String(seconds),
    });
  }
}
