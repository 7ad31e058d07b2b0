import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import { withSignsOfLife } from "../../../base/outages/signs-of-life.ts";

class TooLong extends Error {}
const isTimeout = (error: unknown): boolean => error instanceof TooLong;
const never = () => new Promise<never>(() => undefined);
const pace = { interval: 1, prompt: 100, silence: 20 };
const options = { server: "s", isTimeout, pace, ping: () => Promise.resolve() };

describe("withSignsOfLife", () => {
  it("asks nothing of a server that answers soon", async () => {
    const ping = () => Promise.reject(new Error("asked"));
    expect(await withSignsOfLife(async () => "rows", { ...options, ping })).toBe("rows");
  });

  it("lets a statement take its time while the server answers others", async () => {
    expect(await withSignsOfLife(() => sleep(50, "rows"), options)).toBe("rows");
  });

  it("is lost when the server gives no sign of life, and says so to whoever holds the connection", async () => {
    let told: unknown;
    const run = (lost: AbortSignal) => {
      lost.addEventListener("abort", () => {
        told = lost.reason;
      });
      return never();
    };
    const waiting = withSignsOfLife(run, { ...options, ping: never });
    await expect(waiting).rejects.toThrow("s: no answer for 0.02 s");
    expect(told).toBeInstanceOf(ServerLost);
  });

  it("believes a time-out of a server that was at work, and gives a statement a second try where it was frozen", async () => {
    let runs = 0;
    const [asked, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const timingOut = async (): Promise<string> => {
      if (++runs > 1) return "rows";
      await asked.promise;
      await sleep(150);
      thawed.resolve();
      throw new TooLong();
    };
    const ping = () => {
      asked.resolve();
      return thawed.promise;
    };
    const frozen = { ...options, pace: { ...pace, silence: 60_000 }, ping };
    expect(await withSignsOfLife(timingOut, frozen)).toBe("rows");
    runs = 0;
    await expect(withSignsOfLife(timingOut, options)).rejects.toBeInstanceOf(TooLong);
  });
});
