import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type ConcurrencyEvent, makeProviderGate, type Visit } from "../../../base/providers/provider-gate.ts";
import { makeProviderGates } from "../../../base/providers/provider-gates.ts";

function openGate(initial: number) {
  const events: ConcurrencyEvent[] = [];
  const gate = makeProviderGate({ provider: "p", initial, max: 8, onEvent: (event) => events.push(event) });
  return { gate, events, reasons: () => events.map(({ reason }) => reason) };
}

/** Whether a promise is done by now. */
async function settled(promise: Promise<Visit>): Promise<boolean> {
  return Promise.race([promise.then(() => true), sleep(5).then(() => false)]);
}

describe("makeProviderGate", () => {
  it("lets in as many as the limit, and the next in order as others leave", async () => {
    const { gate } = openGate(2);
    const visits = [gate.enter(), gate.enter(), gate.enter(), gate.enter()];
    expect(await Promise.all(visits.map(settled))).toEqual([true, true, false, false]);
    (await visits[0])?.leave("failed");
    expect(await Promise.all(visits.slice(2).map(settled))).toEqual([true, false]);
  });

  it("lets nobody in for as long as the provider asks, and says so", async () => {
    const { gate, events, reasons } = openGate(2);
    (await gate.enter()).leave("throttled", 60);
    const startedAt = performance.now();
    (await gate.enter()).leave("ok");
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(50);
    expect(reasons().slice(0, 4)).toEqual(["start", "shrink", "pause", "resume"]);
    expect(events[2]).toMatchObject({ limit: 1, inFlight: 0, pauseMs: 60 });
  });

  it("gives answers that came together a turn of the event loop each: what follows one lets timers through before the next", async () => {
    const { gate } = openGate(8);
    const visits = await Promise.all(Array.from({ length: 8 }, () => gate.enter()));
    const order: string[] = [];
    setTimeout(() => order.push("cutoff"), 1);
    const work = visits.map(async (visit, index) => {
      await visit.turn();
      order.push(String(index));
      const until = performance.now() + 5;
      while (performance.now() < until);
    });
    await Promise.all(work);
    expect(order.filter((name) => name !== "cutoff")).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    expect(order.indexOf("cutoff")).toBeLessThan(3);
  });

  it("lets a waiter that is aborted go, with the reason of its signal", async () => {
    const { gate } = openGate(1);
    await gate.enter();
    const controller = new AbortController();
    const waiting = gate.enter(controller.signal);
    controller.abort(new Error("cut off"));
    await expect(waiting).rejects.toThrow("cut off");
    await expect(gate.enter(controller.signal)).rejects.toThrow("cut off");
  });
});

describe("makeProviderGates", () => {
  it("gives one gate to everybody who asks a provider at one address with one key", () => {
    const gates = makeProviderGates();
    const baseUrl = "http://127.0.0.1:1/v1";
    expect(gates({ provider: "openai", baseUrl })).toBe(gates({ provider: "openai", baseUrl }));
    expect(gates({ provider: "openai", baseUrl, apiKeyEnv: "B" })).not.toBe(gates({ provider: "openai", baseUrl }));
  });
});
