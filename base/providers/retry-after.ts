import { isObject, type JsonObject, objectsOf, parseObject } from "../json-object.ts";
import { LONGEST_TIMER_MS } from "../longest-timer.ts";

/**
 * How long a provider asks to wait, in milliseconds; undefined when it does not say, or names a time that has passed.
 * Read in this order: `retry-after-ms` (0 says nothing), `retry-after` (seconds or a date), Google's `retryDelay` in the body, and
 * on 429 the reset time of whatever limit is used up (epoch, duration, ISO time; OpenRouter sends its headers in the body).
 */
export function retryAfterMs(answer: Answer, now: number): number | undefined {
  const asked = askedMs(answer, now);
  return asked === undefined ? undefined : Math.min(asked, LONGEST_TIMER_MS);
}

interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

function askedMs(answer: Answer, now: number): number | undefined {
  const milliseconds = Number(answer.headers.get("retry-after-ms") ?? 0);
  if (milliseconds > 0) return milliseconds;
  const value = answer.headers.get("retry-after");
  if (value !== null && Number(value) >= 0) return Number(value) * 1000;
  const date = value === null ? Number.NaN : Date.parse(value);
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  const error = parseObject(answer.body)?.error;
  const reported = isObject(error) ? error : {};
  return (
    retryDelay(reported) ?? (answer.status === 429 ? resetMs(limitHeaders(answer.headers, reported), now) : undefined)
  );
}

/** Google: `{"@type": ".../google.rpc.RetryInfo", "retryDelay": "48s"}` among the details. */
function retryDelay(error: JsonObject): number | undefined {
  const details = objectsOf(error.details).find((detail) => typeof detail.retryDelay === "string");
  return details && parseDuration(String(details.retryDelay));
}

function limitHeaders(headers: Headers, { metadata }: JsonObject): Map<string, string> {
  const reported = isObject(metadata) && isObject(metadata.headers) ? Object.entries(metadata.headers) : [];
  const all = [...headers, ...reported.map(([name, value]) => [name, String(value)] as const)];
  return new Map(all.map(([name, value]) => [name.toLowerCase(), value]));
}

/** `x-ratelimit-remaining-tokens: 0` beside `x-ratelimit-reset-tokens: 12m57.6s`: the longest of those used up. */
function resetMs(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const waits = [...headers].flatMap(([name, value]) => {
    if (!/ratelimit.*reset/.test(name) || Number(headers.get(name.replace("reset", "remaining"))) > 0) return [];
    const wait = parseReset(value, now);
    return wait !== undefined && wait > 0 ? [wait] : [];
  });
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Epochs are told from spans by their size: no span is 30 years long. */
const FIRST_EPOCH_SECONDS = 1e9;

function parseReset(value: string, now: number): number | undefined {
  const number = Number(value);
  if (number >= FIRST_EPOCH_SECONDS * 1000) return number - now;
  if (number >= FIRST_EPOCH_SECONDS) return number * 1000 - now;
  if (number >= 0) return number * 1000;
  return parseDuration(value) ?? (Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value) - now);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `12m57.6s`, `48s`, `2ms`. */
function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ""] ?? 0), 0);
}
