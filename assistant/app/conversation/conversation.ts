import type { Client } from "@langchain/langgraph-sdk/client";
import type { AskedText } from "../ask/question.ts";
import { keepFile } from "../service/changes.ts";
import { reasonOf } from "../service/client.ts";
import type { SourceTokens } from "../service/sources.ts";
import type { SessionUsage, Step, Values, WaitingCall } from "../service/wire.ts";
import type { HumanDecision } from "./review.tsx";

export interface ConversationState {
  thread: { id: string; assistantId: string | null } | null;
  /** False until an opened thread has come: what is asked before would be asked of another configuration, and its file take the first one's place. */
  loaded: boolean;
  /** Tools whose calls wait on this thread; null where it has no rule yet. */
  reviewed: readonly string[] | null;
  /** Of the run that is at work; "" before its id is known. */
  run: string | null;
  values: Values;
  /** Calls that no state tells of yet. */
  steps: readonly Step[];
  pause: WaitingCall | null;
  /** Null where nothing is told of it. */
  usage: SessionUsage | null;
  trouble: string | null;
}

export const NO_CONVERSATION: ConversationState = {
  ...{ thread: null, loaded: true, reviewed: null, run: null, values: {}, steps: [], pause: null },
  ...{ usage: null, trouble: null },
};

/** As a run has it: every retrieval, none, or the calls of these tools. */
export type SafeMode = boolean | readonly string[];

interface Asked extends AskedText {
  assistantId: string;
  safeMode: SafeMode;
  sources: SourceTokens;
}

interface Wish {
  input?: Record<string, unknown>;
  command?: { resume: unknown };
  /** Undefined: the rule stays. */
  safeMode: SafeMode | undefined;
  sources: SourceTokens;
}

type Events = AsyncIterable<{ event: string; data: unknown }>;

/** One thread as it goes: what the service streams of it becomes states that can be drawn. */
export class LiveThread {
  state = NO_CONVERSATION;
  readonly #client: Client;
  readonly #changed: (state: ConversationState) => void;

  constructor(client: Client, changed: (state: ConversationState) => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** @param id null: for a new question */
  async open(id: string | null): Promise<void> {
    if (id !== null && id === this.state.thread?.id && this.state.loaded) return;
    const thread = id === null ? null : { id, assistantId: null };
    this.#set({ ...NO_CONVERSATION, thread, loaded: id === null });
    if (id !== null) await this.#attempt(() => this.#load(id));
  }

  /** Gives the thread on which it is asked; null where it is not, with the reason in `trouble`. */
  async ask({ question, file, assistantId, safeMode, sources }: Asked): Promise<string | null> {
    if (this.state.run !== null || !this.state.loaded) return null;
    const { thread, values } = this.state;
    this.#set({ run: "", trouble: null });
    const begun = await this.#attempt(async () => {
      const begun = thread ?? (await this.#begin(assistantId));
      if (file) await keepFile(begun.id, file);
      return begun;
    });
    // Another thread may have been opened meanwhile.
    if (this.state.thread !== thread) return null;
    if (!begun) {
      this.#set({ run: null });
      return null;
    }
    const message = { type: "human", id: crypto.randomUUID(), content: question };
    const asked = { ...begun, assistantId: begun.assistantId ?? assistantId };
    this.#set({ thread: asked, values: { ...values, messages: [...(values.messages ?? []), message] } });
    const isTaken = await new Promise<boolean>((resolve) => {
      void this.#stream({ input: { messages: [message] }, safeMode, sources }, resolve);
    });
    if (isTaken) return begun.id;
    if (this.#isCurrent(begun.id)) this.#set({ values });
    return null;
  }

  /** By the pause's id, so that it counts for nothing when somebody else was first. */
  decide(decision: HumanDecision, wish: Pick<Wish, "safeMode" | "sources">): void {
    const { pause } = this.state;
    if (!pause) return;
    void this.#stream({ command: { resume: { [pause.id]: { decisions: [decision] } } }, ...wish });
  }

  async cancel(): Promise<void> {
    const { thread, run } = this.state;
    if (thread && run) await this.#attempt(() => this.#client.runs.cancel(thread.id, run));
  }

  async #begin(assistantId: string) {
    const { thread_id: id } = await this.#client.threads.create();
    return { id, assistantId };
  }

  async #load(id: string): Promise<void> {
    const { values, status, metadata, interrupts } = await this.#client.threads.get(id);
    const [run] = await this.#client.runs.list(id, { limit: 1 });
    if (!this.#isCurrent(id)) return;
    const told = (metadata ?? {}) as { assistant_id?: string; safe_mode?: string[] };
    const { assistant_id: assistantId = null, safe_mode: reviewed = null } = told;
    const pause = Object.values(interrupts ?? {}).flat()[0] as unknown as WaitingCall | undefined;
    this.#set({ thread: { id, assistantId }, loaded: true, reviewed, values: (values ?? {}) as Values });
    if (status === "busy" && run) return void this.#rejoin(id, run.run_id);
    // A run that a fall of the service has cut off is said to be so.
    const { error = null } = (run ?? {}) as { error?: string | null };
    this.#set({ trouble: error, pause: (status === "interrupted" && pause) || null });
  }

  #rejoin(id: string, run: string): Promise<void> {
    const options = { lastEventId: "-1", streamMode: ["values", "custom"] as ("values" | "custom")[] };
    return this.#follow(this.#client.runs.joinStream(id, run, options) as Events, run);
  }

  /** @param taken hears whether the service has taken it, once */
  #stream({ safeMode, sources, ...what }: Wish, taken?: (isTaken: boolean) => void): Promise<void> {
    const { id, assistantId } = this.state.thread!;
    this.#set({ pause: null, trouble: null });
    const events = this.#client.runs.stream(id, assistantId!, {
      ...what,
      config: { configurable: { sources, ...(safeMode !== undefined && { safe_mode: safeMode }) } },
      streamMode: ["values", "custom"],
      onDisconnect: "continue",
    });
    return this.#follow(events as Events, "", taken);
  }

  async #follow(events: Events, run: string, taken?: (isTaken: boolean) => void): Promise<void> {
    const { id } = this.state.thread!;
    this.#set({ run });
    await this.#attempt(async () => {
      for await (const { event, data } of events) {
        taken?.(true);
        if (!this.#isCurrent(id)) return;
        this.#hear(event, data);
      }
    });
    if (this.#isCurrent(id)) {
      // What waits still waits when a decision on it was refused: it comes back with the reason beside it.
      const pause = this.state.values.__interrupt__?.[0] ?? null;
      this.#set({ run: null, steps: pause ? this.state.steps : [], pause });
    }
    taken?.(false);
  }

  #hear(event: string, data: unknown): void {
    if (event === "metadata") this.#set({ run: (data as { run_id: string }).run_id });
    const told = event === "custom" ? (data as { type?: string }) : {};
    if (told.type === "tool_call") this.#set({ steps: [...this.state.steps, told as Step] });
    if (told.type === "usage") this.#set({ usage: told as SessionUsage });
    if (event === "values") this.#set({ values: data as Values });
    if (event === "error") this.#set({ trouble: (data as { message?: string }).message ?? "the run failed" });
  }

  #isCurrent(id: string): boolean {
    return this.state.thread?.id === id;
  }

  /** What fails is told beside the thread that it was for. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const id = this.state.thread?.id;
    try {
      return await work();
    } catch (error) {
      if (this.state.thread?.id === id) this.#set({ trouble: reasonOf(error) });
      return null;
    }
  }

  #set(changes: Partial<ConversationState>): void {
    this.state = { ...this.state, ...changes };
    this.#changed(this.state);
  }
}
