import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../db/base/random.ts";
import type { ProviderGate, Visit } from "./concurrency/provider-gate.ts";
import { ProviderFault } from "./transport/provider-fault.ts";
import { retryAfterMs } from "./transport/retry-after.ts";

export interface RetryOptions {
  maxRetries: number;
  /** Longest silence of one attempt: until its answer is complete or, streamed, until the next event. */
  requestTimeoutMs: number;
  /** Milliseconds left of the turn, asked anew before each wait. A wait that would outlast it is not begun. */
  remainingMs: () => number;
  random: Random;
  /** Reads an answer to its end, within the attempt. `onEvent` is to be called at each sign of life. */
  read: (answer: Response, onEvent: () => void) => Promise<Response>;
  /** Bounds the requests in flight to the provider. */
  gate?: ProviderGate;
  fetch?: typeof fetch;
}

const RETRIED_STATUS = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
/** Too much was asked at once. */
const THROTTLED_STATUS = new Set([429, 503, 529]);
/** First wait without a `Retry-After`; doubles up to the ceiling, times 0.5 to 1 at random so that clients spread. */
const BASE_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * A `fetch` that retries one request on 429, 5xx, faults of the connection and answers that are none, waits as long as
 * the provider asks, and gives up at once where the wait would outlast the turn. The providers' own retries are switched
 * off: this is the only place. The answer is read here, so that a stream cut in the middle is retried too.
 */
export function makeRetryingFetch(options: RetryOptions): typeof fetch {
  return async (input, init) => {
    for (let attempt = 0; ; attempt++) {
      const result = await attemptOnce(input, init, options);
      if (!result.retry || attempt >= options.maxRetries) return finish(result);
      const waitMs = result.waitMs ?? backOff(attempt, options.random);
      if (waitMs >= options.remainingMs()) return finish(result);
      await sleep(waitMs, undefined, { signal: init?.signal ?? undefined });
    }
  };
}

type Attempt = { retry: boolean; waitMs?: number } & ({ response: Response } | { error: unknown });

async function attemptOnce(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  options: RetryOptions,
): Promise<Attempt> {
  const visit = await options.gate?.enter(init?.signal ?? undefined);
  const watch = watchAttempt(options.requestTimeoutMs, init?.signal ?? undefined);
  try {
    const answer = await (options.fetch ?? fetch)(input, { ...init, signal: watch.signal });
    const response = await options.read(answer, watch.heard);
    return await leave(visit, response);
  } catch (error) {
    visit?.leave("failed");
    // The caller's own abort ends it; a fault of the connection or of this attempt may pass.
    if (init?.signal?.aborted) return { error, retry: false };
    return { error: watch.signal.aborted ? watch.signal.reason : asFault(error), retry: true };
  } finally {
    watch.stop();
  }
}

async function leave(visit: Visit | undefined, response: Response): Promise<Attempt> {
  const { status, headers } = response;
  const retry = RETRIED_STATUS.has(status);
  const waitMs = retry ? retryAfterMs({ status, headers, body: await response.clone().text() }, Date.now()) : undefined;
  if (THROTTLED_STATUS.has(status)) visit?.leave("throttled", waitMs);
  else visit?.leave(response.ok ? "ok" : "failed");
  return { response, retry, waitMs };
}

/** `fetch` says no more than that it failed; its cause says why. */
function asFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const { message, cause } = error as Error;
  return new ProviderFault("unreachable", cause instanceof Error ? `${message}: ${cause.message}` : message, error);
}

interface AttemptWatch {
  /** Aborted by the caller's signal, or by too long a silence. */
  signal: AbortSignal;
  heard(): void;
  stop(): void;
}

/** One controller and no `AbortSignal.any`, whose signals some engines collect before their time. */
function watchAttempt(limitMs: number, caller: AbortSignal | undefined): AttemptWatch {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    controller.abort(new ProviderFault("timeout", `nothing was heard of the provider within ${limitMs} ms`));
  }, limitMs);
  if (caller?.aborted) giveUp();
  caller?.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    heard: () => void timer.refresh(),
    stop() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", giveUp);
    },
  };
}

function finish(result: Attempt): Response {
  if ("response" in result) return result.response;
  throw result.error;
}

function backOff(attempt: number, random: Random): number {
  return Math.min(MAX_WAIT_MS, BASE_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2);
}
