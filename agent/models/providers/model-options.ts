import { consentTo, sending } from "../../../base/consent/consent.ts";
import { currentRateLimiters, type RateLimiters } from "../../../base/providers/rate-limiters.ts";
import type { RecordingThread } from "../../../base/providers/recording/recording.ts";
import { makeRandom } from "../../../base/random.ts";
import type { ModelConfig } from "../../contract/contract.ts";
import { addressOf, secretsOfModel } from "../credentials.ts";
import { noteWait } from "../transport/answer-details.ts";
import type { Dialect } from "../transport/dialect.ts";
import { makeTransport } from "../transport/make-transport.ts";

export interface ModelOptions {
  model: ModelConfig;
  seed: number;
  environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds left of the running turn. */
  remainingMs: () => number;
  /** Longest time of one request in all, waits included; absent = the caller's signal bounds it. */
  deadlineMs?: number;
  /** Bound the requests in flight to each provider, over all its models; default: those of where the caller runs. */
  limiters?: RateLimiters;
  /** Where calls are recorded or replayed; default: where the caller runs. */
  thread?: RecordingThread | null;
  /** Sends the requests; default: the platform's. */
  fetch?: typeof fetch;
}

/** The `fetch` for a provider's client. */
export function transportOf(options: ModelOptions, dialect: Dialect): typeof fetch {
  const { model, seed, remainingMs, deadlineMs, environment } = options;
  const { apiKeyEnv, baseUrl } = addressOf(model);
  const send = options.fetch ?? fetch;
  return makeTransport({
    dialect,
    stream: model.stream ?? false,
    extraBody: model.extraBody,
    maxRetries: model.maxRetries,
    requestTimeoutMs: model.requestTimeoutMs,
    remainingMs,
    deadlineMs,
    random: makeRandom("retry", seed, model.name),
    limiter: (options.limiters ?? currentRateLimiters())?.(addressOf(model)),
    secrets: secretsOfModel(model, environment),
    onWait: noteWait,
    fetch: async (...request) => {
      await consentTo(sending(apiKeyEnv, baseUrl));
      return send(...request);
    },
  });
}
