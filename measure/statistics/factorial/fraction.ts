/** A fraction of a full two-level design. Factors are numbered from 0 and are bits of a word: the first is bit 0. */
export interface TwoLevelFraction {
  /** Factors in all. */
  factors: number;
  /** Of each generated factor, which are the last ones, the word of base factors whose product it is. */
  generators: readonly number[];
  /** Letters of the shortest word that cannot be told from the mean: main effects are clear of effects of fewer than one letter less. */
  resolution: number;
}

/**
 * The smallest fraction of at least this resolution; of several the one with fewest short words (least aberration), then the first.
 * Null where there is none but the full design. Factors: 3 to 10. Box, Hunter and Hunter, Statistics for Experimenters, chapter 6.
 */
export function chooseFraction(factors: number, resolution: number): TwoLevelFraction | null {
  for (let generated = factors - 2; generated > 0; generated--) {
    const base = factors - generated;
    const words = wordsOf(base).filter((word) => letters(word) >= resolution - 1);
    let best: { generators: readonly number[]; pattern: number[] } | null = null;
    for (const generators of choices(words, generated)) {
      const pattern = patternOf(factors, generators);
      if (pattern.slice(0, resolution).some((count) => count > 0)) continue;
      if (best === null || isLess(pattern, best.pattern)) best = { generators, pattern };
    }
    if (best) return { factors, generators: best.generators, resolution: best.pattern.findIndex((count) => count > 0) };
  }
  return null;
}

/** The runs, `runs[run][factor]`: 0 for the first level, 1 for the second. The run of all first levels is the first; the last base factor changes fastest. */
export function fractionRuns({ factors, generators }: Pick<TwoLevelFraction, "factors" | "generators">): number[][] {
  const base = factors - generators.length;
  return Array.from({ length: 2 ** base }, (_, run) => {
    const levels = Array.from({ length: base }, (_, factor) => (run >> (base - 1 - factor)) & 1);
    // A product of signs, the first level being +: minus where an odd number of its factors is at the second.
    const generatedLevels = generators.map(
      (word) => levels.filter((level, factor) => level && (word >> factor) & 1).length % 2,
    );
    return [...levels, ...generatedLevels];
  });
}

/** Words of the defining relation but for the mean itself: products of generators, each with the factor that it generates. */
export function definingWords({ factors, generators }: Pick<TwoLevelFraction, "factors" | "generators">): number[] {
  const base = factors - generators.length;
  const own = generators.map((word, at) => word | (1 << (base + at)));
  return wordsOf(own.length).map((chosen) =>
    own.reduce((word, next, at) => ((chosen >> at) & 1 ? word ^ next : word), 0),
  );
}

/** Effects that cannot be told from one, all of up to so many factors, fewest first. */
export function aliasesOf(
  effect: number,
  fraction: Pick<TwoLevelFraction, "factors" | "generators">,
  most = 2,
): number[] {
  return definingWords(fraction)
    .map((word) => word ^ effect)
    .filter((alias) => alias !== 0 && letters(alias) <= most)
    .sort((a, b) => letters(a) - letters(b) || a - b);
}

/** How many words of the defining relation have 0, 1, 2 ... letters. */
function patternOf(factors: number, generators: readonly number[]): number[] {
  const counts = new Array<number>(factors + 1).fill(0);
  for (const word of definingWords({ factors, generators })) counts[letters(word)]!++;
  return counts;
}

/** Whether a has fewer of the shortest words in whose number the two differ. */
function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((count, length) => count !== b[length]);
  return at >= 0 && a[at]! < b[at]!;
}

/** All words of so many factors but the empty one. */
function wordsOf(factors: number): number[] {
  return Array.from({ length: 2 ** factors - 1 }, (_, at) => at + 1);
}

function letters(word: number): number {
  let count = 0;
  for (let left = word; left > 0; left &= left - 1) count++;
  return count;
}

/** Subsets of so many, in the order of their members. */
function* choices(words: readonly number[], size: number, from = 0): Generator<number[]> {
  if (size === 0) return yield [];
  for (let at = from; at <= words.length - size; at++)
    for (const rest of choices(words, size - 1, at + 1)) yield [words[at]!, ...rest];
}
