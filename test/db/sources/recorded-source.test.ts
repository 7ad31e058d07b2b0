import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openRecorder } from "../../../base/providers/recording/record.ts";
import { onThread, withRecording } from "../../../base/providers/recording/recording.ts";
import { openReplay } from "../../../base/providers/recording/replay.ts";
import { Caller } from "../../../db/sources/caller.ts";
import type { LiveSource } from "../../../db/sources/port.ts";
import { recordedSource } from "../../../db/sources/recorded-source.ts";

/** Gives each caller an item of its own, the later ones first. */
const OWN = {
  describe: () => ({ name: "wiki" }),
  async search(_query: unknown, _options: unknown, caller: Caller) {
    await new Promise((resolve) => setTimeout(resolve, 20 - Number(caller.id)));
    return { type: "found", items: [{ id: `only ${caller.id}` }], total: 1, truncated: null, requests: [] };
  },
} as unknown as LiveSource;
const GONE = { describe: OWN.describe, search: () => Promise.reject(new Error("asked")) } as unknown as LiveSource;

const callers = Array.from({ length: 10 }, (_, at) =>
  Caller.withTokens(String(at), { wiki: `token-of-${at}-is-long` }),
);

/** All callers at once, each on a thread of its own; the same query on one thread, too. */
function askAll(source: LiveSource): Promise<string[]> {
  const query = { keywords: ["x"], match: "any", filters: {} } as const;
  const ask = (caller: Caller) => recordedSource(source).search(query, { limit: 1, pages: 1 }, caller);
  const own = callers.map((caller) => onThread({ name: `thread ${caller.id}` }, () => ask(caller)));
  const shared = onThread({ name: "all" }, () => callers.map(ask));
  return Promise.all([...own, ...shared]).then((all) => all.map((one) => JSON.stringify(one)));
}

it("answers ten callers who ask the same at once each with the own record, and no caller with another's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-recorded-source-"));
  try {
    const path = join(folder, "a.recording");
    const recorder = await openRecorder({ path, completed: null, secrets: [] });
    const made = await withRecording(recorder, () => askAll(OWN));
    expect(made.every((said, at) => said.includes(`only ${at % 10}`))).toBe(true);
    await recorder.complete();
    const replay = await openReplay({ path, secrets: [] });
    expect(await withRecording(replay, () => askAll(GONE))).toEqual(made);
    const stranger = Caller.withTokens("11", {});
    const asking = withRecording(replay, () =>
      onThread({ name: "thread 1" }, () =>
        recordedSource(GONE).search({ keywords: ["x"], match: "any", filters: {} }, { limit: 1, pages: 1 }, stranger),
      ),
    );
    await expect(asking).rejects.toThrow("was not recorded");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
