import type { Conclusion } from "../conclusion.ts";
import { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Question } from "../reading/question.ts";
import type { Anchor } from "./anchors.ts";

/** Comes to an answer, or to none where nothing was found or too little of what was asked stands in it. */
export function conclude(
  mind: Mind,
  outcome: {
    question: Question;
    findings: Findings;
    support: number;
    anchors: readonly Anchor[];
    sentences: readonly string[];
    nothing?: string;
  },
): Conclusion {
  const { question, findings, support, anchors } = outcome;
  if (findings.size === 0)
    return abstain(question, outcome.nothing ?? "nothing in the records fits what was asked.", anchors);
  if (support < mind.profile.abstainBelow)
    return abstain(
      question,
      `what comes closest does not carry what was asked (${question.words.slice(0, 8).join(" ")}).`,
      anchors,
    );
  return { question, findings, sentences: outcome.sentences, abstention: null, anchors };
}

export function abstain(question: Question, reason: string, anchors: readonly Anchor[] = []): Conclusion {
  return { question, findings: new Findings(), sentences: [], abstention: reason, anchors };
}

/** `REQ-201 (Seamless handover)`. */
export function nameOf(anchor: Pick<Anchor, "id" | "title">): string {
  return anchor.title ? `${anchor.id} (${anchor.title})` : anchor.id;
}
