import { FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/what-was-asked.ts";
import { quote } from "../reading/words.ts";
import type { TurnState } from "../turn-state.ts";
import { cannotAnswer, findLeftOpen, type LeftOpen, listed } from "./what-was-left-open.ts";
import type { Anchor } from "./which-items-are-meant.ts";

/** What a question says is changed. */
interface Change {
  ids: readonly string[];
  /** Also everything below. */
  deep: boolean;
}

/** An item of the change without any test case, with the stored result that shows it. */
export interface Gap {
  id: string;
  path: string | null;
}

/** What a strategy about a question ends with: the answer before it is put into words. */
export interface Conclusion {
  question: Question;
  /** In the order in which they were found, or best first where they were compared. */
  findings: FoundTests;
  /** What the user is told besides the list. */
  sentences: readonly string[];
  /** Why there is nothing to recommend; null when there is. */
  abstention: string | null;
  /** What the question named; a later question may build on it. */
  anchors: readonly Anchor[];
  /** What is said to change; absent where the question is about no item's tests. */
  change?: Change;
  /** What of it has no test case; absent where nobody looked. */
  gaps?: readonly Gap[];
  /** What the turn before that came to. */
  before?: Conclusion | null;
}

interface Outcome {
  question: Question;
  findings: FoundTests;
  anchors: readonly Anchor[];
  sentences: readonly string[];
  /** How well it carries what was asked, 0 to 1; 1 for what a record says. */
  support?: number;
  /** What is said when there is nothing. */
  nothing?: string;
  /** What else of the question was held against the records; without it, names are left to who reported them. */
  accounted?: readonly string[];
}

/** Comes to an answer, or to none where nothing was found, too little of what was asked stands in it, or not all of the question is accounted for. */
export function conclude(state: TurnState, outcome: Outcome): Conclusion {
  const { question, findings, anchors, support = 1, accounted } = outcome;
  const left = accounted ? findLeftOpen(state, { ...outcome, accounted }) : NOTHING;
  const open = cannotAnswer(question, left);
  if (findings.size === 0 && open.length === 0) return abstain(question, outcome.nothing ?? NOTHING_LEFT, anchors);
  if (findings.size > 0 && support < state.profile.abstainBelow) return abstain(question, sayPoor(question), anchors);
  if (open.length > 0) return abstain(question, `${NOT_UNDERSTOOD}${listed(open)}. ${KINDS}`, anchors);
  return { question, findings, sentences: [...left.said, ...outcome.sentences], abstention: null, anchors };
}

const NOTHING: LeftOpen = { open: [], said: [], names: [] };

export const NOT_UNDERSTOOD = "not understood: ";

/** Of look-ups and searches that were made, whatever they were. */
const NOTHING_LEFT =
  "nothing was left of what was looked up and searched for; whether the records have it under other words is not known.";

/** What a stand-in is asked in, so that it understands. */
export const KINDS =
  'This is a stand-in that goes by rules, not a language model. It takes questions such as "Which test cases are linked to <id>?" and "Which backlog items have no test case?". A language model for others is configured under `models:` in bench.yaml.';

/** Hits of a search say few of the words: of what the records say besides, nothing is known. */
function sayPoor(question: Question): string {
  return `it was searched for by words (${listed(question.words)}), and what was read of the hits says too few of them to recommend any. Whether the records have what was asked for is not known. ${KINDS}`;
}

/** Names that were looked up as what can be looked up. That a record says them elsewhere is another matter. */
export function sayUnknown(names: readonly string[]): string {
  return `no record with the id or title ${names.map(quote).join(", ")} came up in any look-up or search that was made; what else the records say of ${names.length === 1 ? "it" : "them"} is not known.`;
}

export function abstain(question: Question, reason: string, anchors: readonly Anchor[] = []): Conclusion {
  return { question, findings: new FoundTests(), sentences: [], abstention: reason, anchors };
}
