import { DIMENSIONS, type Judgement } from "../../record/domain/records.ts";
import type { Probe } from "./probe.ts";

const READ = ["gold", "gutted", "half"] as const;

export const rationaleProbe: Probe = {
  name: "rationale_mismatch",
  question: "Do the reasons say the opposite of the scores?",
  edits: READ,
  effect: (readings) => {
    // Only where there is something to find: of a right refusal, words of lack are praise.
    if (!readings.half) return null;
    const sides = READ.flatMap((edit) => readings[edit]?.judgement ?? []).flatMap(ratingsWithASide);
    return sides.length === 0 ? null : sides.filter((contradicts) => contradicts).length / sides.length;
  },
  unit: "share of ratings whose reason says the opposite",
  largest: 1,
  finding: { above: "rationale_mismatch" },
  threshold: 0.1,
  because: "a reviewer who checks ten ratings by their reasons would find one that does not hold",
};

/** For each rating that is high or low and whose rationale takes a side: whether they contradict each other. */
function ratingsWithASide({ quality }: Judgement): boolean[] {
  return DIMENSIONS.flatMap((name) => {
    const { score, rationale } = quality[name];
    const side = sideOf(rationale);
    return side === 0 || score === 3 ? [] : [side > 0 !== score > 3];
  });
}

const BAD =
  /\b(?:miss(?:es|ing|ed)|lacks?|lacking|omit(?:s|ted)?|incomplete|irrelevant|unrelated|unsupported|ungrounded|wrong|incorrect|contradict\w*|incoherent|poor(?:ly)?|weak(?:ly)?|fails?|0 of \d+)\b/gi;
const GOOD =
  /\b(?:all|every|complete(?:ly)?|full(?:y)?|entire(?:ly)?|correct(?:ly)?|relevant|supported|grounded|coherent|clear(?:ly)?|well|excellent|thorough(?:ly)?)\b/gi;
/** `not complete`, `nothing is missing`, `without any supported`: turns the word round, or the next but one. */
const NEGATION = /\b(?:not|no|none|nothing|never|without|hardly|isn't|doesn't|aren't)\s+(?:\w+\s+)?$/i;

/** 1 when a text has words of praise only, -1 of blame only, 0 otherwise: only what is plain is counted. */
export function sideOf(text: string): -1 | 0 | 1 {
  const count = (words: RegExp) => {
    const hits = [...text.matchAll(words)].map(({ index }) =>
      NEGATION.test(text.slice(Math.max(0, index - 24), index)),
    );
    return { plain: hits.filter((turned) => !turned).length, turned: hits.filter((turned) => turned).length };
  };
  const [bad, good] = [count(BAD), count(GOOD)];
  const praise = good.plain + bad.turned;
  const blame = bad.plain + good.turned;
  return praise > 0 && blame === 0 ? 1 : blame > 0 && praise === 0 ? -1 : 0;
}
