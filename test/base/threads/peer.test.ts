import { once } from "node:events";
import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { RecordedCutOff } from "../../../base/providers/recording/recording.ts";
import { type Handlers, Peer } from "../../../base/threads/peer.ts";
import { UserError } from "../../../base/user-error.ts";

let channel: MessageChannel;
afterEach(() => channel.port1.close());

/** Who calls, of two in one thread. */
function connected(handlers: Handlers): Peer {
  channel = new MessageChannel();
  new Peer(channel.port2, handlers);
  return new Peer(channel.port1, {});
}

it("a call gives what the other side returns, each its own, whichever ends first", async () => {
  const after: (() => void)[] = [];
  const peer = connected({
    slow: (given: number) => new Promise((resolve) => after.push(() => resolve(given + 1))),
    fast: (given: number) => {
      for (const end of after) end();
      return given * 2;
    },
  });
  expect(await Promise.all([peer.call("slow", 1), peer.call("slow", 5), peer.call("fast", 4)])).toEqual([2, 6, 8]);
});

it("errors of the user's and cut-offs keep their class, any other its name and message", async () => {
  const peer = connected({
    user: () => Promise.reject(new UserError("config", "not so", { problems: ["a"], hint: "b" })),
    cut: () => Promise.reject(new RecordedCutOff("here")),
    bug: () => {
      throw new RangeError("too far");
    },
  });
  const found = await Promise.all(["user", "cut", "bug"].map((name) => peer.call(name).catch((error) => error)));
  expect(found[0]).toBeInstanceOf(UserError);
  expect(found[0]).toMatchObject({ code: "config", message: "not so", problems: ["a"], hint: "b" });
  expect(found[1]).toBeInstanceOf(RecordedCutOff);
  expect(found[2]).toMatchObject({ name: "RangeError", message: "too far" });
});

it("a call that is given up is told to the other side, which says how it ends", async () => {
  const peer = connected({
    wait: async (_given: never, signal: AbortSignal) => {
      await once(signal, "abort");
      return `ended: ${signal.reason.message}`;
    },
  });
  const caller = new AbortController();
  const call = peer.call("wait", null, caller.signal);
  caller.abort(new Error("no time"));
  expect(await call).toBe("ended: no time");
});

it("whoever waits for a side that is gone hears of it, and so does who calls after that", async () => {
  const peer = connected({ never: () => new Promise(() => undefined) });
  const call = peer.call("never");
  peer.end(new Error("the thread ended"));
  await expect(call).rejects.toThrow("the thread ended");
  await expect(peer.call("never")).rejects.toThrow("the thread ended");
});
