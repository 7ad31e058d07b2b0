import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { AgentTrace } from "../../../agent/contract/contract.ts";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { CHECKPOINT_SCHEMA } from "../../../agent/filesystem/open-state.ts";
import { RunCheckpoints } from "../../../agent/filesystem/run-checkpoints.ts";
import { openStateStore, type StateLocation } from "../../../agent/filesystem/state-store.ts";
import { readTrace } from "../../../agent/turns/trace.ts";
import { THREAD_OWNER } from "../../../assistant/service/service.ts";
import type { StoredDocument } from "../../../assistant/store/documents.ts";
import { AssistantStore, type StoredRun, type StoredThread, setupStore } from "../../../assistant/store/store.ts";

/** A thread with what was done on it and what people said of it. */
export interface KeptThread {
  thread: StoredThread;
  trace: AgentTrace;
  /** What was asked, in order. */
  turns: readonly string[];
  /** Of the message that answers the last of them; null without an answer. */
  answerId: string | null;
  /** Oldest first. */
  runs: readonly StoredRun[];
  documents: readonly StoredDocument[];
}

/** Threads read at a time. */
const PAGE = 100;
const MOST_RUNS = 10_000;

/** The threads of one tenant, oldest first. */
export async function readThreads(location: StateLocation, tenant: string): Promise<KeptThread[]> {
  const state = await openStateStore(location);
  try {
    const checkpointer = new RunCheckpoints(state.pool, CHECKPOINT_SCHEMA);
    await state.exclusively(() => checkpointer.setup());
    await setupStore(state);
    const store = new AssistantStore(state, { tenant, name: "export", role: "operate" });
    const kept: KeptThread[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const filter = { metadata: {}, status: null, ids: null, sortBy: "created_at" as const, ascending: true };
      const threads = await store.threads({ ...filter, limit: PAGE, offset });
      for (const thread of threads) {
        const files = new AgentFiles(state.files, { assistantId: THREAD_OWNER, threadId: thread.key });
        const trace = await readTrace({ threadId: thread.key, checkpointer, files });
        const turns = trace.messages.flatMap(({ role, subAgent, text }) =>
          role === "user" && subAgent === null ? [text] : [],
        );
        const answerId = trace.answers[turns.length - 1] ? await lastAnswer(checkpointer, thread.key) : null;
        const runs = (await store.runs(thread.id, { limit: MOST_RUNS, offset: 0, status: null })).reverse();
        kept.push({ thread, trace, turns, answerId, runs, documents: await store.documents.list(thread.id, null) });
      }
      if (threads.length < PAGE) return kept;
    }
  } finally {
    await state.close();
  }
}

/** Id of the newest message that is an answer: documents on an answer stand under it. */
async function lastAnswer(checkpointer: RunCheckpoints, key: string): Promise<string | null> {
  const tuple = await checkpointer.getTuple({ configurable: { thread_id: key, checkpoint_ns: "" } });
  const { messages = [] } = (tuple?.checkpoint.channel_values ?? {}) as { messages?: BaseMessage[] };
  const answer = messages.findLast((message) => AIMessage.isInstance(message) && !message.tool_calls?.length);
  return answer?.id ?? null;
}
