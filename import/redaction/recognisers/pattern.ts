import { RE2JS, RE2JSSyntaxException } from "re2js";
import type { FoundSpan, Recogniser } from "../recogniser.ts";

/** Regular expressions of one's own, in RE2's syntax: it has no look-around and no back references, and takes linear time. */
export function pattern({ name, pattern: source }: { name: string; pattern: string }): Recogniser {
  const expression = RE2JS.compile(source);
  return {
    name,
    *find(text): Iterable<FoundSpan> {
      const matcher = expression.matcher(text);
      while (matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()];
        if (end > start) yield { start, end, value: text.slice(start, end).normalize("NFKC") };
      }
    },
  };
}

/** What is wrong with an expression, null for nothing. */
export function patternFault(source: string): string | null {
  try {
    return RE2JS.compile(source).matches("") ? "it fits the empty text" : null;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return error.message.replace("error parsing regexp: ", "");
    throw error;
  }
}
