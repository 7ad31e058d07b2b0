import { specTest } from "@langchain/langgraph-checkpoint-validation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RunCheckpoints } from "../../../agent/filesystem/run-checkpoints.ts";
import type { StateStore } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";

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
