import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { openFiles } from "../../../agent/filesystem/open-files.ts";
import type { DatabaseState, StateStore } from "../../../agent/filesystem/state.ts";
import { openStateStore } from "../../../agent/filesystem/state-store.ts";

/** As below, of either kind. */
export function useFileStore(kept: "a database" | "a journal"): { store(): StateStore; files(): AgentFiles } {
  if (kept === "a database") return useStateStore();
  let folder: string;
  let store: StateStore;
  let scopes = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-journal-"));
    store = await openFiles({ journal: join(folder, "files.jsonl") });
  });
  afterAll(() => rm(folder, { recursive: true }));
  return {
    store: () => store,
    files: () => new AgentFiles(store.files, { assistantId: "assistant", threadId: `thread-${scopes++}` }),
  };
}

/** One store for a test file; each call of `files()` gives a fresh scope in it. */
export function useStateStore(): { store(): DatabaseState; files(): AgentFiles } {
  let folder: string;
  let store: DatabaseState;
  let scopes = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-state-"));
    // In memory it would be unpacked, which takes 200 MB more.
    store = await openStateStore(join(folder, "state"));
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return {
    store: () => store,
    files: () => new AgentFiles(store.files, { assistantId: "assistant", threadId: `thread-${scopes++}` }),
  };
}
