import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LifeOptions, Sign } from "../../../base/outages/life-options.ts";
import { Outages } from "../../../base/outages/outages.ts";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import { withSignsOfLife } from "../../../base/outages/signs-of-life.ts";

class TooLong extends Error {}
const never = () => new Promise<never>(() => undefined);
const pace = { interval: 5, prompt: 1000, silence: 60_000, grace: 60_000 };
const working = async (): Promise<Sign> => ({ share: 1 });
const blocked = async (): Promise<Sign> => ({ share: 0, waitsFor: "a lock that process 7 holds" });
const none = async (): Promise<void> => undefined;

function optionsWith(changed: Partial<LifeOptions>): LifeOptions {
  return { server: "s", tooLong: () => new TooLong(), pace, look: working, end: none, ...changed };
}

/** A statement that runs until it is ended, and then fails as a cancelled one does. */
function endless() {
  const { promise, reject } = Promise.withResolvers<never>();
  return { run: () => promise, end: async () => reject(new ServerLost("s", "cancelled", { midStatement: true })) };
}

describe("withSignsOfLife", () => {
  it("asks nothing of a server that answers soon", async () => {
    const look = () => Promise.reject(new Error("asked"));
    expect(await withSignsOfLife(async () => "rows", optionsWith({ look }))).toBe("rows");
  });

  it("lets a statement without a limit take its time", async () => {
    expect(await withSignsOfLife(() => sleep(50, "rows"), optionsWith({}))).toBe("rows");
  });

  it("is lost when the server gives no sign of life, and says so to whoever holds the connection", async () => {
    let told: unknown;
    const run = (lost: AbortSignal) => {
      lost.addEventListener("abort", () => {
        told = lost.reason;
      });
      return never();
    };
    const waiting = withSignsOfLife(run, optionsWith({ look: never, pace: { ...pace, silence: 20 } }));
    await expect(waiting).rejects.toThrow("s: no answer for 0.02 s");
    expect(told).toBeInstanceOf(ServerLost);
  });

  it("ends a statement that was worked on for its limit", async () => {
    const { run, end } = endless();
    await expect(withSignsOfLife(run, optionsWith({ limitMs: 30, end }))).rejects.toBeInstanceOf(TooLong);
  });

  it("counts no time in which the statement waited, or this process did not run", async () => {
    let looks = 0;
    const unblocked = () => (++looks > 10 ? working() : blocked());
    const run = async () => {
      for (const end = performance.now() + 100; performance.now() < end; ); // As one that was stopped.
      while (looks < 10) await sleep(1);
      return "rows";
    };
    expect(await withSignsOfLife(run, optionsWith({ limitMs: 40, look: unblocked }))).toBe("rows");
  });

  it("counts the part that a starved server worked", async () => {
    let looks = 0;
    const look = async (): Promise<Sign> => ({ share: ++looks > 0 ? 0.1 : 1 });
    const { run, end } = endless();
    const began = performance.now();
    await expect(withSignsOfLife(run, optionsWith({ limitMs: 20, look, end }))).rejects.toBeInstanceOf(TooLong);
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  it("a statement that only waits loses its server, which says for what; one that cannot be replaced waits on", async () => {
    const { run, end } = endless();
    const impatient = { ...pace, silence: 30 };
    const options = optionsWith({ limitMs: 10, look: blocked, end, pace: impatient });
    await expect(withSignsOfLife(run, options)).rejects.toMatchObject({
      name: "ServerLost",
      midStatement: false,
      message: "s: a statement waited 0 s for a lock that process 7 holds",
    });
    const patient = { ...options, patient: true };
    expect(await withSignsOfLife(() => sleep(100, "rows"), patient)).toBe("rows");
  });

  it("a statement that waits for long for what it asked for itself is over its limit", async () => {
    const { run, end } = endless();
    const look = async (): Promise<Sign> => ({ share: 0, waitsFor: "its disk", ownDoing: true });
    const options = optionsWith({ limitMs: 10, look, end, pace: { ...pace, silence: 30 } });
    await expect(withSignsOfLife(run, options)).rejects.toBeInstanceOf(TooLong);
  });

  it("one that does not end when it is told to loses its server, in the middle of it", async () => {
    const options = optionsWith({ limitMs: 10, pace: { ...pace, grace: 5 } });
    await expect(withSignsOfLife(never, options)).rejects.toMatchObject({ name: "ServerLost", midStatement: true });
  });

  it("what was waited is known to the outages while it lasts", async () => {
    const outages = new Outages();
    const from = Date.now();
    const run = async () => {
      while (outages.within(from, Date.now()) < 40) await sleep(1);
      return "rows";
    };
    const options = optionsWith({ look: blocked, pace: { ...pace, prompt: 10 } });
    expect(await outages.outlast(() => withSignsOfLife(run, options))).toBe("rows");
    const hanging = optionsWith({ look: never, pace: { ...pace, prompt: 10 } });
    const later = Date.now();
    const frozen = async () => {
      while (outages.within(later, Date.now()) < 40) await sleep(1);
      return "rows";
    };
    expect(await outages.outlast(() => withSignsOfLife(frozen, hanging))).toBe("rows");
  });
});
