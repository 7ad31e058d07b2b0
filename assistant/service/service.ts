import { randomUUID } from "node:crypto";
import type { ScopeTask, StateGraph, ThreadAgent } from "../../agent/contract/contract.ts";
import type { AgentLimits } from "../../agent/contract/limits.ts";
import { AgentFiles } from "../../agent/filesystem/agent-files.ts";
import { copyScope } from "../../agent/filesystem/copy-scope.ts";
import { forgetScope } from "../../agent/filesystem/forget-scope.ts";
import { CHECKPOINT_SCHEMA } from "../../agent/filesystem/open-state.ts";
import type { DatabaseState } from "../../agent/filesystem/state.ts";
import type { LiveSource } from "../../db/sources/port.ts";
import type { Budget, UserLimits } from "../access/rate-limit.ts";
import { ChangeReader } from "../change/change-reader.ts";
import { type Assistant, type AssistantConfiguration, findAssistant, makeAssistants } from "../protocol/assistants.ts";
import { type Pause, pauseOf } from "../protocol/decisions.ts";
import { ItemIndex } from "../protocol/item-index.ts";
import { LOCAL_USER, type Principal } from "../protocol/principal.ts";
import { Refused } from "../protocol/protocol.ts";
import type { SignIn } from "../protocol/sign-in.ts";
import { AssistantStore, type StoredThread, setupStore } from "../store/store.ts";

export interface ServiceOptions {
  agent: ThreadAgent;
  configurations: readonly AssistantConfiguration[];
  /** Of people's own look-ups, and of configurations that have none of their own. */
  limits: AgentLimits;
  seed: number;
  /** Live sources that people may tick; each is asked with the token that they give. Default: none. */
  sources?: readonly LiveSource[];
  /** Of those, the ones that people may sign in to, by name. */
  signIns?: Readonly<Record<string, SignIn>>;
  /** Tools whose calls wait for a decision, where a client does not say: Safe Mode. */
  reviewed: readonly string[];
  /** Who may decide on calls of a thread besides those who review: its owner, or nobody. */
  decidedBy: "owner" | "reviewers";
  /** What one thread may spend. */
  session: Budget;
  userLimits: UserLimits;
  /** Days after its last use when a thread is erased; absent: never by itself. */
  keepDays?: number | undefined;
}

export interface ThreadState {
  values: Record<string, unknown>;
  pause: Pause | null;
}

type ThreadUse = "read" | "decide" | "write";

/** The owner of every thread's files in the agent's store. */
export const THREAD_OWNER = "assistant";

/** What is the same for all who ask. */
interface Shared {
  options: ServiceOptions;
  database: DatabaseState;
  assistants: readonly Assistant[];
  items: ItemIndex;
  changes: ChangeReader;
  startedAt: string;
  turns: LoopTurns;
}

/** Threads of people with the agent, as one of them sees them: what the routes stand on. */
export class AssistantService {
  readonly store: AssistantStore;
  readonly principal: Principal;
  readonly #shared: Shared;

  private constructor(shared: Shared, principal: Principal, check?: () => void) {
    this.#shared = shared;
    this.principal = principal;
    this.store = new AssistantStore(shared.database, principal, check);
  }

  /** Makes the tables where there are none. */
  static async open(options: ServiceOptions): Promise<AssistantService> {
    const assistants = makeAssistants(options.configurations);
    const { database } = options.agent.state;
    if (!database) throw new Error("threads of people are kept in a database");
    const shared = {
      options,
      database,
      assistants,
      items: new ItemIndex(options.agent.substrate),
      changes: new ChangeReader(options.agent.substrate),
      startedAt: new Date().toISOString(),
      turns: new LoopTurns(),
    };
    await setupStore(database);
    return new AssistantService(shared, LOCAL_USER);
  }

  /**
   * The same service, as another sees it.
   * @param check throws where nothing may be asked of the database any more
   */
  as(principal: Principal, check?: () => void): AssistantService {
    return new AssistantService(this.#shared, principal, check);
  }

  get options(): ServiceOptions {
    return this.#shared.options;
  }

  get database(): DatabaseState {
    return this.#shared.database;
  }

  get assistants(): readonly Assistant[] {
    return this.#shared.assistants;
  }

  get items(): ItemIndex {
    return this.#shared.items;
  }

  get changes(): ChangeReader {
    return this.#shared.changes;
  }

  get turns(): LoopTurns {
    return this.#shared.turns;
  }

  get startedAt(): string {
    return this.#shared.startedAt;
  }

  /**
   * A thread, to read it, to decide and write documents on it, or for anything else.
   * @throws Refused 404, and 403 for what may be read alone
   */
  async thread(id: string, use: ThreadUse = "read"): Promise<StoredThread> {
    const thread = UUID.test(id) ? await this.store.thread(id) : null;
    if (!thread) throw new Refused(404, "there is no such thread");
    if (use === "read" || this.mayUse(thread, use)) return thread;
    throw new Refused(403, `this thread is ${thread.owner}'s: you may read it; copy it to continue`);
  }

  mayUse({ owner }: StoredThread, use: ThreadUse): boolean {
    const { name, role } = this.principal;
    return owner === name || role === "operate" || (role === "review" && use !== "write");
  }

  limits(assistant: Assistant): AgentLimits {
    return assistant.limits ?? this.options.limits;
  }

  /** What the agent is asked on a thread; `live` says how. */
  task(
    assistant: Assistant,
    { id, key }: Pick<StoredThread, "id" | "key">,
    changes: Partial<ScopeTask> = {},
  ): ScopeTask {
    const { seed } = this.options;
    const { gradeThreshold, retrieval, policies, settings, sourceSettings, ...own } = assistant;
    const { model, workflow, knowledge, toolFamilies, toolDescriptions } = own;
    return {
      ...{
        threadId: key,
        threadName: id,
        assistantId: THREAD_OWNER,
        turns: [],
        limits: this.limits(assistant),
        seed,
        toolFamilies,
        toolDescriptions,
        model,
        workflow,
        knowledge,
      },
      ...{ gradeThreshold, retrieval, policies, settings },
      ...(sourceSettings && { sourceSettings }),
      signal: new AbortController().signal,
      live: { onEvent: () => undefined, reviewed: new Set() },
      ...changes,
    };
  }

  /** Null for a thread that was never asked anything, or whose assistant is no longer configured. */
  async graph(thread: StoredThread): Promise<StateGraph | null> {
    const assistant = this.assistants.find(({ id }) => id === thread.assistant_id);
    return assistant ? this.options.agent.graph(this.task(assistant, thread)) : null;
  }

  async state(thread: StoredThread): Promise<ThreadState> {
    const snapshot = await (await this.graph(thread))?.getState(configOf(thread.key));
    return { values: snapshot?.values ?? {}, pause: pauseOf(snapshot?.tasks ?? []) };
  }

  /** Writes down what a thread that is no longer at work waits for. */
  async settle(thread: StoredThread, failed = false): Promise<ThreadState> {
    const state = await this.state(thread);
    const status = state.pause ? "interrupted" : failed ? "error" : "idle";
    await this.store.setThreadStatus(thread.id, status, state.pause?.id);
    return state;
  }

  files({ key }: StoredThread): AgentFiles {
    return new AgentFiles(this.options.agent.state.files, { assistantId: THREAD_OWNER, threadId: key });
  }

  /** A thread of one's own that goes on from what another has come to. */
  async copy(thread: StoredThread): Promise<StoredThread> {
    const { shared: _shared, ...metadata } = thread.metadata;
    const made = await this.store.createThread(randomUUID(), { ...metadata, copied_from: thread.id });
    const scope = { assistantId: THREAD_OWNER, threadId: thread.key };
    await copyScope(this.database, scope, { to: made!.key, schema: CHECKPOINT_SCHEMA });
    const { assistant_id: assistantId, title } = thread;
    if (assistantId !== null) await this.store.beginThread(made!.id, { assistantId, title: title ?? "", metadata: {} });
    await this.settle({ ...made!, assistant_id: assistantId });
    return this.thread(made!.id);
  }

  /** The thread is gone at once; what a kill leaves of it is erased when a service begins. */
  async forget({ id, key }: StoredThread): Promise<void> {
    await this.store.deleteThread(id);
    await this.erase(key);
  }

  /** Checkpoints and files of a thread that was deleted. @param key the thread's */
  async erase(key: string): Promise<void> {
    await this.options.agent.state.checkpointer.deleteThread(key);
    await forgetScope(this.database, { assistantId: THREAD_OWNER, threadId: key });
    await this.database.pool.query("DELETE FROM assistant.erasing WHERE key = $1", [key]);
  }

  assistant(key: string): Assistant {
    return findAssistant(this.assistants, key);
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param key a thread's */
export function configOf(key: string, checkpointId?: string | null) {
  return {
    configurable: { thread_id: key, checkpoint_ns: "", ...(checkpointId && { checkpoint_id: checkpointId }) },
  };
}

/**
 * Gives each who waits a turn of the event loop of its own. Runs that wake at once would otherwise work one after the other in
 * a single turn, in which no request is heard, no stream is written and no other service's event arrives.
 */
class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  next = (): Promise<void> =>
    new Promise((go) => {
      if (this.#waiting.push(go) === 1) setImmediate(this.#go);
    });

  readonly #go = (): void => {
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(this.#go);
  };
}
