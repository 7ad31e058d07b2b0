const NOUNS =
  "execution|scenario|configuration|pair|answer|call|id|question|other|effect|metric|level|place|rule|score|run";

/** What no sentence may have, whatever it is about. */
const RULES: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/undefined|NaN|Infinity|\bnull\b/, "a missing value as a word"],
  [/\b0 of 0\b|\bof the other 0\b|\(–\)/, "a share of nothing"],
  [new RegExp(`(?<![\\d,.])1 (?:${NOUNS})s\\b`), "one thing in the plural"],
  [new RegExp(`(?<![\\d.,])(?:0|[2-9]|[1-9][\\d,]+) (?:${NOUNS})\\b(?! under)`), "several things in the singular"],
  [/ (?:have|has) the (?:best|highest|lowest|most) (?!observed)/, "a superlative that was not tested"],
  // Friedman's is one test of all at once; the trend of differences is one test, too.
  [
    /^(?!.*(?:Friedman's|Slope of)).*(?<!corrected )(?<!naive )\bp [=<] [\d.]+(?!.*(?:Holm|naive))/,
    "a p without its correction",
  ],
];

/** Why no text that the product composes may read so; null: it may. */
export function brokenRule(text: string): string | null {
  const plain = text.replaceAll("\u00a0", " ");
  return RULES.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
