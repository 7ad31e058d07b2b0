import { setTimeout as sleep } from "node:timers/promises";
import { makeRandom } from "../../base/random.ts";
import type { ProviderRequest, Reply, Script } from "./provider.ts";

/** How an execution has to end, whatever the weather. */
export type ExpectedIdOutcome = "success" | "timeout" | "agent_error";

/** One in 25 asks what the provider refuses, one in 20 is never answered. */
export function fateOf(execution: number): ExpectedIdOutcome {
  if (execution % 25 === 3) return "agent_error";
  return execution % 20 === 7 ? "timeout" : "success";
}

/** Requests that the provider takes at once, in fair weather and in the storm. */
const FAIR_CAPACITY = 24;
const STORM_CAPACITY = 2;

/** The last request of an execution may be waited for in vain. */
const LONGEST_HOLD_MS = 10_000;

export interface StormStatistics {
  answered: number;
  refused: number;
  /** Never answered. */
  hung: number;
  /** Most requests at once. */
  peak: number;
}

/** Above it a client's limit has to come while the weather is fair. */
export const FAIR_LIMIT = 8;

interface StormOptions {
  executions: number;
  seed: number;
  /** How many requests the client lets in by now, and how many of those that are never answered it has given up. */
  client(): { limit: number; givenUp: number };
}

/**
 * A provider whose capacity breaks down to a twelfth for the middle third of the work and then comes back. Beyond it,
 * 429: every second of them says for how long to wait. 2 % of the requests within it fail with 500 or a cut connection.
 * Requests of a busy machine come late: it answers when the client has sent what it may, until fair weather has let that grow,
 * the storm made it a quarter, and the end twice of that.
 */
export function makeStorm({ executions, seed, client }: StormOptions): {
  script: Script;
  statistics: StormStatistics;
} {
  const random = makeRandom("storm", seed);
  const statistics: StormStatistics = { answered: 0, refused: 0, hung: 0, peak: 0 };
  let inFlight = 0;
  let [highest, lowest] = [0, Number.POSITIVE_INFINITY];
  const progress = () => statistics.answered / (executions * 2);
  const isStorm = () => progress() > 0.3 && progress() < 0.6;
  /** Whether the client has still to send more for this part of the weather to tell it something. */
  const isEarly = (): boolean => {
    const { limit, givenUp } = client();
    const isFull = inFlight + statistics.hung - givenUp >= limit;
    highest = Math.max(highest, limit);
    if (progress() < 0.3) return highest <= FAIR_LIMIT && !isFull;
    lowest = Math.min(lowest, limit);
    if (isStorm()) return lowest > highest / 4 && inFlight <= STORM_CAPACITY;
    return progress() < 0.9 && limit < 2 * lowest && !isFull;
  };
  const crowd = async (): Promise<void> => {
    for (const until = Date.now() + LONGEST_HOLD_MS; isEarly() && Date.now() < until; ) await sleep(5);
  };
  const script: Script = async (request) => {
    const fate = fateOf(executionOf(request));
    if (fate === "timeout") {
      statistics.hung++;
      return { type: "hang" };
    }
    if (fate === "agent_error") return { type: "status", status: 400 };
    if (inFlight >= (isStorm() ? STORM_CAPACITY : FAIR_CAPACITY)) {
      statistics.refused++;
      const headers =
        statistics.refused % 2 === 1 ? { "retry-after-ms": String(Math.ceil(50 + random() * 150)) } : undefined;
      return { type: "status", status: 429, headers };
    }
    statistics.peak = Math.max(statistics.peak, ++inFlight);
    if (executionOf(request) < executions) await crowd();
    await sleep(10 + random() * 30);
    inFlight--;
    if (random() < 0.01) return { type: "status", status: 500, headers: { "retry-after-ms": "5" } };
    const answer = answerTo(request);
    if (random() < 0.01) return { type: "cut", answer };
    statistics.answered++;
    return answer;
  };
  return { script, statistics };
}

/** The turn's text ends in the number of its execution. */
export function executionOf({ body }: ProviderRequest): number {
  const messages = body.messages as { role: string; content: unknown }[];
  const question = messages.find(({ role }) => role === "user");
  return Number(/#(\d+)/.exec(JSON.stringify(question?.content))?.[1]);
}

function answerTo({ body }: ProviderRequest): Exclude<Reply, { type: "status" | "raw" | "cut" | "hang" }> {
  const searched = (body.messages as { role: string }[]).some(({ role }) => role === "tool");
  if (searched) return { type: "text", text: "No supported recommendation: nothing." };
  return { type: "calls", calls: [{ id: "c1", name: "keyword_search", args: { query: "handover" } }] };
}
