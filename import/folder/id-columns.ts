import { compareText } from "../../base/text-order.ts";

/** Up to this many different values are listed, when ids repeat each often enough for that to be no accident. */
const MOST_VALUES = 3;
const LEAST_REPEATED = 8;

/** A pattern for what stands in one place of all ids: a fixed text, one of few, a number, a hash, or a class of signs. */
export function columnPattern(values: readonly string[]): string {
  const distinct = [...new Set(values)].sort((a, b) => b.length - a.length || compareText(a, b));
  if (distinct.length === 1) return escapeLiteral(distinct[0] as string);
  const letters = distinct.every((value) => /^\p{L}+$/u.test(value));
  if (letters && distinct.length <= MOST_VALUES && values.length >= distinct.length * LEAST_REPEATED)
    return `(?:${distinct.map(escapeLiteral).join("|")})`;
  const start = commonStart(distinct);
  return escapeLiteral(start) + restPattern(distinct.map((value) => value.slice(start.length)));
}

/** What all values begin with, cut back so that it ends where a word ends: before a digit, behind an underscore. */
function commonStart(values: readonly string[]): string {
  const [first = ""] = values;
  let length = first.length;
  for (const value of values) while (!value.startsWith(first.slice(0, length))) length--;
  while (length > 0 && !values.every((value) => isWordEnd(value, length))) length--;
  return first.slice(0, length);
}

function isWordEnd(value: string, at: number): boolean {
  const [before, after] = [value[at - 1] as string, value[at]];
  if (after === undefined || before === "_" || after === "_") return true;
  return /\p{L}/u.test(before) && /\p{N}/u.test(after);
}

function restPattern(rests: readonly string[]): string {
  const lengths = new Set(rests.map((rest) => rest.length));
  const [length] = lengths;
  const exact = lengths.size === 1 ? `{${length}}` : atLeast(Math.min(...lengths));
  if (rests.every((rest) => /^[0-9]*$/.test(rest))) return `\\d${exact}`;
  const digits = ["[0-9a-f]", "[0-9A-F]"].find((hex) => rests.every((rest) => new RegExp(`^${hex}+$`).test(rest)));
  const isHash = lengths.size === 1 && (length as number) >= 6 && rests.some((rest) => /[0-9]/.test(rest));
  if (digits && isHash) return `${digits}${exact}`;
  return `${charClass(rests.join(""))}${lengths.has(0) ? "*" : "+"}`;
}

export function atLeast(count: number): string {
  return count === 0 ? "*" : count === 1 ? "+" : `{${count},}`;
}

/** The smallest of the usual classes that holds every sign of the text; separators one by one. */
export function charClass(signs: string): string {
  const ranges: readonly (readonly [string, RegExp])[] = [
    ["a-z", /[a-z]/],
    ["A-Z", /[A-Z]/],
    ["0-9", /[0-9]/],
    ["_", /_/],
    ["\\p{L}\\p{N}", /(?![A-Za-z0-9])[\p{L}\p{N}]/u],
  ];
  const others = [...new Set(signs.match(/[^\p{L}\p{N}_]/gu) ?? [])].sort(compareText);
  return `[${ranges
    .filter(([, sign]) => sign.test(signs))
    .map(([range]) => range)
    .join("")}${others.map(escapeInClass).join("")}]`;
}

export function escapeLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function escapeInClass(sign: string): string {
  return /[\\^\]\-[]/.test(sign) ? `\\${sign}` : sign;
}
