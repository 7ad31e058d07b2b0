import { stemmer } from "stemmer";
import { grouped } from "../../../base/grouped.ts";
import { power } from "../../../base/power.ts";

/** Banerjee and Lavie 2005: recall counts nine times as much as precision, and what is scattered loses up to half. */
const [ALPHA, BETA, GAMMA] = [0.9, 3, 0.5];

/** The words that may stand for a word, itself among them or not. */
export type SynonymsOf = (word: string) => Iterable<string>;

/**
 * METEOR: equal words are matched first, then equal stems (Porter's, with his own later changes; English rules for whatever language), then
 * a stem of the answer with a synonym of it (nltk looks stems up, and not the words). A harmonic mean of precision and recall that leans to recall,
 * less a penalty that grows with the number of pieces (runs of matches in the same order) for each match. 0 without a match.
 * Source: Banerjee and Lavie 2005; as nltk 3.10 has it (each stage takes the last words first) with PorterStemmer(mode="MARTIN_EXTENSIONS").
 * Example: "the cat sat" for "the cat sat down": P 1, R .75, F .7692, one piece of three: penalty .5 / 27, .755.
 */
export function meteor(
  answer: readonly string[],
  reference: readonly string[],
  { synonymsOf }: { synonymsOf: SynonymsOf },
): number {
  const left = { answer: placed(answer), reference: placed(reference) };
  const exact = match(left, (word) => word);
  const stems = match(exact.left, stemmer);
  const synonyms = matchSynonyms(stems.left, synonymsOf);
  const matches = [...exact.matches, ...stems.matches, ...synonyms].sort((a, b) => a.at - b.at);
  if (matches.length === 0) return 0;
  const [precision, recall] = [matches.length / answer.length, matches.length / reference.length];
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  return (1 - GAMMA * power(piecesOf(matches) / matches.length, BETA)) * mean;
}

/** METEOR without its third stage, and so not called METEOR alone: nltk with a wordnet without words. */
export function meteorStem(answer: readonly string[], reference: readonly string[]): number {
  return meteor(answer, reference, { synonymsOf: () => [] });
}

interface Placed {
  word: string;
  at: number;
}

interface Match {
  at: number;
  reference: number;
}

interface Sides {
  answer: readonly Placed[];
  reference: readonly Placed[];
}

function placed(words: readonly string[]): Placed[] {
  return words.map((word, at) => ({ word, at }));
}

/** Pairs each word of the answer, the last first, with the last one of the reference that is equal and free. */
function match({ answer, reference }: Sides, keyOf: (word: string) => string): { matches: Match[]; left: Sides } {
  const free = grouped(reference, ({ word }) => keyOf(word));
  const matches = answer.toReversed().flatMap(({ word, at }): Match[] => {
    const found = free.get(keyOf(word))?.pop();
    return found === undefined ? [] : [{ at, reference: found.at }];
  });
  const [own, theirs] = [new Set(matches.map(({ at }) => at)), new Set(matches.map(({ reference: at }) => at))];
  return {
    matches,
    left: { answer: answer.filter(({ at }) => !own.has(at)), reference: reference.filter(({ at }) => !theirs.has(at)) },
  };
}

/** Pairs each word of the answer, the last first, with the last free one of the reference that is a synonym of it. */
function matchSynonyms({ answer, reference }: Sides, synonymsOf: SynonymsOf): Match[] {
  const free = grouped(reference, ({ word }) => stemmer(word));
  return answer.toReversed().flatMap(({ word, at }): Match[] => {
    const found = [...synonymsOf(stemmer(word))].flatMap((synonym) => free.get(synonym)?.at(-1) ?? []);
    if (found.length === 0) return [];
    const last = found.reduce((best, one) => (one.at > best.at ? one : best));
    free.get(stemmer(last.word))?.pop();
    return [{ at, reference: last.at }];
  });
}

function piecesOf(matches: readonly Match[]): number {
  return matches.filter((one, i) => {
    const before = matches[i - 1];
    return !before || one.at !== before.at + 1 || one.reference !== before.reference + 1;
  }).length;
}
