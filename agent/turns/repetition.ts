/** Shorter tails are never taken for a loop, however alike their parts are. */
const LEAST_CHARACTERS = 600;
/** So much of a text's end is looked at. */
const LOOKED_AT = 40_000;

export interface Repetition {
  /** What is repeated. */
  unit: string;
  times: number;
}

/**
 * The shortest part that a text repeats at least `least` times up to its very end, as a model does that has fallen into a
 * loop; null where there is none. Lists and tables, whose lines differ, do not count, nor does a text that ends in anything else.
 * Linear in the text: the longest common prefixes of its reversed end with that end's own suffixes (Z function).
 */
export function repetitionAtEnd(text: string, least: number): Repetition | null {
  if (text.length < LEAST_CHARACTERS) return null;
  const tail = text.slice(-LOOKED_AT);
  const reversed = [...Array(tail.length).keys()].map((at) => tail.charCodeAt(tail.length - 1 - at));
  const common = zFunction(reversed);
  for (let period = 1; period * least <= tail.length; period++) {
    const length = common[period]! + period;
    if (length >= LEAST_CHARACTERS && length >= period * least)
      return { unit: tail.slice(-period), times: Math.floor(length / period) };
  }
  return null;
}

/** For each position, how long what begins there equals the beginning. */
function zFunction(codes: readonly number[]): Uint32Array {
  const common = new Uint32Array(codes.length);
  let [left, right] = [0, 0];
  for (let at = 1; at < codes.length; at++) {
    let length = at < right ? Math.min(right - at, common[at - left]!) : 0;
    while (at + length < codes.length && codes[length] === codes[at + length]) length++;
    common[at] = length;
    if (at + length > right) [left, right] = [at, at + length];
  }
  return common;
}
