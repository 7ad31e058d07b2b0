import type { ScopeTask, StateGraph, ThreadAgent, ToolFamily } from "../agent/contract.ts";
import { AgentFiles } from "../agent/filesystem/agent-files.ts";
import { forgetScope } from "../agent/filesystem/forget-scope.ts";
import type { AgentLimits } from "../agent/limits.ts";
import { type Assistant, type AssistantConfiguration, findAssistant, makeAssistants } from "./assistants.ts";
import { type Pause, pauseOf } from "./decisions.ts";
import { Refused } from "./protocol.ts";
import { AssistantStore, type StoredThread } from "./store.ts";

export interface ServiceOptions {
  agent: ThreadAgent;
  configurations: readonly AssistantConfiguration[];
  limits: AgentLimits;
  seed: number;
  toolFamilies: readonly ToolFamily[] | undefined;
  /** Tools whose calls wait for a decision, where a client does not say: Safe Mode. */
  reviewed: readonly string[];
}

export interface ThreadState {
  values: Record<string, unknown>;
  pause: Pause | null;
}

/** The owner of every thread's files in the agent's store. */
const OWNER = "assistant";

/** Threads of people with the agent: what the routes stand on. */
export class AssistantService {
  readonly startedAt = new Date().toISOString();
  readonly assistants: readonly Assistant[];
  readonly store: AssistantStore;
  readonly options: ServiceOptions;

  private constructor(options: ServiceOptions) {
    this.options = options;
    this.assistants = makeAssistants(options.configurations);
    this.store = new AssistantStore(options.agent.state.pool);
  }

  /** Threads that a killed service left at work wait again for what they had waited for, or for the next question. */
  static async open(options: ServiceOptions): Promise<AssistantService> {
    const service = new AssistantService(options);
    for (const thread of await service.store.setup()) await service.settle(thread);
    return service;
  }

  /** @throws Refused 404 */
  async thread(id: string): Promise<StoredThread> {
    const thread = UUID.test(id) ? await this.store.thread(id) : null;
    if (thread) return thread;
    throw new Refused(404, "there is no such thread");
  }

  /** What the agent is asked on a thread; `live` says how. */
  task(assistant: Assistant, threadId: string, changes: Partial<ScopeTask> = {}): ScopeTask {
    const { limits, seed, toolFamilies } = this.options;
    const { model, workflow, knowledge } = assistant;
    return {
      ...{ threadId, assistantId: OWNER, turns: [], limits, seed, toolFamilies, model, workflow, knowledge },
      signal: new AbortController().signal,
      live: { onEvent: () => undefined, reviewed: new Set() },
      ...changes,
    };
  }

  /** Null for a thread that was never asked anything, or whose assistant is no longer configured. */
  async graph(thread: StoredThread): Promise<StateGraph | null> {
    const assistant = this.assistants.find(({ id }) => id === thread.assistant_id);
    return assistant ? this.options.agent.graph(this.task(assistant, thread.id)) : null;
  }

  async state(thread: StoredThread): Promise<ThreadState> {
    const snapshot = await (await this.graph(thread))?.getState(configOf(thread.id));
    return { values: snapshot?.values ?? {}, pause: pauseOf(snapshot?.tasks ?? []) };
  }

  /** Writes down what a thread that is no longer at work waits for. */
  async settle(thread: StoredThread, failed = false): Promise<ThreadState> {
    const state = await this.state(thread);
    const status = state.pause ? "interrupted" : failed ? "error" : "idle";
    await this.store.setThreadStatus(thread.id, status, state.pause?.id);
    return state;
  }

  files(threadId: string): AgentFiles {
    return new AgentFiles(this.options.agent.state.pool, { assistantId: OWNER, threadId });
  }

  async forget(threadId: string): Promise<void> {
    const { checkpointer, state } = this.options.agent;
    await checkpointer.deleteThread(threadId);
    await forgetScope(state, { assistantId: OWNER, threadId });
    await this.store.deleteThread(threadId);
  }

  assistant(key: string): Assistant {
    return findAssistant(this.assistants, key);
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function configOf(threadId: string, checkpointId?: string | null) {
  return {
    configurable: { thread_id: threadId, checkpoint_ns: "", ...(checkpointId && { checkpoint_id: checkpointId }) },
  };
}
