import { RecordedCutOff } from "../providers/recording/recording.ts";
import { UserError } from "../user-error.ts";

/** A port to another thread: the other end of a worker, or of the main thread. */
interface Port {
  postMessage(message: unknown): void;
  on(event: "message", listen: (message: Message) => void): unknown;
}

type Message =
  | { type: "call"; id: number; name: string; given: unknown }
  | { type: "cancel"; id: number; reason: Thrown }
  | { type: "done"; id: number; value: unknown }
  | { type: "failed"; id: number; thrown: Thrown };

/** Answers calls by the other side; `signal` is aborted where that gave up the call. */
export type Handlers = Readonly<Record<string, (given: never, signal: AbortSignal) => unknown>>;

/** One of two threads that call each other's functions by name. What is given and what comes back is cloned. */
export class Peer {
  readonly #port: Port;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  readonly #answering = new Map<number, AbortController>();
  #last = 0;
  #over: { error: unknown } | undefined;

  constructor(port: Port, handlers: Handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.on("message", (message) => this.#hear(message));
  }

  /** Rejects with what the other side threw: errors of the user's and cut-offs as they are, any other by name and message. */
  async call<T>(name: string, given?: unknown, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#over) throw this.#over.error;
    const id = ++this.#last;
    const giveUp = () => this.#port.postMessage({ type: "cancel", id, reason: toThrown(signal?.reason) });
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        this.#port.postMessage({ type: "call", id, name, given });
      });
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** The other side is gone: whoever waits for it hears of this. */
  end(error: unknown): void {
    this.#over ??= { error };
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #hear(message: Message): void {
    if (message.type === "call") {
      void this.#answer(message);
      return;
    }
    if (message.type === "cancel") {
      this.#answering.get(message.id)?.abort(fromThrown(message.reason));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === "done") waiting?.resolve(message.value);
    else waiting?.reject(fromThrown(message.thrown));
  }

  async #answer({ id, name, given }: Extract<Message, { type: "call" }>): Promise<void> {
    const cancelled = new AbortController();
    this.#answering.set(id, cancelled);
    try {
      const value = await this.#handlers[name]?.(given as never, cancelled.signal);
      this.#port.postMessage({ type: "done", id, value });
    } catch (error) {
      this.#port.postMessage({ type: "failed", id, thrown: toThrown(error) });
    } finally {
      this.#answering.delete(id);
    }
  }
}

/** An error as it can be cloned: classes are lost on the way. */
interface Thrown {
  name: string;
  message: string;
  stack?: string | undefined;
  user?: Pick<UserError, "code" | "problems" | "hint">;
}

function toThrown(error: unknown): Thrown {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, stack } = error;
  if (!(error instanceof UserError)) return { name, message, stack };
  const { code, problems, hint } = error;
  return { name, message, stack, user: { code, problems, hint } };
}

function fromThrown({ name, message, stack, user }: Thrown): Error {
  if (user) return new UserError(user.code, message, { problems: user.problems, hint: user.hint });
  if (name === "RecordedCutOff") return new RecordedCutOff(message);
  return Object.assign(new Error(message), { name, stack });
}
