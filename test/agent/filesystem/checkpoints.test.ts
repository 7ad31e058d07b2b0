import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { specTest } from "@langchain/langgraph-checkpoint-validation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RunCheckpoints } from "../../../agent/filesystem/run-checkpoints.ts";
import type { StateStore } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";
import { withMember } from "../../../base/with-member.ts";

// The suite takes these from where a test runner with globals has them.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

let store: StateStore;
let schemas = 0;

/** LangGraph's own suite for checkpoint savers, over the saver of an agent on the embedded state. */
specTest<RunCheckpoints>({
  checkpointerName: "checkpoints in an agent's state",
  beforeAllTimeout: 120_000,
  async beforeAll() {
    store = await openStateStore("memory://");
  },
  afterAll: () => store.close(),
  async createCheckpointer() {
    const saver = new RunCheckpoints(store.pool, `suite_${schemas++}`);
    await saver.setup();
    return saver;
  },
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
