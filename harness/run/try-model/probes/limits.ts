import { retryAfterMs } from "../../../../base/providers/retry-after.ts";
import { AskFailed } from "../ask-failed.ts";
import type { Endpoint } from "../endpoint.ts";
import type { EndpointProbe, ProbeFinding } from "../probe.ts";

/** As many as a run's rate limiter begins with. */
const AT_ONCE = 4;
const MAX_OUTPUT_TOKENS = 48;

export const limits: EndpointProbe = {
  name: "limits",
  question: `answers ${AT_ONCE} requests at once`,
  cost: { requests: AT_ONCE + 1, input: 20, output: MAX_OUTPUT_TOKENS },
  async run(endpoint) {
    const one = (await count(endpoint)).duration_ms;
    const startedAt = performance.now();
    const answers = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => count(endpoint)));
    const took = performance.now() - startedAt;
    const failures = answers.flatMap(({ status, ...rest }) =>
      status === "rejected" ? [(rest as PromiseRejectedResult).reason] : [],
    );
    endpoint.signal.throwIfAborted();
    const throttled = failures.find((error) => error instanceof AskFailed && error.wire.status === 429) as
      | AskFailed
      | undefined;
    if (throttled) return refused(throttled, failures.length);
    if (failures.length > 0) throw failures[0];
    return byTimes({ oneMs: one, allMs: took });
  },
};

/** What follows of the time of one answer and that of all at once. */
export function byTimes({ oneMs, allMs }: { oneMs: number; allMs: number }): ProbeFinding {
  const times = allMs / Math.max(1, oneMs);
  const served = Math.max(1, Math.min(AT_ONCE, Math.round(AT_ONCE / times)));
  if (served >= 2 || oneMs < TOO_SHORT_MS)
    return {
      outcome: "yes",
      found: `all answered, in ${times.toFixed(1)} times the time of one; no limit was met`,
      value: AT_ONCE,
    };
  const found = `one after the other: ${times.toFixed(1)} times the time of one`;
  return { outcome: "no", found, value: 1, advice: QUEUED };
}

/** Times this short are those of the network and of this process. */
const TOO_SHORT_MS = 100;
const QUEUED = "set concurrency: 1, or the time in the server's queue counts against the model's turns";

function count(endpoint: Endpoint) {
  return endpoint.ask("Count from 1 to 30.", { maxOutputTokens: MAX_OUTPUT_TOKENS, maxRetries: 0 });
}

function refused({ wire }: AskFailed, times: number): ProbeFinding {
  const waitMs = retryAfterMs({ status: 429, headers: wire.headers, body: "" }, Date.now());
  const found = `429 for ${times} of ${AT_ONCE}`;
  if (waitMs !== undefined)
    return {
      outcome: "no",
      found: `${found}, with the time to wait: ${(waitMs / 1000).toFixed(1)} s`,
      advice: "a run waits as it is told and asks less at once: it takes longer",
    };
  return {
    outcome: "no",
    found: `${found}, without a time to wait`,
    advice: "a run doubles its waits from 0.5 s on: raise max_retries if calls are lost",
  };
}
