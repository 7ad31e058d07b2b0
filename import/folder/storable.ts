import type { Artifact } from "../../db/ports/corpus.ts";

// NUL, and surrogates that stand alone.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** True for a text that PostgreSQL stores as it is. */
export function isStorable(text: string): boolean {
  return text.search(UNSTORABLE) < 0;
}

/** The artifact with U+FFFD for every sign that no database stores, in texts and in `meta`; the same object when there is none. `line` is its JSON. */
export function makeStorable(artifact: Artifact, line: string): Artifact {
  // In JSON such signs can only stand as escapes, so that most lines need no closer look.
  if (!/\\u(?:0000|[dD][89a-fA-F])/.test(line)) return artifact;
  let changed = false;
  const mend = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (isStorable(value)) return value;
      changed = true;
      return value.replace(UNSTORABLE, "\uFFFD");
    }
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(mend);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [mend(key), mend(member)]));
  };
  const mended = mend(artifact) as Artifact;
  return changed ? mended : artifact;
}
