import type { RecordLayout } from "./mutations.ts";

/** Lines with something in them, each with its end. */
export const LINES = (text: string) => places(text, /[^\n]*\S[^\n]*(?:\n|$)/g);
/** The same without the first, which names columns. */
export const ROWS = (text: string) => LINES(text).slice(1);

export function places(text: string, expression: RegExp): { start: number; end: number }[] {
  return [...text.matchAll(expression)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

export const element = (name: string) => (text: string) =>
  places(text, new RegExp(`<(?:\\w+:)?${name}(?=[\\s>/])[^>]*?(?:/>|>[\\s\\S]*?</(?:\\w+:)?${name}>)`, "g"));

/** An id in a line of its own, and the paragraph below. */
export const OFT_ITEMS = (text: string) => places(text, /`\w+~[\w.-]+~\d+`\n+[A-Z][^\n]*\n/g);

/** Objects of a list that hold a key: from a brace to the one that closes it. */
export function objectsWith(key: string) {
  return (text: string): { start: number; end: number }[] =>
    places(text, new RegExp(`"${key}"\\s*:`, "g")).flatMap(({ start }) => objectAround(text, start) ?? []);
}

function objectAround(text: string, at: number): { start: number; end: number } | null {
  let depth = 0;
  let start = at;
  while (start >= 0 && depth >= 0) {
    start--;
    if (text[start] === "}") depth++;
    else if (text[start] === "{") depth--;
  }
  depth = 0;
  for (let end = start; end < text.length; end++) {
    if (text[end] === "{") depth++;
    else if (text[end] === "}" && --depth === 0) return { start, end: end + 1 };
  }
  return null;
}

/** Functions of a program in braces. */
export const CODE = (text: string) =>
  places(text, /^(?:export |public |static )*[\w<>[\]]+ \w+\([^)]*\)[^{;]*\{\n(?:(?!\}).*\n)*\}\n?/gm);

export function layout(
  records: RecordLayout["records"],
  id: RegExp | null,
  wording: RegExp,
  each?: RecordLayout["each"],
): RecordLayout {
  return { records, id, wording, each };
}
