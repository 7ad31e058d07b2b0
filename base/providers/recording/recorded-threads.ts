import { grouped } from "../../grouped.ts";
import { sha256 } from "../../hash.ts";
import { NO_THREAD, type RecordedCall, type RecordingContent } from "./content.ts";
import type { RecordedAnswer } from "./recording.ts";
import { requestKey, type Texts } from "./texts.ts";

/** What was recorded of one thread. */
export interface RecordedThread {
  calls: readonly RecordedCall[];
  /** By `requestKey`, those of one request in their order. */
  byKey: ReadonlyMap<string, readonly RecordedCall[]>;
  cutOff: boolean;
}

/** The threads of a recording by name, `NO_THREAD` among them. */
export function recordedThreads(content: RecordingContent): ReadonlyMap<string, RecordedThread> {
  const hashes = content.chunks.map(sha256);
  const refer = (chunk: number) => ({ text: "", hash: hashes[chunk] ?? "" });
  const keyOf = ({ parts, items }: RecordedCall): string =>
    requestKey({
      parts: Object.fromEntries(Object.entries(parts).map(([name, chunk]) => [name, refer(chunk)])),
      items: items.map(refer),
    });
  const cut = new Set(content.ends.map((end) => end.thread));
  const byThread = grouped(content.calls, (call) => call.thread);
  const names = new Set([...byThread.keys(), ...cut]);
  const threads = [...names].map((name): [string, RecordedThread] => {
    const calls = byThread.get(name) ?? [];
    return [name, { calls, byKey: grouped(calls, keyOf), cutOff: cut.has(name) }];
  });
  return new Map(threads);
}

/** Takes the recorded calls of one thread: the nth time that a request is made gives the nth of those recorded. */
export function takerOf(
  name: string,
  thread: RecordedThread | undefined,
): (key: string) => { found: RecordedCall | undefined; nth: number } {
  const taken = new Map<string, number>();
  return (key) => {
    const same = thread?.byKey.get(key) ?? [];
    const nth = taken.get(key) ?? 0;
    const found = name === NO_THREAD ? same[0] : same[nth];
    if (found) taken.set(key, nth + 1);
    return { found, nth };
  };
}

export function answerOf({ answer }: RecordedCall, { chunks }: RecordingContent, texts: Texts): RecordedAnswer {
  const value = (chunk: number): unknown => texts.value(chunks[chunk] ?? "null");
  return { ...(answer.item !== undefined && { item: value(answer.item) }), rest: value(answer.rest) };
}
