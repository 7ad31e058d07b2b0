import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { untilAborted } from "../../base/until-aborted.ts";

it("ends with the work's result or error, or with the signal's reason", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(untilAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
  const stop = new AbortController();
  const waits = untilAborted(new Promise(() => undefined), stop.signal);
  stop.abort("enough");
  await expect(waits).rejects.toBe("enough");
  await expect(untilAborted(new Promise(() => undefined), stop.signal)).rejects.toBe("enough");
});

it("holds no result that nobody uses any more, though the signal lives on", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { signal } = new AbortController();
  const results: WeakRef<object>[] = [];
  for (let i = 0; i < 50; i++) {
    results.push(new WeakRef(await untilAborted(new Promise<object>((end) => setImmediate(() => end({ i }))), signal)));
  }
  await new Promise(setImmediate);
  collect();
  expect(results.filter((one) => one.deref()).length).toBeLessThan(5);
  expect(signal.aborted).toBe(false);
});
