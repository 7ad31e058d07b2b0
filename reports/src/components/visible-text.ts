export type TextPart = { type: "text"; text: string } | { type: "control"; text: string; name: string };

/**
 * Characters that do not show, change how others look, or are obeyed by a terminal: controls (except tab and line feed),
 * format characters (direction marks and overrides, zero-width ones, tags), line separators, lone surrogates.
 */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Splits a text at characters that do not show; each becomes a part such as `[U+202E]`. A carriage return before a line feed is dropped. */
export function splitVisible(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const source = text.replaceAll("\r\n", "\n");
  let from = 0;
  for (const match of source.matchAll(HIDDEN)) {
    if (match.index > from) parts.push({ type: "text", text: source.slice(from, match.index) });
    parts.push(describe(match[0]));
    from = match.index + match[0].length;
  }
  if (from < source.length) parts.push({ type: "text", text: source.slice(from) });
  return parts;
}

/** The same as one text. */
export function visibleText(text: string): string {
  return splitVisible(text)
    .map((part) => part.text)
    .join("");
}

function describe(character: string): TextPart {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  return { type: "control", text: `[U+${code}]`, name: `hidden character U+${code}` };
}
