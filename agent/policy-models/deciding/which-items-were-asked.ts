import { foldedWords } from "../../../base/fold.ts";
import { attributesOf, spoken } from "../reading/what-came-back.ts";
import type { Question } from "../reading/what-was-asked.ts";
import { contentWords } from "../reading/words.ts";
import { abstain, type Conclusion } from "./when-to-abstain.ts";
import { type Anchor, nameOf } from "./which-items-are-meant.ts";
import { refuse } from "./which-parts-are-answered.ts";
import { namedAttributes } from "./which-records-answer.ts";
import { askingText, findTurnsOpen } from "./which-turns-are-open.ts";

/** Answers what is asked about named records themselves by the attributes that the question names; none of it is about their tests. */
export function answerOfThem(question: Question, anchors: readonly Anchor[]): Conclusion {
  const said = anchors.map((anchor) => {
    const values = [...namedAttributes(question.text, attributesOf(anchor.record ?? {}))];
    return values.length === 0
      ? null
      : `${nameOf(anchor)} has ${values.map(([name, value]) => `${spoken(name)} ${value}`).join(", ")}.`;
  });
  const sentences = said.flatMap((sentence) => sentence ?? []);
  const held = { question, anchors, accounted: sentences, sentences, searched: false };
  const known = foldedWords(sentences.join(" "));
  const left = contentWords(askingText(held)).filter(
    (word) => !foldedWords(word).every((part) => known.includes(part)),
  );
  if (said.includes(null) || left.length + findTurnsOpen(held).length > 0) return refuse(question);
  return { ...abstain(question, "test cases were not asked for.", anchors), sentences };
}
