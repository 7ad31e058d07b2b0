/** Stands behind an interval that is not to be relied on. */
export const DOUBT = "†";

/**
 * What the sign means. No rule that sees the sample alone can promise a coverage for a mean without bounds (Bahadur & Savage, Annals of Mathematical
 * Statistics 27, 1956), so every such interval carries it; what they held on real runs is in docs/method/statistics.md, "Intervals".
 */
export const DOUBT_NOTE =
  "†: of a count or of tokens, which have no largest value, so nothing can promise the 95 %: most held 92 to 95 % on real runs, some with rare large values far less.";
