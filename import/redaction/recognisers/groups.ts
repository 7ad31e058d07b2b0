/** Signs that stand together, and where each ends in the text. */
export interface SpacedRun {
  start: number;
  /** Without what parts the groups. */
  signs: string;
  /** For each sign, the index behind it. */
  ends: readonly number[];
}

/**
 * Where signs stand in groups parted by one blank or hyphen, as people write account and card numbers: of each group's start, as many signs
 * as fit. `sign` tells what belongs, by one character.
 */
export function* spacedRuns(
  text: string,
  { sign, first, most }: { sign: RegExp; first: RegExp; most: number },
): Generator<SpacedRun> {
  for (const { index: start } of text.matchAll(first)) {
    let signs = "";
    const ends: number[] = [];
    for (let at = start; at < text.length && signs.length < most; at++) {
      const one = text[at]!;
      if (sign.test(one)) {
        signs += one;
        ends.push(at + 1);
      } else if (!/[ \u00A0\u202F-]/.test(one) || !sign.test(text[at + 1] ?? "")) break;
    }
    yield { start, signs, ends };
  }
}
