import { setTimeout as sleep } from "node:timers/promises";
import { lazily } from "../lazily.ts";
import type { Random } from "../random.ts";
import { ProviderFault } from "./provider-fault.ts";
import type { Permit, RateLimiter } from "./rate-limiter.ts";
import { retryAfterMs } from "./retry-after.ts";
import { makeRedactor, type Redactor } from "./secrets/redactor.ts";
import type { Secret } from "./secrets/secrets.ts";

export interface RetryOptions {
  maxRetries: number;
  /** Longest silence of one attempt: until its answer is complete or, streamed, until the next event. */
  requestTimeoutMs: number;
  /** Milliseconds left of the turn, asked anew before each wait. A wait that would outlast it is not begun. */
  remainingMs: () => number;
  /** Longest time in all, with the wait at the rate limiter and between attempts; absent = the caller's signal bounds it. */
  deadlineMs?: number;
  random: Random;
  /** Reads an answer to its end, within the attempt. `onEvent` is to be called at each sign of life. */
  read: (answer: Response, onEvent: () => void) => Promise<ReadAnswer>;
  /** Bounds the requests in flight to the provider. */
  limiter?: RateLimiter;
  /** Values that stand in nothing that is handed on: providers quote keys in their errors. */
  secrets?: readonly Secret[];
  fetch?: typeof fetch;
  /** Hears of each wait, once it is over or begun. */
  onWait?: (wait: Wait) => void;
}

/** An answer with its text: each `Response` on the way would copy it through a stream. */
export interface ReadAnswer extends Pick<Response, "status" | "headers"> {
  statusText?: string;
  body: string;
}

/**
 * Time in which a request was not under way. `reason`: the status or fault that a retry follows; `server_queue` = the server had others
 * before it, by its own account; null = it waited its turn at the rate limiter.
 */
export interface Wait {
  reason: string | null;
  ms: number;
}

/** Beside 5xx: time-outs, locks, limits, and Groq's 498 (no capacity). */
const RETRIED_STATUS = new Set([408, 409, 425, 429, 498]);
/** Not implemented, version not supported: no retry mends them. */
const PERMANENT_STATUS = new Set([501, 505]);
/** Too much was asked at once. */
const THROTTLED_STATUS = new Set([429, 503, 529]);
/** First wait without a `Retry-After`; doubles up to the ceiling, times 0.5 to 1 at random so that clients spread. */
const BASE_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * A `fetch` that retries one request on 429, 5xx, connection errors and unreadable answers, waits as long as
 * the provider asks, and gives up at once where the wait would outlast the turn. The providers' own retries are switched
 * off: this is the only place. The answer is read here, so that a stream cut in the middle is retried too.
 */
export function makeRetryingFetch(given: RetryOptions): typeof fetch {
  const options: Options = { ...given, redactor: makeRedactor(given.secrets ?? []) };
  return async (input, init) => {
    const caller = init?.signal ?? undefined;
    const { deadlineMs } = options;
    if (deadlineMs === undefined) return send({ input, init, signal: caller }, options);
    const whole = watchFor(deadlineMs, { caller, fault: `no answer within ${deadlineMs} ms, waits included` });
    try {
      return await send({ input, init, signal: whole.signal }, options);
    } finally {
      whole.stop();
    }
  };
}

interface Options extends RetryOptions {
  redactor: Redactor;
}

interface Sent {
  input: Parameters<typeof fetch>[0];
  init: RequestInit | undefined;
  /** Ends everything: waits, and the attempt that is under way. */
  signal: AbortSignal | undefined;
}

async function send(sent: Sent, options: Options): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const result = await attemptOnce(sent, options);
    if (!result.retry || attempt >= options.maxRetries) return finish(result);
    const waitMs = result.waitMs ?? backOff(attempt, options.random);
    if (waitMs >= options.remainingMs()) return finish(result);
    options.onWait?.({ reason: reasonOf(result), ms: Math.round(waitMs) });
    await pause(waitMs, sent.signal);
  }
}

/** Rejects with the signal's own reason. */
async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(waitMs, undefined, { signal }).catch((error: unknown) => {
    throw signal?.reason ?? error;
  });
}

type Attempt = { retry: boolean; waitMs?: number } & ({ response: Response } | { error: unknown });

async function attemptOnce({ input, init, signal }: Sent, options: Options): Promise<Attempt> {
  const { requestTimeoutMs, redactor } = options;
  const permit = await admitted(signal, options);
  const sentAt = performance.now();
  const fault = `nothing was heard of the provider within ${requestTimeoutMs} ms`;
  const watch = watchFor(requestTimeoutMs, { caller: signal, fault });
  try {
    const answer = await (options.fetch ?? fetch)(input, patient({ ...init, signal: watch.signal }));
    const read = await options.read(answer, watch.heard);
    const attempt = release(permit, withoutSecrets(read, redactor), sentAt, options);
    await permit?.turn(); // Its place at the rate limiter is free by now.
    return attempt;
  } catch (error) {
    // A server that keeps one waiting may have others before it: as many at once are too many for it.
    permit?.release(isSilence(watch.signal.reason) ? "throttled" : "failed");
    // The caller's own abort ends it; a fault of the connection or of this attempt may pass.
    if (signal?.aborted) return { error, retry: false };
    return { error: watch.signal.aborted ? watch.signal.reason : asFault(error, redactor), retry: true };
  } finally {
    watch.stop();
  }
}

/** Nothing was heard in time, by this attempt's clock or by that of a turn. */
function isSilence(reason: unknown): boolean {
  return reason instanceof ProviderFault
    ? reason.code === "timeout"
    : (reason as Error | undefined)?.name === "TimeoutError";
}

async function admitted(signal: AbortSignal | undefined, { limiter, onWait }: Options): Promise<Permit | undefined> {
  const asked = performance.now();
  const permit = await limiter?.acquire(signal);
  const ms = Math.round(performance.now() - asked);
  if (ms > 0) onWait?.({ reason: null, ms });
  return permit;
}

/** Providers quote keys in bodies, proxies in headers too. */
function withoutSecrets({ status, statusText = "", body, ...answer }: ReadAnswer, redactor: Redactor): Redacted {
  const headers = [...answer.headers].map(([name, value]): [string, string] => [name, redactor.text(value)]);
  // Of some statuses there may be no body, not even an empty one.
  const text = body === "" ? null : redactor.body(body);
  const redacted = new Response(text, { status, statusText: redactor.text(statusText), headers });
  return { response: redacted, body: text ?? "" };
}

interface Redacted {
  response: Response;
  body: string;
}

/** A queue at the server that took longer than this, and than half of the work on the answer, says that fewer are to be sent at once. */
const LONG_QUEUE_MS = 1000;

function release(
  permit: Permit | undefined,
  { response, body }: Redacted,
  sentAt: number,
  { onWait }: Pick<RetryOptions, "onWait">,
): Attempt {
  const { status, headers } = response;
  const retry = isRetried(status, headers);
  const waitMs = retry ? retryAfterMs({ status, headers, body }, Date.now()) : undefined;
  const servedMs = response.ok ? servedMsOf(body) : null;
  const queuedMs = servedMs === null ? 0 : Math.round(performance.now() - sentAt - servedMs);
  if (queuedMs > 0) onWait?.({ reason: "server_queue", ms: queuedMs });
  const isQueue = servedMs !== null && queuedMs > Math.max(LONG_QUEUE_MS, servedMs / 2);
  if (THROTTLED_STATUS.has(status) || isQueue) permit?.release("throttled", waitMs);
  else permit?.release(response.ok ? "ok" : "failed");
  return { response, retry, waitMs };
}

/** How long a server worked on an answer: llama.cpp's says so, beside the answer. Null where it does not. */
function servedMsOf(body: string): number | null {
  const [timings] = /"timings":\s*\{[^{}]*\}/.exec(body) ?? [];
  if (timings === undefined) return null;
  const [prompt, predicted] = ["prompt_ms", "predicted_ms"].map((name) =>
    Number(new RegExp(`"${name}":\\s*([0-9.]+)`).exec(timings)?.[1] ?? Number.NaN),
  );
  const sum = prompt! + predicted!;
  return Number.isFinite(sum) ? sum : null;
}

/** OpenAI and Anthropic say in a header what their clients should do. */
function isRetried(status: number, headers: Headers): boolean {
  const advice = headers.get("x-should-retry");
  if (status >= 400 && (advice === "true" || advice === "false")) return advice === "true";
  return RETRIED_STATUS.has(status) || (status >= 500 && !PERMANENT_STATUS.has(status));
}

/** `fetch` says no more than that it failed; its cause says why. What it threw is not kept: it may hold the request. */
function asFault(error: unknown, redactor: Redactor): ProviderFault {
  const { message, cause } = error as Error;
  if (error instanceof ProviderFault) return new ProviderFault(error.code, redactor.message(message));
  const said = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return new ProviderFault("unreachable", redactor.message(said));
}

interface Watch {
  /** Aborted by the caller's signal, or when the time is over: with a `ProviderFault` then. */
  signal: AbortSignal;
  heard(): void;
  stop(): void;
}

/** One controller and no `AbortSignal.any`, whose signals some engines collect before their time. */
function watchFor(limitMs: number, { caller, fault }: { caller: AbortSignal | undefined; fault: string }): Watch {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new ProviderFault("timeout", fault)), limitMs);
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

function reasonOf(result: Attempt): string {
  if ("response" in result) return String(result.response.status);
  return result.error instanceof ProviderFault ? result.error.code : "failed";
}

function finish(result: Attempt): Response {
  if ("response" in result) return result.response;
  throw result.error;
}

function backOff(attempt: number, random: Random): number {
  return Math.min(MAX_WAIT_MS, BASE_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2);
}

/** Where Node keeps the dispatcher of its `fetch`; other engines have neither it nor its limits. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");
/** Of these the options are known; what a program put in their place is left alone. */
const KNOWN = ["Agent", "EnvHttpProxyAgent"];

type DispatcherClass = new (limits: { headersTimeout: number; bodyTimeout: number }) => object;

const own = lazily<{ dispatcher: object | undefined }>({ dispatcher: makeDispatcher });

/**
 * A request that ends by its signal alone. Node's `fetch` gives up on a server that is silent for five minutes, however long
 * the caller would wait: less than a model on a small machine takes for a prompt.
 */
function patient(init: RequestInit): RequestInit {
  return own.dispatcher === undefined ? init : ({ ...init, dispatcher: own.dispatcher } as RequestInit);
}

function makeDispatcher(): object | undefined {
  const global = (globalThis as Record<symbol, unknown>)[DISPATCHER];
  if (typeof global !== "object" || global === null || !KNOWN.includes(global.constructor.name)) return undefined;
  return new (global.constructor as DispatcherClass)({ headersTimeout: 0, bodyTimeout: 0 });
}
