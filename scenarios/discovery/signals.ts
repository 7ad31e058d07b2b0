import { compareText } from "../../base/text-order.ts";
import { isUnspaced, withSpaces } from "../../base/words.ts";
import { artifactsOf, type CorpusRows, type MappedArtifact } from "../../db/ports/corpus-rows.ts";
import { bodyOf, nameOf } from "../../db/ports/entity-text.ts";

/** What a test case and a backlog item have in common that few test cases have; null when nothing: then only the link told of it. */
export type SignalOf = (test: MappedArtifact, item: MappedArtifact) => string | null;

/** What is shared tells something when, by chance, at most this share of the test cases would have it all. */
const MAX_SHARE = 0.05;
/** The same for words, of which two long texts always share some: only those that few test cases have count, and together they must be rarer. */
const MAX_WORD_SHARE = 0.2;
const MAX_WORDS_SHARE = 0.001;
const SHOWN = 5;

/** Equal values of attributes (`procedure: conditional handover`), rare if they were independent; else rare words of both texts. */
export function makeSignals(rows: CorpusRows): SignalOf {
  const tests = artifactsOf(rows, "test_case");
  const [values, words] = [countOf(tests, valuesOf), countOf(tests, wordsOf)];
  const shareOf = (counts: ReadonlyMap<string, number>, feature: string) => (counts.get(feature) ?? 0) / tests.length;
  return (test, item) => {
    const shared = common(valuesOf(test), valuesOf(item));
    if (product(shared.map((value) => shareOf(values, value))) <= MAX_SHARE) return shared.join("; ");
    const said = common(wordsOf(test), wordsOf(item)).filter((word) => shareOf(words, word) <= MAX_WORD_SHARE);
    if (product(said.map((word) => shareOf(words, word))) > MAX_WORDS_SHARE) return null;
    const rarest = said.sort((a, b) => shareOf(words, a) - shareOf(words, b) || compareText(a, b));
    return `words: ${rarest.slice(0, SHOWN).join(", ")}`;
  };
}

/** Short texts of `meta`, each with its key. */
function valuesOf({ meta }: MappedArtifact): Set<string> {
  const texts = Object.entries(meta).filter(([, value]) => typeof value === "string" && value.length <= 60);
  return new Set(texts.map(([key, value]) => `${key}: ${value as string}`));
}

/** Words of three letters or more of what search sees, in lower case; of two where no spaces are written. */
function wordsOf(artifact: MappedArtifact): Set<string> {
  const text = withSpaces(`${nameOf(artifact)}\n${bodyOf(artifact)}`.toLowerCase());
  return new Set((text.match(/\p{L}[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2 || isUnspaced(word)));
}

function countOf(
  artifacts: readonly MappedArtifact[],
  featuresOf: (artifact: MappedArtifact) => Set<string>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const artifact of artifacts)
    for (const feature of featuresOf(artifact)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}

function product(shares: readonly number[]): number {
  return shares.reduce((all, share) => all * share, 1);
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((feature) => b.has(feature)).sort(compareText);
}
