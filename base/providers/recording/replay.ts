import { UserError } from "../../user-error.ts";
import type { Secret } from "../secrets/secrets.ts";
import { NO_THREAD, type RecordedCall, type RecordingContent } from "./content.ts";
import { describeMiss } from "./describe-miss.ts";
import { readRecording } from "./file.ts";
import { answerOf, type RecordedThread, recordedThreads, takerOf } from "./recorded-threads.ts";
import { RecordedCutOff, type Recording, type RecordingThread, type ThreadName } from "./recording.ts";
import { makeTexts, type RequestTexts, requestKey } from "./texts.ts";

export interface Replay extends Recording {
  readonly mode: "replay";
  readonly hash: string;
  /** Calls in the recording, and those that were asked for so far. */
  count(): { recorded: number; replayed: number };
}

export interface ReplayOptions {
  path: string;
  secrets: readonly Secret[];
}

/** Answers every call from a recording. @throws UserError `content` when it cannot be read */
export async function openReplay({ path, secrets }: ReplayOptions): Promise<Replay> {
  const { content, hash } = await readRecording(path);
  const state = {
    ...{ path, content, threads: recordedThreads(content) },
    ...{ used: new Set<RecordedCall>(), stop: new AbortController() },
  };
  return {
    mode: "replay",
    hash,
    signal: state.stop.signal,
    thread: (name) => replayThread(state, name, secrets),
    shared: replayThread(state, { name: NO_THREAD }, secrets),
    count: () => ({ recorded: content.calls.length, replayed: state.used.size }),
  };
}

interface ReplayState {
  path: string;
  content: RecordingContent;
  threads: ReadonlyMap<string, RecordedThread>;
  used: Set<RecordedCall>;
  stop: AbortController;
}

function replayThread(state: ReplayState, { name, alias }: ThreadName, secrets: readonly Secret[]): RecordingThread {
  const texts = makeTexts({ alias, secrets });
  const recorded = state.threads.get(name);
  const take = takerOf(name, recorded);
  let calls = 0;
  return {
    async call(request) {
      const asked = texts.request(request);
      const { found, nth } = take(requestKey(asked));
      if (found === undefined) {
        if (recorded?.cutOff && calls >= recorded.calls.length)
          throw new RecordedCutOff("The recorded turn ended here.");
        throw stop(state, { thread: name, asked, order: calls, repeats: nth });
      }
      calls++;
      state.used.add(found);
      return answerOf(found, state.content, texts);
    },
    cutOff: () => Promise.resolve(),
  };
}

/** The first request that was not recorded ends the whole replay: what came after it would be made up. */
function stop(
  { path, content, threads, stop: controller }: ReplayState,
  miss: { thread: string; asked: RequestTexts; order: number; repeats: number },
): unknown {
  if (!controller.signal.aborted) {
    const problems = describeMiss({ ...miss, content, recorded: threads.get(miss.thread)?.calls ?? [] });
    const where = miss.thread === NO_THREAD ? "a request" : `request ${miss.order + 1} of ${miss.thread}`;
    controller.abort(
      new UserError("recording", `${where} was not recorded in ${path}`, {
        problems,
        hint: "record the run again with --record where the change is meant; a replay asks no model",
      }),
    );
  }
  return controller.signal.reason;
}
