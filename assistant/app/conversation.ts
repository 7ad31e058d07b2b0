import type { Client } from "@langchain/langgraph-sdk/client";
import { type AssistantInfo, reasonOf, type Step, type Values, type WaitingCall } from "./api.ts";
import { h } from "./dom.ts";
import { type HumanDecision, renderReview } from "./review.ts";
import { renderScope } from "./scope.ts";
import { renderSteps } from "./steps.ts";
import { renderThreads } from "./threads.ts";
import { turnsOf } from "./turns.ts";

interface Thread {
  id: string;
  metadata: Record<string, unknown>;
  assistantId: string | null;
}

type Events = AsyncIterable<{ event: string; data: unknown }>;

/** The page: threads at the side, one thread's questions and answers, and where one asks. */
export class ConversationPage {
  readonly element: HTMLElement;
  readonly #client: Client;
  readonly #turns = h("div", { class: "turns" });
  readonly #waiting = h("div", { "aria-live": "polite" });
  readonly #trouble = h("p", { class: "bad", role: "alert" });
  readonly #list = h("nav", { "aria-label": "threads" });
  readonly #question = h("textarea", {
    rows: 3,
    "aria-label": "question",
    placeholder: "Which tests matter for this change? Paste it, or name what changes.",
  });
  readonly #choice: HTMLSelectElement;
  readonly #safe = h("input", { type: "checkbox" });
  readonly #ask = h("button", { class: "primary" }, "Ask");
  readonly #stop = h("button", { type: "button", hidden: true, onclick: () => this.#cancel() }, "Stop");
  #thread: Thread | null = null;
  #run: string | null = null;
  #values: Values = {};
  #steps: Step[] = [];
  #approved = new Set<string>();

  constructor(client: Client, assistants: readonly AssistantInfo[]) {
    this.#client = client;
    this.#choice = h("select", { "aria-label": "configuration" }, assistants.map(optionOf));
    const send = (event: Event) => {
      event.preventDefault();
      void this.#send();
    };
    this.#question.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send(event);
    });
    const settings = h(
      "div",
      { class: "row" },
      this.#choice,
      h("label", { class: "check" }, this.#safe, " ask me before each step"),
    );
    const form = h(
      "form",
      { class: "composer", onsubmit: send },
      this.#question,
      h("div", { class: "row" }, this.#ask, this.#stop, settings),
    );
    this.element = h(
      "div",
      { class: "assistant" },
      h("aside", {}, h("h1", {}, "scopebench"), h("a", { class: "new", href: "#" }, "New question"), this.#list),
      h("main", {}, this.#turns, this.#waiting, this.#trouble, form),
    );
  }

  /** @param id null: an empty page for a new question */
  async open(id: string | null): Promise<void> {
    if (id !== null && id === this.#thread?.id) return;
    this.#thread = null;
    this.#run = null;
    this.#values = {};
    this.#steps = [];
    this.#approved = new Set();
    this.#waiting.replaceChildren();
    this.#trouble.replaceChildren();
    await this.#attempt(async () => {
      if (id !== null) await this.#load(id);
    });
    this.#draw();
    void this.#drawThreads();
  }

  async #load(id: string): Promise<void> {
    const { values, status, metadata, interrupts } = await this.#client.threads.get(id);
    const { assistant_id: assistantId } = (metadata ?? {}) as { assistant_id?: string };
    this.#thread = { id, metadata: metadata ?? {}, assistantId: assistantId ?? null };
    if (assistantId) this.#choice.value = assistantId;
    this.#values = (values ?? {}) as Values;
    const pause = Object.values(interrupts ?? {}).flat()[0];
    if (status === "interrupted" && pause) this.#review(pause as unknown as WaitingCall);
    if (status !== "busy") return this.#tellLastRun(id);
    const [run] = await this.#client.runs.list(id, { limit: 1 });
    if (run)
      void this.#follow(
        this.#client.runs.joinStream(id, run.run_id, { lastEventId: "-1", streamMode: ["values", "custom"] }),
        run.run_id,
      );
  }

  /** A run that a fall of the service has cut off is said to be so. */
  async #tellLastRun(id: string): Promise<void> {
    const [run] = await this.#client.runs.list(id, { limit: 1 });
    const { error } = (run ?? {}) as { error?: string | null };
    if (error) this.#trouble.replaceChildren(error);
  }

  async #send(): Promise<void> {
    const content = this.#question.value.trim();
    if (content === "" || this.#run !== null) return;
    await this.#attempt(async () => {
      const thread = this.#thread ?? (await this.#begin());
      this.#question.value = "";
      const message = { type: "human", id: crypto.randomUUID(), content };
      this.#values = { ...this.#values, messages: [...(this.#values.messages ?? []), message] };
      this.#stream(thread.id, { input: { messages: [message] } });
    });
  }

  async #begin(): Promise<Thread> {
    const { thread_id: id } = await this.#client.threads.create();
    this.#thread = { id, metadata: {}, assistantId: this.#choice.value };
    history.pushState(null, "", `#thread=${id}`);
    return this.#thread;
  }

  #stream(threadId: string, what: { input?: Record<string, unknown>; command?: { resume: unknown } }): void {
    this.#waiting.replaceChildren();
    this.#trouble.replaceChildren();
    const events = this.#client.runs.stream(threadId, this.#thread?.assistantId ?? this.#choice.value, {
      ...what,
      config: { configurable: { safe_mode: this.#safe.checked } },
      streamMode: ["values", "custom"],
      onDisconnect: "continue",
    });
    void this.#follow(events, "");
  }

  async #follow(events: Events, runId: string): Promise<void> {
    const thread = this.#thread;
    this.#run = runId;
    this.#draw();
    await this.#attempt(async () => {
      for await (const { event, data } of events) {
        if (this.#thread !== thread) return;
        this.#hear(event, data);
      }
    });
    if (this.#thread !== thread) return;
    this.#run = null;
    this.#steps = this.#values.__interrupt__ ? this.#steps : [];
    this.#draw();
    void this.#drawThreads();
    const pause = this.#values.__interrupt__?.[0];
    if (pause) this.#review(pause);
  }

  #hear(event: string, data: unknown): void {
    if (event === "metadata") this.#run = (data as { run_id: string }).run_id;
    if (event === "custom") this.#steps = [...this.#steps, data as Step];
    if (event === "values") this.#values = data as Values;
    if (event === "error") this.#trouble.replaceChildren((data as { message?: string }).message ?? "the run failed");
    this.#draw();
  }

  #review(pause: WaitingCall): void {
    const tool = pause.value.action_requests[0]?.name ?? "";
    if (this.#approved.has(tool)) {
      this.#decide(pause, { type: "approve" });
      return;
    }
    const card = renderReview(pause, {
      decide: async (decision) => this.#decide(pause, decision),
      approveKind: (kind) => this.#approved.add(kind),
    });
    this.#waiting.replaceChildren(card);
    this.#safe.checked = true;
    card.querySelector("button")?.focus();
  }

  /** By the pause's id, so that it counts for nothing when somebody else was first. */
  #decide({ id }: WaitingCall, decision: HumanDecision): void {
    this.#stream(this.#thread!.id, { command: { resume: { [id]: { decisions: [decision] } } } });
  }

  async #cancel(): Promise<void> {
    await this.#attempt(async () => {
      if (this.#thread && this.#run) await this.#client.runs.cancel(this.#thread.id, this.#run);
    });
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#trouble.replaceChildren(reasonOf(error));
      // What waits still waits: its card comes back with the reason beside it.
      const pause = this.#values.__interrupt__?.[0];
      if (pause && this.#waiting.childElementCount === 0) this.#review(pause);
    }
  }

  #draw(): void {
    const busy = this.#run !== null;
    this.#ask.disabled = busy;
    this.#stop.hidden = !busy;
    this.#choice.disabled = this.#thread?.assistantId != null;
    const turns = turnsOf(this.#values);
    const thread = this.#thread;
    const parts = turns.map((turn, index) => {
      const isLast = index === turns.length - 1;
      const live = isLast ? this.#steps.filter((step) => !turn.steps.some((known) => known.index === step.index)) : [];
      const steps = [...turn.steps, ...live].sort((a, b) => a.index - b.index);
      return h(
        "article",
        {},
        h("h2", {}, turn.question),
        renderSteps(steps, { busy: busy && isLast, open: isLast && turn.answer === null, threadId: thread?.id ?? "" }),
        turn.answer && thread && renderScope(turn.answer.text, this.#choices(thread, turn.answer.id)),
      );
    });
    this.#turns.replaceChildren(...(parts.length > 0 ? parts : [WELCOME()]));
  }

  /** What a person takes out of a scope is kept with the thread. */
  #choices(thread: Thread, answerId: string) {
    const key = `dropped:${answerId}`;
    const kept = thread.metadata[key];
    return {
      threadId: thread.id,
      dropped: new Set(Array.isArray(kept) ? kept.map(String) : []),
      onDrop: (dropped: ReadonlySet<string>) => {
        thread.metadata = { ...thread.metadata, [key]: [...dropped] };
        void this.#attempt(
          async () => void (await this.#client.threads.update(thread.id, { metadata: { [key]: [...dropped] } })),
        );
      },
    };
  }

  async #drawThreads(): Promise<void> {
    await this.#attempt(async () => {
      const threads = await this.#client.threads.search({ limit: 100 });
      this.#list.replaceChildren(
        renderThreads(threads as never, {
          current: this.#thread?.id ?? null,
          remove: async (id) => {
            await this.#attempt(() => this.#client.threads.delete(id));
            if (this.#thread?.id === id) location.hash = "";
            else void this.#drawThreads();
          },
        }),
      );
    });
  }
}

function optionOf({ assistant_id, metadata: { model, workflow, knowledge, stand_in } }: AssistantInfo): HTMLElement {
  const words = [model, workflow, knowledge].join(" · ").replaceAll("_", " ");
  return h("option", { value: assistant_id }, stand_in ? `${words} (stand-in, no language model)` : words);
}

const WELCOME = () =>
  h(
    "div",
    { class: "welcome" },
    h("h2", {}, "Which of the existing tests matter for this change?"),
    h(
      "p",
      {},
      "Ask in words, name the requirement, message or component that changes, or paste the change. Every test in the answer comes with the record that it was found by.",
    ),
  );
