import { type LsaModel, lsaEmbedding } from "../../../db/embeddings/lsa.ts";
import { dot } from "./centre.ts";
import type { FaultReport } from "./read-reports.ts";

const SENTENCES = 3;
/** Reports nearest to the centre whose sentences are looked at: those of a block that a model would summarise. */
const READ = 15;
/** Characters: a title says more than a word, and what is longer is a log. */
const [SHORTEST, LONGEST] = [30, 240];

/**
 * An extract, written by no model: of each of the most central reports the sentence nearest to the pattern's centre, the
 * nearest three of these (centroid summarisation, Radev et al. 2004), none twice.
 * @param nearest reports of the pattern, the most central first
 */
export async function centralSentences(
  nearest: readonly FaultReport[],
  { model, centre }: { model: LsaModel; centre: ArrayLike<number> },
): Promise<string[]> {
  const port = lsaEmbedding(model);
  const best: { sentence: string; nearness: number }[] = [];
  for (const report of nearest.slice(0, READ)) {
    const sentences = sentencesOf(report);
    const vectors = await port.embed(sentences);
    const rated = sentences.map((sentence, at) => ({ sentence, nearness: dot(vectors[at]!, centre) }));
    const [first] = rated.sort((a, b) => b.nearness - a.nearness);
    if (first && !best.some(({ sentence }) => sentence === first.sentence)) best.push(first);
  }
  return best
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, SENTENCES)
    .map(({ sentence }) => sentence);
}

function sentencesOf({ title, text }: FaultReport): string[] {
  const parts = text.split(/(?<=[.!?])\s+|\n+/).map((part) => part.replace(/\s+/g, " ").trim());
  return [title.trim(), ...parts].filter(isProse);
}

/** Letters and blanks among its characters: log lines, stack frames and addresses have fewer. */
const PROSE = 0.85;

function isProse(sentence: string): boolean {
  const letters = sentence.match(/[\p{L}\s]/gu)?.length ?? 0;
  return (
    /^\p{L}/u.test(sentence) &&
    sentence.length >= SHORTEST &&
    sentence.length <= LONGEST &&
    letters >= PROSE * sentence.length
  );
}
