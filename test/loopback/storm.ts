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

export interface StormStatistics {
  answered: number;
  refused: number;
  /** Most requests at once. */
  peak: number;
}

/**
 * A provider whose capacity breaks down to a twelfth for the middle third of the work and then comes back. Beyond it,
 * 429: half of them, by lot, say for how long to wait. 2 % of the requests within it fail with 500 or a cut connection.
 */
export function makeStorm({ executions, seed }: { executions: number; seed: number }): {
  script: Script;
  statistics: StormStatistics;
} {
  const random = makeRandom("storm", seed);
  const statistics: StormStatistics = { answered: 0, refused: 0, peak: 0 };
  let inFlight = 0;
  const script: Script = async (request) => {
    const fate = fateOf(executionOf(request));
    if (fate === "timeout") return { type: "hang" };
    if (fate === "agent_error") return { type: "status", status: 400 };
    const progress = statistics.answered / (executions * 2);
    if (inFlight >= (progress > 0.3 && progress < 0.6 ? STORM_CAPACITY : FAIR_CAPACITY)) {
      statistics.refused++;
      const headers = random() < 0.5 ? { "retry-after-ms": String(Math.ceil(50 + random() * 150)) } : undefined;
      return { type: "status", status: 429, headers };
    }
    statistics.peak = Math.max(statistics.peak, ++inFlight);
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
