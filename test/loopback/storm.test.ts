import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentRun, ScopeAgent } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import { openScopeAgent } from "../../agent/system.ts";
import type { ConcurrencyEvent } from "../../base/providers/rate-limiter.ts";
import { makeRateLimiters, withRateLimiters } from "../../base/providers/rate-limiters.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { plotConcurrency } from "../../harness/dag/progress/concurrency-plot.ts";
import type { ConcurrencyRecord } from "../../harness/record/domain/records.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";
import { SOON_MS } from "../soon.ts";
import { type LoopbackProvider, startProvider } from "./provider.ts";
import { executionOf, FAIR_LIMIT, fateOf, makeStorm, type StormStatistics } from "./storm.ts";

/** `SCOPEBENCH_TEST_STORM=500 npx vitest run test/loopback/storm.test.ts` prints the curve of the whole storm. */
const EXECUTIONS = Number(process.env.SCOPEBENCH_TEST_STORM ?? 80);
const SEED = 1;
/** Beyond all others, and one that is answered. */
const FIRST = 1_000_000;
const AT_ONCE = 16;
/** Of those that are never answered. */
const CUTOFF_MS = 10_000;

let substrate: Substrate;
let system: ScopeAgent;
let provider: LoopbackProvider;
let runs: AgentRun[];
let statistics: StormStatistics;
const log: ConcurrencyRecord[] = [];

function client(): { limit: number; givenUp: number } {
  const givenUp = provider.aborts.filter(({ request }) => fateOf(executionOf(request)) === "timeout").length;
  return { limit: log.at(-1)?.limit ?? 1, givenUp };
}

function record({ inFlight, pauseMs, ...event }: ConcurrencyEvent): void {
  log.push({ at: new Date().toISOString(), ...event, in_flight: inFlight, pause_ms: pauseMs });
}

beforeAll(async () => {
  substrate = await readSmallSubstrate();
  const open = () => openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
  system = await withRateLimiters(makeRateLimiters(record), open);
  const storm = makeStorm({ executions: EXECUTIONS, seed: SEED, client });
  statistics = storm.statistics;
  provider = await startProvider(storm.script);
  // With the first execution libraries load and compile, which takes as long as many later ones.
  await execute(FIRST);
  const limit = pLimit(AT_ONCE);
  runs = await Promise.all(Array.from({ length: EXECUTIONS }, (_, execution) => limit(() => execute(execution))));
});

afterAll(async () => {
  await provider?.close();
  await system?.close();
  await substrate?.close();
});

function execute(execution: number): Promise<AgentRun> {
  const turnCutoffMs = fateOf(execution) === "timeout" ? CUTOFF_MS : 300_000;
  return system.run({
    threadId: `storm-${execution}`,
    assistantId: "test",
    turns: [`Which tests cover handover? #${execution}`],
    model: {
      name: "stormy",
      provider: "openai",
      model: "loopback-1",
      family: "loopback",
      baseUrl: provider.url,
      temperature: 0,
      contextWindow: 100_000,
      requestTimeoutMs: 60_000,
      maxRetries: 12,
    },
    workflow: "react",
    knowledge: "prompt",
    limits: { ...STUDY_LIMITS, turnCutoffMs },
    seed: execution,
    signal: new AbortController().signal,
  });
}

describe(`${EXECUTIONS} executions through a storm of 429, 500 and cut connections`, () => {
  it("loses none, and each ends as it had to", () => {
    const wrong = runs.flatMap(({ outcome, turns }, execution) =>
      outcome === fateOf(execution) ? [] : [{ execution, outcome, error: turns[0]?.error }],
    );
    expect([runs.length, wrong]).toEqual([EXECUTIONS, []]);
    expect(statistics.refused).toBeGreaterThan(0);
  });

  it("asks less when the provider breaks down and more when it is back", () => {
    if (process.env.SCOPEBENCH_TEST_STORM)
      console.log(`${plotConcurrency(log, { width: 72, height: 16 })}\n${JSON.stringify(statistics)}`);
    const limits = log.map(({ limit }) => limit);
    const lowest = limits.lastIndexOf(Math.min(...limits.slice(limits.indexOf(Math.max(...limits)))));
    const [before, low, after] = [
      Math.max(...limits.slice(0, lowest)),
      limits[lowest] ?? 0,
      Math.max(...limits.slice(lowest)),
    ];
    expect(before).toBeGreaterThan(FAIR_LIMIT);
    expect(low).toBeLessThanOrEqual(before / 4);
    expect(after).toBeGreaterThanOrEqual(low * 2);
    expect(log.some(({ reason }) => reason === "pause")).toBe(true);
  });

  it("closes the connection of an execution at its turn's cutoff, as the server sees it", () => {
    const hung = provider.aborts.filter(({ request }) => fateOf(executionOf(request)) === "timeout");
    const late = hung.map(({ at, request }) => at - cutoffOf(executionOf(request)));
    if (process.env.SCOPEBENCH_TEST_STORM) console.log(`closed after the cutoff, ms: ${late.join(" ")}`);
    expect(late.length).toBeGreaterThan(0);
    expect(Math.max(...late)).toBeLessThan(SOON_MS);
  });
});

function cutoffOf(execution: number): number {
  return Date.parse(runs[execution]?.turns[0]?.startedAt ?? "") + CUTOFF_MS;
}
