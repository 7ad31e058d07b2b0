import { afterAll, beforeAll } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import type { StateStore } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";

/** One in-memory store for a test file; each call of `files()` gives a fresh scope in it. */
export function useStateStore(): { store(): StateStore; files(): AgentFiles } {
  let store: StateStore;
  let scopes = 0;
  beforeAll(async () => {
    store = await openStateStore("memory://");
  });
  afterAll(() => store.close());
  return {
    store: () => store,
    files: () => new AgentFiles(store.pool, { assistantId: "assistant", threadId: `thread-${scopes++}` }),
  };
}
