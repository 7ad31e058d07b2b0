import { countOf } from "../../counts.ts";
import { compareText } from "../../text-order.ts";
import type { RecordedCall, RecordingContent } from "./content.ts";
import { describeDifference } from "./describe-difference.ts";
import type { RequestTexts } from "./texts.ts";

export interface Miss {
  thread: string;
  asked: RequestTexts;
  /** Requests of the thread that were answered before. */
  order: number;
  /** Times that this very request was answered before. */
  repeats: number;
  content: RecordingContent;
  /** The thread's calls. */
  recorded: readonly RecordedCall[];
}

/** What a request that was not recorded has other than the nearest one of its thread, one line a difference. */
export function describeMiss(miss: Miss): string[] {
  const { recorded, repeats, order } = miss;
  if (recorded.length === 0) return [nothingOf(miss)];
  if (repeats > 0) return [`the same request was recorded ${repeats} time(s), and is made once more`];
  const nearest = recorded
    .map((call) => ({ call, likeness: likeness(call, miss) }))
    .sort((a, b) => b.likeness - a.likeness || distance(a.call, order) - distance(b.call, order))[0]!.call;
  return [`nearest recorded request: number ${nearest.order + 1} of ${recorded.length}`, ...differences(nearest, miss)];
}

function distance(call: RecordedCall, order: number): number {
  return Math.abs(call.order - order);
}

function nothingOf({ thread, content }: Miss): string {
  const threads = new Set(content.calls.map((call) => call.thread));
  const some = [...threads].sort(compareText).slice(0, 3).join(", ");
  return `nothing of ${thread || "calls outside a thread"} was recorded; the recording holds ${countOf(threads.size, "thread")}${some && `, such as ${some}`}`;
}

/** Equal parts and equal items at their places. */
function likeness({ parts, items }: RecordedCall, { asked, content: { chunks } }: Miss): number {
  const equalParts = Object.entries(asked.parts).filter(([name, { text }]) => chunks[parts[name] ?? -1] === text);
  const equalItems = asked.items.filter(({ text }, index) => chunks[items[index] ?? -1] === text);
  return equalParts.length + equalItems.length - Math.abs(items.length - asked.items.length) / 2;
}

function differences({ parts, items }: RecordedCall, { asked, content: { chunks } }: Miss): string[] {
  const lines: string[] = [];
  for (const name of new Set([...Object.keys(parts), ...Object.keys(asked.parts)])) {
    const [before, now] = [chunks[parts[name] ?? -1], asked.parts[name]?.text];
    if (before !== now) lines.push(...describeDifference(name, before, now));
  }
  for (let index = 0; index < Math.max(items.length, asked.items.length); index++) {
    const [before, now] = [chunks[items[index] ?? -1], asked.items[index]?.text];
    if (before !== now) lines.push(...describeDifference(`message ${index + 1}`, before, now));
  }
  return lines;
}
