import type { Client } from "@langchain/langgraph-sdk/client";
import type { AskedText } from "../ask/question.ts";
import { keepFile } from "../service/changes.ts";
import { reasonOf } from "../service/client.ts";
import type { SessionUsage, Step, Values, WaitingCall } from "../service/wire.ts";
import type { HumanDecision } from "./review.tsx";

export interface ConversationState {
  thread: { id: string; assistantId: string | null } | null;
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
  ...{ thread: null, run: null, values: {}, steps: [], pause: null, usage: null, trouble: null },
};

interface Asked extends AskedText {
  assistantId: string;
  safeMode: boolean;
}

type Events = AsyncIterable<{ event: string; data: unknown }>;

/** One thread as it goes: what the service streams of it becomes states that can be drawn. */
export class LiveThread {
  state = NO_CONVERSATION;
  readonly #client: Client;
  readonly #changed: (state: ConversationState) => void;
  #safeMode = false;

  constructor(client: Client, changed: (state: ConversationState) => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** @param id null: for a new question */
  async open(id: string | null): Promise<void> {
    if (id !== null && id === this.state.thread?.id) return;
    this.#set({ ...NO_CONVERSATION, thread: id === null ? null : { id, assistantId: null } });
    if (id !== null) await this.#attempt(() => this.#load(id));
  }

  /** Gives the thread, where it was begun for this question. */
  async ask({ question, file, assistantId, safeMode }: Asked): Promise<string | null> {
    if (this.state.run !== null) return null;
    this.#safeMode = safeMode;
    this.#set({ run: "", trouble: null });
    const begun = await this.#attempt(async () => {
      const thread = this.state.thread ?? (await this.#begin(assistantId));
      if (file) await keepFile(thread.id, file);
      return thread;
    });
    if (!begun) {
      this.#set({ run: null });
      return null;
    }
    const message = { type: "human", id: crypto.randomUUID(), content: question };
    const values = { ...this.state.values, messages: [...(this.state.values.messages ?? []), message] };
    this.#set({ thread: { ...begun, assistantId: begun.assistantId ?? assistantId }, values });
    void this.#stream({ input: { messages: [message] } });
    return begun.id;
  }

  /** By the pause's id, so that it counts for nothing when somebody else was first. */
  decide(decision: HumanDecision): void {
    const { pause } = this.state;
    if (!pause) return;
    this.#safeMode = true;
    void this.#stream({ command: { resume: { [pause.id]: { decisions: [decision] } } } });
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
    if (this.state.thread?.id !== id) return;
    const { assistant_id: assistantId = null } = (metadata ?? {}) as { assistant_id?: string };
    const pause = Object.values(interrupts ?? {}).flat()[0] as unknown as WaitingCall | undefined;
    this.#set({ thread: { id, assistantId }, values: (values ?? {}) as Values });
    const [run] = await this.#client.runs.list(id, { limit: 1 });
    if (this.state.thread?.id !== id) return;
    if (status === "busy" && run) return void this.#rejoin(id, run.run_id);
    // A run that a fall of the service has cut off is said to be so.
    const { error = null } = (run ?? {}) as { error?: string | null };
    this.#set({ trouble: error, pause: (status === "interrupted" && pause) || null });
  }

  #rejoin(id: string, run: string): Promise<void> {
    const options = { lastEventId: "-1", streamMode: ["values", "custom"] as ("values" | "custom")[] };
    return this.#follow(this.#client.runs.joinStream(id, run, options) as Events, run);
  }

  #stream(what: { input?: Record<string, unknown>; command?: { resume: unknown } }): Promise<void> {
    const { id, assistantId } = this.state.thread!;
    this.#set({ pause: null, trouble: null });
    const events = this.#client.runs.stream(id, assistantId!, {
      ...what,
      config: { configurable: { safe_mode: this.#safeMode } },
      streamMode: ["values", "custom"],
      onDisconnect: "continue",
    });
    return this.#follow(events as Events, "");
  }

  async #follow(events: Events, run: string): Promise<void> {
    const { thread } = this.state;
    const isCurrent = () => this.state.thread?.id === thread?.id;
    this.#set({ run });
    await this.#attempt(async () => {
      for await (const { event, data } of events) {
        if (!isCurrent()) return;
        this.#hear(event, data);
      }
    });
    if (!isCurrent()) return;
    // What waits still waits when a decision on it was refused: it comes back with the reason beside it.
    const pause = this.state.values.__interrupt__?.[0] ?? null;
    this.#set({ run: null, steps: pause ? this.state.steps : [], pause });
  }

  #hear(event: string, data: unknown): void {
    if (event === "metadata") this.#set({ run: (data as { run_id: string }).run_id });
    const told = event === "custom" ? (data as { type?: string }) : {};
    if (told.type === "tool_call") this.#set({ steps: [...this.state.steps, told as Step] });
    if (told.type === "usage") this.#set({ usage: told as SessionUsage });
    if (event === "values") this.#set({ values: data as Values });
    if (event === "error") this.#set({ trouble: (data as { message?: string }).message ?? "the run failed" });
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.#set({ trouble: reasonOf(error) });
      return null;
    }
  }

  #set(changes: Partial<ConversationState>): void {
    this.state = { ...this.state, ...changes };
    this.#changed(this.state);
  }
}
