import type { AgentTrace } from "../../agent/contract.ts";
import { AgentFiles } from "../../agent/filesystem/agent-files.ts";
import { RunCheckpoints } from "../../agent/filesystem/run-checkpoints.ts";
import { openStateStore, type StateLocation } from "../../agent/filesystem/state-store.ts";
import { CHECKPOINT_SCHEMA } from "../../agent/system.ts";
import { readTrace } from "../../agent/trace.ts";
import { THREAD_OWNER } from "../../assistant/service.ts";
import type { StoredDocument } from "../../assistant/store/documents.ts";
import { AssistantStore, type StoredThread, setupStore } from "../../assistant/store/store.ts";

/** A thread with what was done on it and what people said of it. */
export interface KeptThread {
  thread: StoredThread;
  trace: AgentTrace;
  documents: readonly StoredDocument[];
}

/** Threads read at a time. */
const PAGE = 100;

/** The threads of one tenant, oldest first. */
export async function readThreads(location: StateLocation, tenant: string): Promise<KeptThread[]> {
  const state = await openStateStore(location);
  try {
    const checkpointer = new RunCheckpoints(state.pool, CHECKPOINT_SCHEMA);
    await state.exclusively(() => checkpointer.setup());
    await setupStore(state);
    const store = new AssistantStore(state.pool, { tenant, name: "export", role: "operate" });
    const kept: KeptThread[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const filter = { metadata: {}, status: null, sortBy: "created_at" as const, ascending: true };
      const threads = await store.threads({ ...filter, limit: PAGE, offset });
      for (const thread of threads) {
        const files = new AgentFiles(state.pool, { assistantId: THREAD_OWNER, threadId: thread.key });
        const trace = await readTrace({ threadId: thread.key, checkpointer, files });
        kept.push({ thread, trace, documents: await store.documents.list(thread.id, null) });
      }
      if (threads.length < PAGE) return kept;
    }
  } finally {
    await state.close();
  }
}
