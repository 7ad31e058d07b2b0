import { consentTo, sending } from "../consent/consent.ts";
import { parseObject } from "../json-object.ts";
import { ServerLost } from "../outages/server-lost.ts";
import { makeRandom } from "../random.ts";
import { UserError } from "../user-error.ts";
import { readErrorText } from "./error-content.ts";
import { errorStatus } from "./error-status.ts";
import { currentRateLimiters } from "./rate-limiters.ts";
import { makeRetryingFetch, type ReadAnswer } from "./retrying-fetch.ts";
import { redactAddresses } from "./secrets/addresses.ts";
import type { Secret } from "./secrets/secrets.ts";

export interface PostOptions {
  /** What is asked for, as messages say it: `embeddings`. */
  what: string;
  /** Up to the endpoint's path: whoever asks the same with the same key passes the same rate limiter. */
  baseUrl: string;
  /** Name of the variable with the key. */
  apiKeyEnv?: string;
  headers: Record<string, string>;
  secrets: readonly Secret[];
  maxRetries: number;
  timeoutMs: number;
}

/**
 * Posts JSON to a model's server, through its provider's rate limiter, with the retries of all requests to providers.
 * Throws a UserError `substrate` for what the server did not take or answered with something else, ServerLost for the rest, with
 * the code `credentials` when the key is refused.
 */
export async function postJson(
  path: string,
  body: unknown,
  options: PostOptions,
): Promise<{ json: unknown; retries: number }> {
  await consentTo(sending(options.apiKeyEnv, options.baseUrl));
  const url = `${options.baseUrl.replace(/\/+$/, "")}${path}`;
  const init = { method: "POST", headers: options.headers, body: JSON.stringify(body) };
  let attempts = 0;
  const send = makeRetryingFetch({
    maxRetries: options.maxRetries,
    requestTimeoutMs: options.timeoutMs,
    remainingMs: () => Number.POSITIVE_INFINITY,
    random: makeRandom("retry", url),
    limiter: currentRateLimiters()?.({ provider: "openai", baseUrl: options.baseUrl, apiKeyEnv: options.apiKeyEnv }),
    secrets: options.secrets,
    read: readWhole,
    fetch: (...request) => {
      attempts++;
      return fetch(...request);
    },
  });
  const what = `${options.what} of ${redactAddresses(url)}`;
  const answer = await send(url, init).catch((error: Error) => {
    throw new ServerLost(what, error.message);
  });
  const text = await answer.text();
  if (answer.ok) return { json: parseJson(text, what), retries: attempts - 1 };
  const said = `HTTP ${answer.status} ${readErrorText(text).message.slice(0, MESSAGE_CHARACTERS) || "without a word"}`;
  if (LOOKED_AT.has(answer.status)) throw new UserError("substrate", `${what}: ${said}`);
  throw new ServerLost(what, said, { code: REFUSED.has(answer.status) ? "credentials" : "environment" });
}

/** Statuses of a request that the server has looked at. */
const LOOKED_AT = new Set([400, 404, 413, 422]);
const REFUSED = new Set([401, 403]);

/** Longest error text that is shown. */
const MESSAGE_CHARACTERS = 300;

/** A 200 that tells an error has the error's status, so that it is retried as one. */
async function readWhole(answer: Response): Promise<ReadAnswer> {
  const body = await answer.text();
  const reported = answer.ok ? errorStatus(parseObject(body) ?? {}) : null;
  return { status: reported ?? answer.status, headers: answer.headers, body };
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError("substrate", `${what}: expected JSON, found ${JSON.stringify(text.slice(0, 80))}`, { cause });
  }
}
