import { performance } from "node:perf_hooks";
import { expect, it, onTestFinished, vi } from "vitest";
import { OwnThread } from "../../../../harness/dag/progress/own-thread.ts";
import { threadLine } from "../../../../harness/dag/progress/thread-text.ts";

it("tells of the last ten seconds that are over: share of the time, and the longest that a timer was late", () => {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const thread = new OwnThread();
  for (const [at, lateMs] of [
    [5_000, 120.4],
    [9_999, 3],
  ] as const) {
    now = at;
    thread.timer(lateMs);
    expect(thread.state).toBeUndefined();
  }
  now = 10_000;
  thread.timer(1);
  expect(thread.state).toEqual({ busy: expect.any(Number), lag_ms: 120 });
  now = 20_000;
  thread.timer(2);
  expect(thread.state?.lag_ms).toBe(2);
});

it("a thread that is full says that more at a time would be no faster", () => {
  expect(threadLine({ busy: 0.5, lag_ms: 10 })).toBe(
    "this process' thread was busy 50 % of the last 10 s, events waited up to 10 ms",
  );
  expect(threadLine({ busy: 0.97, lag_ms: 145 })).toContain("97 % of the last 10 s, events waited up to 145 ms: more");
});
