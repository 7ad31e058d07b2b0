import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { specTest } from "@langchain/langgraph-checkpoint-validation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RunCheckpoints } from "../../../agent/filesystem/run-checkpoints.ts";
import type { DatabaseState } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";
import { ThreadCheckpoints } from "../../../agent/filesystem/thread-checkpoints.ts";
import { withMember } from "../../../base/with-member.ts";

// The suite takes these from where a test runner with globals has them.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

let schemas = 0;

/** LangGraph's own suite for checkpoint savers, over those of an agent on the embedded state. */
for (const Saver of [RunCheckpoints, ThreadCheckpoints]) {
  let store: DatabaseState;
  specTest<RunCheckpoints>({
    checkpointerName: Saver.name,
    beforeAllTimeout: 900_000,
    async beforeAll() {
      store = await openStateStore("memory://");
    },
    afterAll: () => store.close(),
    async createCheckpointer() {
      const saver = new Saver(store.pool, `suite_${schemas++}`);
      await saver.setup();
      return saver;
    },
  });
}

describe("a thread that somebody follows", () => {
  const config = { configurable: { thread_id: "followed", checkpoint_ns: "" } };
  const step = { source: "loop", step: 0, parents: {} } as const;

  it("is stored behind its steps, several of them in one statement; another saver reads all after a flush", async () => {
    const own = await openStateStore("memory://");
    await new ThreadCheckpoints(own.pool, "behind").setup();
    const saver = new ThreadCheckpoints(own.pool, "behind");
    const query = vi.spyOn(own.pool, "query");
    for (let number = 1; number <= 9; number++) {
      await saver.put(config, { ...emptyCheckpoint(), id: String(number) }, step, {});
      await saver.putWrites(
        { configurable: { ...config.configurable, checkpoint_id: String(number) } },
        [["a", number]],
        "t",
      );
    }
    await saver.flush();
    expect(query.mock.calls.length).toBeLessThanOrEqual(2);
    const seen = [];
    for await (const { checkpoint, pendingWrites } of new ThreadCheckpoints(own.pool, "behind").list(config))
      seen.push([checkpoint.id, pendingWrites]);
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => [String(number), [["t", "a", number]]]));
    await own.close();
  });

  it("a step that cannot be stored ends the run: what comes after it is refused, and the flush says why", async () => {
    const own = await openStateStore("memory://");
    const saver = new ThreadCheckpoints(own.pool, "nowhere"); // Its tables were never made.
    await saver.put(config, emptyCheckpoint(), step, {});
    await expect(saver.flush()).rejects.toThrow(/nowhere/);
    await expect(saver.put(config, emptyCheckpoint(), step, {})).rejects.toThrow(/nowhere/);
    await expect(saver.putWrites(config, [["a", 1]], "t")).rejects.toThrow(/nowhere/);
    await own.close();
  });
});

describe("a thread that begins", () => {
  const config = { configurable: { thread_id: "begins", checkpoint_ns: "" } };

  it("is looked for only once something of it is stored", async () => {
    const own = await openStateStore("memory://");
    const queries: string[] = [];
    const pool = withMember(own.pool, "query", ((...query: [{ text: string }]) => {
      queries.push(query[0].text);
      return own.pool.query(...query);
    }) as never);
    const saver = new RunCheckpoints(pool, "begins");
    await new RunCheckpoints(own.pool, "begins").setup();
    const stored = { ...emptyCheckpoint(), id: "1" };
    await saver.withNewThread("begins", async () => {
      expect(await saver.getTuple(config)).toBeUndefined();
      expect(queries).toEqual([]);
      await saver.put(config, stored, { source: "input", step: 0, parents: {} }, {});
      expect((await saver.getTuple(config))?.checkpoint.id).toBe("1");
    });
    await saver.withNewThread("begins", async () => expect(await saver.getTuple(config)).toBeUndefined());
    expect((await saver.getTuple(config))?.checkpoint.id).toBe("1");
    await own.close();
  });
});
