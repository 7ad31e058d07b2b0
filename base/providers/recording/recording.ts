import { AsyncLocalStorage } from "node:async_hooks";

/** One request to a model, in plain JSON: all that decides its answer. */
export interface RecordedRequest {
  /** Model, parameters and tool schemas, by name. */
  parts: Readonly<Record<string, unknown>>;
  /** The messages of a conversation, or the texts to embed, in order. */
  items: readonly unknown[];
}

/** What came back, in plain JSON; a provider's refusal is an answer, too. */
export interface RecordedAnswer {
  /** What the next request of the conversation will probably repeat: stored once for both. */
  item?: unknown;
  /** The rest: usage, ids, an error. */
  rest: unknown;
}

/** The requests of one execution, of one verdict: their order counts among themselves, and among no others. */
export interface RecordingThread {
  /**
   * The answer: made and recorded, or replayed; in either case as it is recorded, so that both runs go on from the
   * same. When `make` throws, nothing is recorded.
   * @throws UserError `content` when the replayed run asks what was not recorded
   */
  call(request: RecordedRequest, make: () => Promise<RecordedAnswer>): Promise<RecordedAnswer>;
  /** Records that the thread ended here by the clock, so that a replay, which is faster, ends there too. */
  cutOff(): Promise<void>;
  /** Of a run that reuses a recording: whether it answered all of the thread's calls so far, and there were some. */
  isReused?(): boolean;
}

export interface ThreadName {
  /** The same in the recorded run and in the replayed one. */
  name: string;
  /** A text that stands for this thread in its messages and differs from run to run. */
  alias?: string;
}

/** A recording, a replay, or a run that reuses a recording, while it is going on. */
export interface Recording {
  readonly mode: "record" | "replay" | "reuse";
  /** Aborted with the reason when a replay cannot go on. */
  readonly signal: AbortSignal;
  /** Opens a thread; one that was opened before starts afresh, and the last one counts. */
  thread(name: ThreadName): RecordingThread;
  /** For calls that depend on nothing but their request (embeddings): each is recorded once. */
  readonly shared: RecordingThread;
}

/** The recorded thread ended by the clock at this point. */
export class RecordedCutOff extends Error {
  override name = "RecordedCutOff";
}

interface Scope {
  recording: Recording;
  thread: RecordingThread | null;
}

/** Carries the recording to every place that makes a model, so that no caller in between has to pass it on. */
const SCOPE = new AsyncLocalStorage<Scope>();

/** Runs something whose model calls all go over the recording; null = they go to the models. */
export function withRecording<T>(recording: Recording | null, run: () => T): T {
  return recording ? SCOPE.run({ recording, thread: null }, run) : run();
}

/** Runs something as one thread of the recording that is going on, if there is one. */
export function onThread<T>(name: ThreadName, run: () => T): T {
  const scope = SCOPE.getStore();
  return scope ? SCOPE.run({ ...scope, thread: scope.recording.thread(name) }, run) : run();
}

export function currentRecording(): Recording | null {
  return SCOPE.getStore()?.recording ?? null;
}

/** The thread that the caller runs in. Without one, but with a recording, calls are taken for such that depend on their request only. */
export function currentThread(): RecordingThread | null {
  const scope = SCOPE.getStore();
  return scope ? (scope.thread ?? scope.recording.shared) : null;
}
