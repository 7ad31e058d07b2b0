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
  const { recorded, repeats } = miss;
  if (recorded.length === 0) return [nothingOf(miss)];
  if (repeats > 0) return [`the same request was recorded ${repeats} time(s), and is made once more`];
  const nearest = nearestTo(miss);
  return [`nearest recorded request: number ${nearest.order + 1} of ${recorded.length}`, ...differences(nearest, miss)];
}

/** Names of the parts that differ, then `message:<role>` of the first message that does; `again` where an equal request was recorded less often. */
export function changedPlaces(miss: Miss): string[] {
  if (miss.recorded.length === 0) return ["nothing"];
  if (miss.repeats > 0) return ["again"];
  const { asked, content } = miss;
  const { parts, items } = nearestTo(miss);
  const names = [...new Set([...Object.keys(parts), ...Object.keys(asked.parts)])].filter(
    (name) => content.chunks[parts[name] ?? -1] !== asked.parts[name]?.text,
  );
  const length = Math.max(items.length, asked.items.length);
  const at = [...Array(length).keys()].find((index) => content.chunks[items[index] ?? -1] !== asked.items[index]?.text);
  if (at === undefined) return names;
  const text = asked.items[at]?.text ?? content.chunks[items[at] ?? -1] ?? "null";
  return [...names, `message:${roleOf(JSON.parse(text))}`];
}

function roleOf(item: unknown): string {
  return typeof item === "object" && item !== null && "role" in item ? String(item.role) : "text";
}

function nearestTo(miss: Miss): RecordedCall {
  return miss.recorded
    .map((call) => ({ call, likeness: likeness(call, miss) }))
    .sort((a, b) => b.likeness - a.likeness || distance(a.call, miss.order) - distance(b.call, miss.order))[0]!.call;
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
