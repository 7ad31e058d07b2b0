import type { Secret } from "../secrets/secrets.ts";
import { NO_THREAD, type RecordedCall, type RecordingContent } from "./content.ts";
import { readRecording } from "./file.ts";
import { answerOf, type RecordedThread, recordedThreads, takerOf } from "./recorded-threads.ts";
import type { RecordedAnswer, RecordedRequest, Recording, RecordingThread, ThreadName } from "./recording.ts";
import { makeTexts, requestKey } from "./texts.ts";

/**
 * Answers from a recording as long as a thread asks what was asked then; from its first other request on the models answer. What an equal
 * request was answered is as good a sample of what the model says to it as a new answer, so a thread is distributed as if
 * the models had answered all of it.
 */
export interface Reuse extends Recording {
  readonly mode: "reuse";
  readonly hash: string;
  /** Calls in the recording, those that were taken from it, and those that went to a model. */
  count(): { recorded: number; reused: number; asked: number };
}

interface ReuseOptions {
  path: string;
  secrets: readonly Secret[];
  /** Whether a request costs nothing: its model is asked. */
  isFree(request: RecordedRequest): boolean;
}

/** @throws UserError `recording` when it cannot be read */
export async function openReuse({ path, secrets, isFree }: ReuseOptions): Promise<Reuse> {
  const { content, hash } = await readRecording(path);
  const counts = { recorded: content.calls.length, reused: 0, asked: 0 };
  const state = { content, threads: recordedThreads(content), isFree, counts };
  return {
    mode: "reuse",
    hash,
    signal: new AbortController().signal,
    thread: (name) => reusedThread(state, name, secrets),
    shared: reusedThread(state, { name: NO_THREAD }, secrets),
    count: () => counts,
  };
}

interface ReuseState extends Pick<ReuseOptions, "isFree"> {
  content: RecordingContent;
  threads: ReadonlyMap<string, RecordedThread>;
  counts: ReturnType<Reuse["count"]>;
}

function reusedThread(state: ReuseState, { name, alias }: ThreadName, secrets: readonly Secret[]): RecordingThread {
  const { content, threads, counts } = state;
  const texts = makeTexts({ alias, secrets });
  const take = takerOf(name, threads.get(name));
  let departed = false;
  const own = { reused: 0, made: 0 };
  return {
    async call(request, make): Promise<RecordedAnswer> {
      const found = departed ? undefined : take(requestKey(texts.request(request))).found;
      if (found === undefined || failed(found, content)) {
        // Calls of no thread do not follow from each other.
        departed ||= name !== NO_THREAD;
        counts.asked++;
        own.made++;
        return make();
      }
      if (state.isFree(request)) {
        own.made++;
        return make();
      }
      counts.reused++;
      own.reused++;
      return answerOf(found, content, texts);
    },
    cutOff: () => Promise.resolve(),
    isReused: () => own.reused > 0 && own.made === 0,
  };
}

/** A provider that failed then may answer now. */
function failed({ answer }: RecordedCall, { chunks }: RecordingContent): boolean {
  const rest: unknown = JSON.parse(chunks[answer.rest] ?? "null");
  return typeof rest === "object" && rest !== null && "error" in rest;
}
