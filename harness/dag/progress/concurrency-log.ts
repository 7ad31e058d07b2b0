import { join } from "node:path";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { JsonLinesLog, repairJsonLines } from "../../../base/json-lines.ts";
import type { ConcurrencyEvent } from "../../../base/providers/rate-limiter.ts";
import { makeRateLimiters, withRateLimiters } from "../../../base/providers/rate-limiters.ts";
import type { ConcurrencyRecord } from "../../record/domain/records.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";

interface Session {
  runDirectory: string;
  now: () => Date;
}

/**
 * Runs something of a run whose requests to providers pass one rate limiter each. How the limits change is logged in the
 * run's `concurrency.jsonl`, and told for people by `load`.
 */
export async function withLoggedRateLimiters<T>(
  { runDirectory, now }: Session,
  run: (load: () => string) => Promise<T>,
): Promise<T> {
  const path = join(runDirectory, RUN_PATHS.concurrency);
  await repairJsonLines(path);
  const log = openConcurrencyLog(path, now);
  try {
    return await withRateLimiters(makeRateLimiters(log.record), () => run(log.state));
  } finally {
    await log.close();
  }
}

interface ConcurrencyLog {
  record(event: ConcurrencyEvent): void;
  /** How each provider is asked at this moment, such as `openai 12 of 16, 3 waiting`; "" before the first event. */
  state(): string;
  close(): Promise<void>;
}

/** Appends each change of a provider's concurrency to a file, one JSON line each. Without a change there is no file. */
function openConcurrencyLog(path: string, now: () => Date): ConcurrencyLog {
  const log = new JsonLinesLog(path);
  const last = new Map<string, ConcurrencyEvent>();
  let closed = false;
  return {
    record(event) {
      if (closed) return; // A pause can outlast what it was asked for.
      log.add(toRecord(event, now()));
      last.set(event.provider, event);
    },
    state: () => [...last.values()].map(describe).join("; "),
    close() {
      closed = true;
      return log.close().catch((error) => {
        throw asEnvironmentError(error, path);
      });
    },
  };
}

function toRecord({ inFlight, waiting, pauseMs, ...event }: ConcurrencyEvent, at: Date): ConcurrencyRecord {
  const pause = pauseMs === undefined ? {} : { pause_ms: pauseMs };
  return { at: at.toISOString(), ...event, in_flight: inFlight, waiting, ...pause };
}

function describe({ provider, reason, limit, inFlight, waiting, pauseMs = 0 }: ConcurrencyEvent): string {
  const pause = reason === "pause" ? `, paused for ${Math.ceil(pauseMs / 1000)} s` : "";
  return `${provider} ${inFlight} of ${limit}${waiting > 0 ? `, ${waiting} waiting` : ""}${pause}`;
}
