import { grouped } from "../../grouped.ts";
import { sha256 } from "../../hash.ts";
import { UserError } from "../../user-error.ts";
import type { Secret } from "../secrets/secrets.ts";
import { NO_THREAD, type RecordedCall, type RecordingContent } from "./content.ts";
import { describeMiss } from "./describe-miss.ts";
import { readRecording } from "./file.ts";
import {
  type RecordedAnswer,
  RecordedCutOff,
  type Recording,
  type RecordingThread,
  type ThreadName,
} from "./recording.ts";
import { makeTexts, type RequestTexts, requestKey, type Texts } from "./texts.ts";

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
  const state = startReplay(content, path);
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

interface RecordedThread {
  calls: readonly RecordedCall[];
  byKey: ReadonlyMap<string, readonly RecordedCall[]>;
  cutOff: boolean;
}

function startReplay(content: RecordingContent, path: string): ReplayState {
  const hashes = content.chunks.map(sha256);
  const keyOf = ({ parts, items }: RecordedCall): string =>
    requestKey({
      parts: Object.fromEntries(Object.entries(parts).map(([name, chunk]) => [name, refer(chunk)])),
      items: items.map(refer),
    });
  const refer = (chunk: number) => ({ text: "", hash: hashes[chunk] ?? "" });
  const cut = new Set(content.ends.map((end) => end.thread));
  const byThread = grouped(content.calls, (call) => call.thread);
  const names = new Set([...byThread.keys(), ...cut]);
  const threads = [...names].map((name): [string, RecordedThread] => {
    const calls = byThread.get(name) ?? [];
    return [name, { calls, byKey: grouped(calls, keyOf), cutOff: cut.has(name) }];
  });
  return { path, content, threads: new Map(threads), used: new Set(), stop: new AbortController() };
}

function replayThread(state: ReplayState, { name, alias }: ThreadName, secrets: readonly Secret[]): RecordingThread {
  const texts = makeTexts({ alias, secrets });
  const recorded = state.threads.get(name);
  const taken = new Map<string, number>();
  let calls = 0;
  return {
    async call(request) {
      const asked = texts.request(request);
      const key = requestKey(asked);
      const same = recorded?.byKey.get(key) ?? [];
      const nth = taken.get(key) ?? 0;
      const found = name === NO_THREAD ? same[0] : same[nth];
      if (found === undefined) {
        if (recorded?.cutOff && calls >= recorded.calls.length)
          throw new RecordedCutOff("The recorded turn ended here.");
        throw stop(state, { thread: name, asked, order: calls, repeats: nth });
      }
      taken.set(key, nth + 1);
      calls++;
      state.used.add(found);
      return answerOf(found, state.content, texts);
    },
    cutOff: () => Promise.resolve(),
  };
}

function answerOf({ answer }: RecordedCall, { chunks }: RecordingContent, texts: Texts): RecordedAnswer {
  const value = (chunk: number): unknown => texts.value(chunks[chunk] ?? "null");
  return { ...(answer.item !== undefined && { item: value(answer.item) }), rest: value(answer.rest) };
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
