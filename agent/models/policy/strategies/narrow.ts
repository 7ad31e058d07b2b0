import type { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import { blankOut } from "../reading/mentions.ts";
import type { Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import type { Anchor } from "./anchors.ts";
import { readAttributes } from "./attributes.ts";
import { keepFulfilling } from "./check-records.ts";
import { findConditions, unmetConditions } from "./conditions.ts";
import { resolveVocabulary } from "./vocabulary.ts";
import { fold } from "./words.ts";

/**
 * Keeps of some test cases those that fulfil what else the question says: its words beyond the things that it names. A
 * model that does not check, or has not read that conditions are checked in the records, takes them all.
 */
export function* narrow(
  mind: Mind,
  { question, findings, anchors }: { question: Question; findings: Findings; anchors: readonly Anchor[] },
): Thought<Findings> {
  const rest = beyondNames(question, anchors);
  if (rest.words.length === 0 || findings.size === 0 || !mind.profile.verifies || !mind.rule("conditions"))
    return findings;
  const attributes = yield* readAttributes(mind, findings);
  const resolved = yield* resolveVocabulary(mind, rest);
  const found = findConditions(rest, attributes.values(), resolved);
  const conditions = [...found, ...unmetConditions(resolved, attributes.values())];
  // What the records have no value for, and the knowledge base no word, cannot be held against them.
  return conditions.length === 0 ? findings : keepFulfilling(findings, { conditions, attributes, strictness: 1 });
}

/** The question without the names in it: `conditional release` in a message's name is not a condition. */
function beyondNames(question: Question, anchors: readonly Anchor[]): Question {
  const named = new Set(
    anchors.flatMap((anchor) => fold(`${anchor.title} ${anchor.type} ${anchor.called}`).split(" ")),
  );
  const words = question.words.filter(
    (word) =>
      !fold(word)
        .split(" ")
        .every((part) => named.has(part)),
  );
  return {
    ...question,
    words,
    text: blankOut(
      question.text,
      anchors.map((anchor) => ({ text: anchor.called, at: anchor.at })),
    ),
  };
}
