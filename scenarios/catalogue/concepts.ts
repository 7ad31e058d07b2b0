import { compareText } from "../../base/text-order.ts";
import type { SqlPort } from "../../db/ports/ports.ts";
import { termReader } from "../../db/search/terms.ts";

/**
 * A topic in the corpus' own words that nothing in it is about: the noun of one term with the word before another's
 * (`conditional handover`, `slice selection`: "conditional selection"), where no text holds both.
 */
export interface AbsentConcept {
  /** As it reads after "verify". */
  says: string;
  /** Parts of words of which no text of the corpus holds all. */
  marks: readonly string[];
}

/** Pairs of words that are enough, so that a source of worse ones is not asked. */
const ENOUGH = 60;
/** Words of either place that are looked for. */
const WORDS = 40;
/** Shortest word, in characters: acronyms count. */
const MIN_LENGTH = 3;
/** Longest name that is a name and no prose, in words. */
const MAX_WORDS = 15;
/** Endings of English verbs and adverbs, which prose has where a term has its noun, or the word before it. */
const NO_NOUN = /(?:ed|ing|ly)$/;
const NO_MODIFIER = /ly$|[^s]s$/;

/** `sources`: lists of what things are called, the one with most terms and least prose first. */
export async function readAbsentConcepts(
  sql: SqlPort,
  sources: readonly (readonly string[])[],
): Promise<AbsentConcept[]> {
  const [pairs, least] = pairsOf(sources);
  const before = mostPaired(pairs, least).filter((word) => !NO_MODIFIER.test(word));
  const swapped = pairs.map(([word, noun]) => [noun, word] as const);
  const nouns = mostPaired(swapped, least).filter((noun) => !NO_NOUN.test(noun));
  const marks = [...new Set([...before, ...nouns].map(markOf))];
  const holders = await textsHolding(marks, sql);
  const isAbsent = (one: string, other: string) => {
    const [texts, others] = [holders.get(one), holders.get(other)];
    return texts && others && ![...texts].some((id) => others.has(id));
  };
  return nouns.flatMap((noun) =>
    before
      .filter((word) => isAbsent(markOf(word), markOf(noun)))
      .map((word) => ({ says: `${word} ${noun}`, marks: [markOf(word), markOf(noun)] })),
  );
}

/**
 * Of each name the word that ends it and the one before, and how many partners a word needs: any two words may end a
 * sentence, so where names of things are too few a word must have been seen in two pairs to be taken for a term's.
 */
function pairsOf(sources: readonly (readonly string[])[]): [pairs: [string, string][], least: number] {
  const termsOf = termReader({ stemming: "none", stopWords: "english", splitNames: false });
  const says = (word: string) =>
    word.length >= MIN_LENGTH && /^\p{L}[\p{L}-]*\p{L}$/u.test(word) && termsOf(word).length > 0;
  const pairs: [string, string][] = [];
  for (const [rank, names] of sources.entries()) {
    if (pairs.length >= ENOUGH) return [pairs, rank === 1 ? 1 : 2];
    for (const name of names) {
      const words = name.split(/\s+/);
      const [word = "", noun = ""] = words.slice(-2);
      if (words.length <= MAX_WORDS && says(word) && says(noun)) pairs.push([usual(word), usual(noun)]);
    }
  }
  return [pairs, 2];
}

/** Those that stand with most others first: they make sense with one more. */
function mostPaired(pairs: readonly (readonly [string, string])[], least: number): string[] {
  const partners = new Map<string, Set<string>>();
  for (const [word, partner] of pairs) partners.set(word, (partners.get(word) ?? new Set()).add(partner));
  return [...partners]
    .filter(([, others]) => others.size >= least)
    .sort(([a, x], [b, y]) => y.size - x.size || compareText(a, b))
    .slice(0, WORDS)
    .map(([word]) => word);
}

/** `Handover` and `ATTRIBUTES` as in the middle of a sentence; acronyms and names with capitals inside stay. */
function usual(word: string): string {
  return /^\p{Lu}[\p{Ll}-]+$|^\p{Lu}{6,}$/u.test(word) ? word.toLowerCase() : word;
}

/** Without the ending of a plural, so that a text with either form holds it. */
function markOf(word: string): string {
  return word.toLowerCase().replace(/(?<=\p{L}{3})e?s$/u, "");
}

/** What agents find and what both routes to a truth read. */
const TEXTS = [
  "SELECT chunk_id AS key, entity_id AS id, title || ' ' || body AS text FROM rag.chunk WHERE chunk_id > $1 ORDER BY chunk_id LIMIT $2",
  "SELECT payload_id AS key, external_id AS id, body::text AS text FROM raw.current_payload WHERE payload_id > $1 ORDER BY payload_id LIMIT $2",
];
/** Texts in memory at once. */
const PAGE = 2000;

/** Mark -> ids of the artifacts whose text or payload holds it, also inside of longer words. */
async function textsHolding(marks: readonly string[], sql: SqlPort): Promise<Map<string, Set<string>>> {
  const holders = new Map(marks.map((mark) => [mark, new Set<string>()]));
  for (const query of marks.length > 0 ? TEXTS : [])
    for await (const { id, text } of pagedTexts(query, sql)) {
      const lower = text.toLowerCase();
      for (const [mark, ids] of holders) if (lower.includes(mark)) ids.add(id);
    }
  return holders;
}

async function* pagedTexts(query: string, sql: SqlPort): AsyncGenerator<{ id: string; text: string }> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: { key: number; id: string; text: string }[] } = await sql.query(query, [after, PAGE]);
    yield* rows;
    after = rows.at(-1)?.key;
  }
}
