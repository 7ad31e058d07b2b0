import type { FieldLine } from "./scan.ts";

/** Powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const DIGITS = 15;
const MINUS = 45;
const POINT = 46;

/**
 * The number in a field, NaN when it is none. Plain decimals of up to 15 digits are read in place, exactly as `Number`
 * would: digits and power of ten are both exact, so their quotient is rounded once.
 */
export function parseNumber({ bytes, text, bounds }: FieldLine, field: number): number {
  const start = bounds[2 * field]!;
  const end = bounds[2 * field + 1]!;
  const negative = bytes[start] === MINUS;
  let digits = 0;
  let point = -1;
  for (let at = negative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) digits = digits * 10 + (byte - 48);
    else if (byte === POINT && point < 0) point = at;
    else return Number(text.slice(start, end));
  }
  const count = end - start - (negative ? 1 : 0) - (point < 0 ? 0 : 1);
  if (count < 1 || count > DIGITS) return Number(text.slice(start, end));
  const size = point < 0 ? digits : digits / POWERS[end - point - 1]!;
  return negative ? -size : size;
}
