import { pick, type Random } from "../../base/random.ts";
import { readingRank } from "../catalogue/attributes.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Vocabulary } from "../catalogue/vocabulary.ts";
import type { Facet } from "../truth/test-set.ts";

/** One condition of a topic. */
export interface FacetValue {
  facet: Facet;
  value: string;
}

/**
 * A topic in words. With `reword`, values are said as the knowledge base says people say them, where it knows a wording
 * that means nothing else; so the question does not have the words of the texts that it looks for.
 */
export function sayTopic(
  values: readonly FacetValue[],
  {
    catalogue,
    random,
    reword,
  }: { catalogue: Pick<Catalogue, "facets" | "vocabulary">; random: Random; reword: boolean },
): string {
  const ordered = [...values].sort((a, b) => readingRank(a.facet.key) - readingRank(b.facet.key));
  const said = new Set<string>();
  return ordered
    .map(({ facet: { key }, value }) => {
      const words = reword ? otherWords(value, catalogue.vocabulary, random) : value;
      const phrase = catalogue.facets.phrases.get(key);
      // "in the area of A, in the area of B" of an area and a feature area would contradict itself.
      const pattern = phrase === undefined || said.has(phrase) ? `with ${label(key)} {}` : phrase;
      said.add(pattern);
      return pattern.replace("{}", () => words);
    })
    .join(", ");
}

/** `procedure conditional handover, interface Xn`: for reference answers and traps, in the corpus' own terms. */
export function nameTopic(values: readonly FacetValue[]): string {
  return values.map(({ facet, value }) => `${label(facet.key)} ${value}`).join(", ");
}

/** `automated suite and release`. */
export function nameAttributes(facets: readonly Facet[]): string {
  const names = facets.map(({ key }) => label(key));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/**
 * Share of terms that are said as people say them; the others by an abbreviation or by the term itself. Chosen by
 * measurement on the default corpus, so that plain BM25 neither solves nor wholly misses the search questions.
 */
const REWORDED_SHARE = 0.5;

/** A wording of the term, its abbreviation or itself; only itself where the knowledge base has no other. */
function otherWords(term: string, vocabulary: Vocabulary, random: Random): string {
  const wordings = vocabulary.wordings(term);
  const short = [term, ...vocabulary.abbreviations(term)];
  return pick(random, wordings.length > 0 && random() < REWORDED_SHARE ? wordings : short);
}

function label(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}
