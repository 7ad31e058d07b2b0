import type { FoundSpan, Recogniser } from "./recogniser.ts";

export interface NamedSpan extends FoundSpan {
  recogniser: string;
}

/**
 * What recognisers find in a text, in order, without overlaps: places that overlap become one, which is called after the longest of them,
 * after the first recogniser's where two are as long. So nothing of any of them is left.
 */
export function spansIn(text: string, recognisers: readonly Recogniser[]): NamedSpan[] {
  const found = recognisers.flatMap(({ name, find }, rank) =>
    Array.from(find(text), (span) => ({ ...span, recogniser: name, rank, length: span.end - span.start })),
  );
  found.sort((a, b) => a.start - b.start || b.length - a.length || a.rank - b.rank);
  const spans: (typeof found)[number][] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (!last || span.start >= last.end) spans.push(span);
    else spans[spans.length - 1] = { ...named(last, span), start: last.start, end: Math.max(last.end, span.end) };
  }
  return spans;
}

function named<S extends { length: number; rank: number }>(a: S, b: S): S {
  return b.length > a.length || (b.length === a.length && b.rank < a.rank) ? b : a;
}
