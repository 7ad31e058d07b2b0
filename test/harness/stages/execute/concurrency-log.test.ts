import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { concurrencyRecordSchema } from "../../../../harness/domain/records.ts";
import { openConcurrencyLog } from "../../../../harness/stages/execute/concurrency-log.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "concurrency-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = () => new Date("2026-01-01T00:00:00Z");

describe("openConcurrencyLog", () => {
  it("appends a line for each change, and tells people how it is now", async () => {
    const path = join(folder, "concurrency.jsonl");
    for (let session = 0; session < 2; session++) {
      const log = openConcurrencyLog(path, now);
      log.record({ provider: "openai", reason: "shrink", limit: 4, inFlight: 3, waiting: 9 });
      log.record({ provider: "openai", reason: "pause", limit: 4, inFlight: 2, waiting: 9, pauseMs: 1_400 });
      log.record({ provider: "google", reason: "start", limit: 4, inFlight: 0, waiting: 0 });
      expect(log.state()).toBe("openai 2 of 4, 9 waiting, paused for 2 s; google 0 of 4");
      await log.close();
    }
    const lines = (await readFile(path, "utf8"))
      .trim()
      .split("\n")
      .map((line) => concurrencyRecordSchema.parse(JSON.parse(line)));
    expect(lines).toHaveLength(6);
    expect(lines[1]).toEqual({
      at: "2026-01-01T00:00:00.000Z",
      provider: "openai",
      reason: "pause",
      limit: 4,
      in_flight: 2,
      waiting: 9,
      pause_ms: 1_400,
    });
  });

  it("leaves no file where nothing was asked", async () => {
    await openConcurrencyLog(join(folder, "concurrency.jsonl"), now).close();
    expect(await readdir(folder)).toEqual([]);
  });
});
