import { compareText } from "./text-order.ts";

const MATCHERS = new WeakMap<readonly { pattern: string }[], RegExp>();

/**
 * The distinct ids in a text, in order of first appearance: every match of one of the patterns that is not part of a
 * longer word (no letter, digit or `_` before or after it, and no `-` or `/` followed by one), longest match first.
 */
export function findIds(text: string, patterns: readonly { pattern: string }[]): string[] {
  if (patterns.length === 0) return [];
  return [...new Set(text.match(matcherOf(patterns)) ?? [])];
}

export function matcherOf(patterns: readonly { pattern: string }[]): RegExp {
  let matcher = MATCHERS.get(patterns);
  if (!matcher) {
    const sources = [...new Set(patterns.map((entry) => entry.pattern))].sort(
      (a, b) => b.length - a.length || compareText(a, b),
    );
    matcher = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${sources.join("|")})(?![\\p{L}\\p{N}_]|[-/][\\p{L}\\p{N}])`, "gu");
    MATCHERS.set(patterns, matcher);
  }
  return matcher;
}

/** True when the id stands in the text on its own, not as a part of a longer id (`TC-10` is not in `TC-100` or `TC-10-2`). Case-sensitive. */
export function containsId(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + id.length, at + id.length + 2);
    if (!/[\p{L}\p{N}_]$/u.test(before) && !/^(?:[\p{L}\p{N}_]|[-/.][\p{L}\p{N}])/u.test(after)) return true;
  }
  return false;
}
