import { compareText } from "../../text-order.ts";

/** Raised when the format changes; a recording of another version is refused. */
export const RECORDING_VERSION = 1;

/** One call: numbers of the chunks that hold its parts. */
export interface RecordedCall {
  thread: string;
  /** Times that the thread was begun, from 1; only its last attempt counts. 0: the call belongs to no thread. */
  take: number;
  /** Order within the attempt, from 0. */
  order: number;
  parts: Readonly<Record<string, number>>;
  items: readonly number[];
  answer: { item?: number; rest: number };
}

/** The attempt ended by the clock. */
export interface RecordedEnd {
  thread: string;
  take: number;
  cut_off: true;
}

/** A line of a recording: texts are stored once and called by their number, which is that of their line among such. */
export type RecordingLine = { chunk: unknown } | { call: RecordedCall } | { end: RecordedEnd };

/** What a recording holds. `chunks` are canonical JSON texts. */
export interface RecordingContent {
  chunks: readonly string[];
  calls: readonly RecordedCall[];
  ends: readonly RecordedEnd[];
}

/** Name of the calls that belong to no thread. */
export const NO_THREAD = "";

/**
 * The last attempt of every thread, threads by name, chunks numbered in the order in which they are used: so equal calls
 * give an equal recording, whatever ran at the same time, and however often it was interrupted.
 */
export function tidy(content: RecordingContent): RecordingContent {
  const last = new Map<string, number>();
  for (const { thread, take } of [...content.calls, ...content.ends])
    last.set(thread, Math.max(take, last.get(thread) ?? 0));
  const counts = ({ thread, take }: { thread: string; take: number }) => take === last.get(thread);
  const inOrder = onceWithoutThread(content.calls.filter(counts)).sort((a, b) => byThread(a, b, content));
  const numbers = new Map<number, number>();
  const renumber = (chunk: number): number => numbers.get(chunk) ?? numbers.set(chunk, numbers.size).size - 1;
  let thread: string | null = null;
  let order = 0;
  const calls = inOrder.map((call): RecordedCall => {
    order = call.thread === thread ? order + 1 : 0;
    thread = call.thread;
    return {
      thread,
      take: Math.min(1, call.take),
      order,
      parts: Object.fromEntries(Object.entries(call.parts).map(([name, chunk]) => [name, renumber(chunk)])),
      items: call.items.map(renumber),
      answer: {
        ...(call.answer.item !== undefined && { item: renumber(call.answer.item) }),
        rest: renumber(call.answer.rest),
      },
    };
  });
  const ends = content.ends.filter(counts).sort((a, b) => compareText(a.thread, b.thread));
  return {
    chunks: [...numbers.keys()].map((chunk) => content.chunks[chunk] ?? ""),
    calls,
    ends: ends.map((end) => ({ ...end, take: 1 })),
  };
}

/** Calls of no thread have no order of their own: they are put into that of their texts. */
function byThread(a: RecordedCall, b: RecordedCall, { chunks }: RecordingContent): number {
  if (a.thread !== b.thread) return compareText(a.thread, b.thread);
  if (a.thread !== NO_THREAD) return a.order - b.order;
  const text = (call: RecordedCall) => call.items.map((item) => chunks[item]).join("\n");
  return compareText(text(a), text(b));
}

/** Calls of no thread are recorded once in each process that makes them. */
function onceWithoutThread(calls: readonly RecordedCall[]): RecordedCall[] {
  const seen = new Set<string>();
  return calls.filter(({ thread, parts, items }) => {
    if (thread !== NO_THREAD) return true;
    const key = JSON.stringify([parts, items]);
    return seen.size < seen.add(key).size;
  });
}
