import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../db/base/random.ts";

export interface RetryOptions {
  maxRetries: number;
  /** Limit of one attempt, headers and body. */
  requestTimeoutMs: number;
  /** Milliseconds left of the turn, asked anew before each wait. A wait that would outlast it is not begun. */
  remainingMs: () => number;
  random: Random;
  fetch?: typeof fetch;
}

const RETRIED_STATUS = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
/** First wait without a `Retry-After`; doubles up to the ceiling, times 0.5 to 1 at random so that clients spread. */
const BASE_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * A `fetch` that retries one request on 429, 5xx and connection faults, obeys `Retry-After` (seconds, a date, or
 * `retry-after-ms`), and gives up at once where the wait would outlast the turn. The providers' own retries are
 * switched off: this is the only place. The body is read here, so that a stream cut in the middle is retried too.
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
  const timeout = AbortSignal.timeout(options.requestTimeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const answer = await (options.fetch ?? fetch)(input, { ...init, signal });
    const response = await readBody(answer);
    return { response, retry: RETRIED_STATUS.has(response.status), waitMs: retryAfterMs(response.headers) };
  } catch (error) {
    // The caller's own abort ends it; a fault of the connection or of this attempt's limit may pass.
    return { error, retry: init?.signal?.aborted !== true };
  }
}

/** Reads the body. Some gateways answer 200 with nothing but `{"error": {"code": 502}}`: taken for what it says. */
async function readBody(answer: Response): Promise<Response> {
  const body = await answer.text();
  const status = answer.ok ? (errorStatus(body) ?? answer.status) : answer.status;
  const headers = new Headers(answer.headers);
  // The text is decoded already.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(body, { status, statusText: answer.statusText, headers });
}

function errorStatus(body: string): number | null {
  if (!body.startsWith("{") || !body.slice(0, 2_000).includes('"error"')) return null;
  try {
    const parsed = JSON.parse(body) as { error?: { code?: unknown } | null; choices?: unknown; content?: unknown };
    const code = Number(parsed.error?.code);
    return parsed.error && !parsed.choices && !parsed.content ? (code >= 400 && code < 600 ? code : 502) : null;
  } catch {
    // Not JSON: the provider's client says so with the text at hand.
    return null;
  }
}

function finish(result: Attempt): Response {
  if ("response" in result) return result.response;
  throw result.error;
}

function retryAfterMs(headers: Headers): number | undefined {
  const milliseconds = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (Number(value) >= 0) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function backOff(attempt: number, random: Random): number {
  return Math.min(MAX_WAIT_MS, BASE_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2);
}
