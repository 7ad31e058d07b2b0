import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { threadSigns } from "../../../db/postgres/thread-signs.ts";

it("a thread has worked for at most what its process had of the processors", async () => {
  const usage = vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 });
  const look = threadSigns();
  await sleep(20);
  expect(await look()).toEqual({ share: 0 });
  usage.mockReturnValue({ user: 1_000_000, system: 0 });
  await sleep(20);
  expect(await look()).toEqual({ share: 1 });
  usage.mockRestore();
});
