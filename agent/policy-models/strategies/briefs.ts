import type { Conclusion } from "../conclusion.ts";
import type { FoundTests } from "../found-tests.ts";
import type { Mention } from "../reading/mentions.ts";
import type { Question } from "../reading/question.ts";
import type { TurnState } from "../turn-state.ts";

/** Remark behind a sub-task that is given a second time. */
export const AGAIN = "Note: a first attempt found nothing; try other words and other ways.";

/** Most test cases that a sub-task lists. */
const LONGEST_LIST = 60;

/** The question as it is. In short, the last sentence or clause is left out, which is where conditions like to stand. */
export function briefWhole(state: TurnState, question: Question): string {
  if (state.profile.briefs === "in_full") return question.text;
  const sentences = question.text.split(/(?<=[.?!])\s+|\n+/);
  if (sentences.length > 1) return sentences.slice(0, -1).join("\n");
  const clauses = question.text.split(/,\s+/);
  return clauses.length > 2 ? clauses.slice(0, -1).join(", ") : question.text;
}

export function briefOnThing(thing: Mention, question: Question): string {
  const scope = question.within ? " or to anything that it contains, at any level" : "";
  return `Which existing test cases are linked to ${thing.text}${scope}? Report every one with its evidence.`;
}

/** What else the question asks, of a list of test cases. An executor does not see the conversation: a short brief forgets the list. */
export function briefOnList(state: TurnState, question: Question, findings: FoundTests): string {
  if (state.profile.briefs === "in_short") return question.text;
  const conditions = question.followsUp ? question.text : question.words.join(" ");
  return `Of the test cases ${listOf(findings)}: which fulfil this, all of it: ${conditions}? Report those that do, with the evidence.`;
}

/** A question about what was found before, with what it was about. */
export function briefOnBefore(state: TurnState, question: Question, before: Conclusion): string {
  if (question.others && state.profile.briefs === "in_full") return `${before.question.text}\n${question.text}`;
  return briefOnList(state, question, before.findings);
}

function listOf(findings: FoundTests): string {
  const ids = findings.ids.slice(0, LONGEST_LIST);
  return ids.map((id) => `\`${id}\``).join(", ");
}
