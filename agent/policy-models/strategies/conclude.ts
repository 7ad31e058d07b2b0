import type { Conclusion } from "../conclusion.ts";
import { FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/question.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor } from "./anchor.ts";
import { nameOf } from "./anchor.ts";
import { openNames, sayOpenNames } from "./open-names.ts";

/** Comes to an answer, or to none where nothing was found or too little of what was asked stands in it. */
export function conclude(
  state: TurnState,
  outcome: {
    question: Question;
    findings: FoundTests;
    support: number;
    anchors: readonly Anchor[];
    sentences: readonly string[];
    nothing?: string;
    /** What else of the question was held against the records; without it, names are left to who reported them. */
    accounted?: readonly string[];
  },
): Conclusion {
  const { question, findings, support, anchors } = outcome;
  if (findings.size === 0)
    return abstain(question, outcome.nothing ?? "nothing in the records fits what was asked.", anchors);
  if (support < state.profile.abstainBelow)
    return abstain(
      question,
      `what comes closest does not carry what was asked (${question.words.slice(0, 8).join(" ")}).`,
      anchors,
    );
  const open = outcome.accounted ? openNames(question, [...outcome.accounted, ...textsOf(outcome)]) : [];
  return { question, findings, sentences: [...outcome.sentences, ...sayOpenNames(open)], abstention: null, anchors };
}

/** What an answer shows, and what was seen of the records that it names. */
function textsOf({
  findings,
  anchors,
  sentences,
}: Pick<Conclusion, "findings" | "anchors" | "sentences">): readonly string[] {
  return [
    ...sentences,
    ...anchors.map((anchor) => `${nameOf(anchor)} ${anchor.called} ${JSON.stringify(anchor.record)}`),
    ...findings.list.flatMap(({ title, evidence }) => [title, ...evidence.map((entry) => entry.why)]),
  ];
}

export function abstain(question: Question, reason: string, anchors: readonly Anchor[] = []): Conclusion {
  return { question, findings: new FoundTests(), sentences: [], abstention: reason, anchors };
}
