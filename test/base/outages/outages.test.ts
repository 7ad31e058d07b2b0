import { describe, expect, it, vi } from "vitest";
import { Outages } from "../../../base/outages/outages.ts";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import { UserError } from "../../../base/user-error.ts";

const lost = () => new ServerLost("PostgreSQL at a:1/b", "connection refused");

/** Fails so often, then answers. */
function failing(times: number, error: () => Error = lost): () => Promise<string> {
  let calls = 0;
  return async () => {
    if (calls++ < times) throw error();
    return `after ${calls} calls`;
  };
}

describe("Outages", () => {
  it("makes a call again until the server answers, and tells once when an outage begins and once when it ends", async () => {
    const told: string[] = [];
    const outages = new Outages({ log: (message) => void told.push(message) });
    const from = Date.now();
    expect(await outages.outlast(failing(1))).toBe("after 2 calls");
    expect(await outages.outlast(failing(1))).toBe("after 2 calls");
    expect(told).toEqual([
      "waiting for PostgreSQL at a:1/b: connection refused; up to 60 s a call",
      expect.stringMatching(/^PostgreSQL at a:1\/b answers again, after \d+ s: 1 call waited$/),
    ]);
    expect(outages.state()).toBe("");
    expect(outages.within(from, Date.now())).toBeGreaterThan(0);
  });

  it("gives up past its limit with the server's error, and at once without a wait or when it is ended", async () => {
    const aborted = AbortSignal.abort();
    for (const options of [{ waitMs: 0 }, { signal: aborted }])
      await expect(new Outages(options).outlast(failing(9))).rejects.toBeInstanceOf(ServerLost);
    const ending = new AbortController();
    const waiting = new Outages({ signal: ending.signal }).outlast(failing(9));
    ending.abort();
    await expect(waiting).rejects.toThrow("connection refused");
  });

  it("hands on what is no outage", async () => {
    const wrong = failing(1, () => new TypeError("wrong"));
    await expect(new Outages().outlast(wrong)).rejects.toBeInstanceOf(TypeError);
  });

  it("waits for a server that is not there yet, names one that is silent for a second, and not for one that refuses us", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const told: string[] = [];
    const outages = new Outages({ log: (message) => void told.push(message) });
    const silent = outages.reach("PostgreSQL at a:1", () => new Promise(() => undefined));
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect([silent, told]).toEqual([expect.any(Promise), ["no answer yet from PostgreSQL at a:1: waiting"]]);
    expect(await outages.reach("b", failing(1))).toBe("after 2 calls");
    const refusal = () => new ServerLost("b", "wrong password", { refused: true, hint: "check it" });
    const refused = await outages.reach("b", failing(1, refusal)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: UserError.name, message: "b: wrong password", hint: "check it" });
  });

  it("says who is waited for, one outage for all calls, and counts its time once", async () => {
    const outages = new Outages();
    const from = Date.now();
    const calls = [outages.outlast(failing(1)), outages.outlast(failing(2))];
    await Promise.resolve();
    await Promise.resolve();
    expect(outages.state()).toBe("waiting for PostgreSQL at a:1/b: 0 s");
    await Promise.all(calls);
    const to = Date.now();
    expect(outages.within(from, to)).toBeLessThanOrEqual(to - from);
    expect(outages.within(to + 1, to + 100)).toBe(0);
  });
});
