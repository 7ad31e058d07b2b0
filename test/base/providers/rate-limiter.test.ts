import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type ConcurrencyEvent, makeRateLimiter, type Permit } from "../../../base/providers/rate-limiter.ts";
import { makeRateLimiters } from "../../../base/providers/rate-limiters.ts";

function openLimiter(initial: number) {
  const events: ConcurrencyEvent[] = [];
  const limiter = makeRateLimiter({ provider: "p", initial, max: 8, onEvent: (event) => events.push(event) });
  return { limiter, events, reasons: () => events.map(({ reason }) => reason) };
}

/** Whether a promise is done by now. */
async function settled(promise: Promise<Permit>): Promise<boolean> {
  return Promise.race([promise.then(() => true), nextTurn(false)]);
}

describe("makeProviderGate", () => {
  it("lets in as many as the limit, and the next in order as others leave", async () => {
    const { limiter } = openLimiter(2);
    const visits = [limiter.acquire(), limiter.acquire(), limiter.acquire(), limiter.acquire()];
    expect(await Promise.all(visits.map(settled))).toEqual([true, true, false, false]);
    (await visits[0])?.release("failed");
    expect(await Promise.all(visits.slice(2).map(settled))).toEqual([true, false]);
  });

  it("lets nobody in for as long as the provider asks, and says so", async () => {
    const { limiter, events, reasons } = openLimiter(2);
    (await limiter.acquire()).release("throttled", 60);
    const startedAt = performance.now();
    (await limiter.acquire()).release("ok");
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(50);
    expect(reasons().slice(0, 4)).toEqual(["start", "shrink", "pause", "resume"]);
    expect(events[2]).toMatchObject({ limit: 1, inFlight: 0, pauseMs: 60 });
  });

  it("gives answers that came together a turn of the event loop each: what follows one lets timers through before the next", async () => {
    const { limiter } = openLimiter(8);
    const visits = await Promise.all(Array.from({ length: 8 }, () => limiter.acquire()));
    const order: string[] = [];
    setTimeout(() => order.push("cutoff"), 1);
    const work = visits.map(async (permit, index) => {
      await permit.turn();
      order.push(String(index));
      const until = performance.now() + 5;
      while (performance.now() < until);
    });
    await Promise.all(work);
    expect(order.filter((name) => name !== "cutoff")).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    expect(order.indexOf("cutoff")).toBeLessThan(3);
  });

  it("lets a waiter that is aborted go, with the reason of its signal", async () => {
    const { limiter } = openLimiter(1);
    await limiter.acquire();
    const controller = new AbortController();
    const waiting = limiter.acquire(controller.signal);
    controller.abort(new Error("cut off"));
    await expect(waiting).rejects.toThrow("cut off");
    await expect(limiter.acquire(controller.signal)).rejects.toThrow("cut off");
  });
});

describe("makeProviderGates", () => {
  it("gives one gate to everybody who asks a provider at one address with one key", () => {
    const limiters = makeRateLimiters();
    const baseUrl = "http://127.0.0.1:1/v1";
    expect(limiters({ provider: "openai", baseUrl })).toBe(limiters({ provider: "openai", baseUrl }));
    expect(limiters({ provider: "openai", baseUrl, apiKeyEnv: "B" })).not.toBe(
      limiters({ provider: "openai", baseUrl }),
    );
  });
});
