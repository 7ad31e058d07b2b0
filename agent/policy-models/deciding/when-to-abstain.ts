import { FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/what-was-asked.ts";
import type { TurnState } from "../turn-state.ts";
import { cannotList, findLeftOpen } from "./what-was-left-open.ts";
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
  /** What of the question it does not rest on; absent where that was not looked at. */
  open?: readonly string[];
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

/** Comes to an answer, or to none where nothing was found or too little of what was asked stands in it. */
export function conclude(state: TurnState, outcome: Outcome): Conclusion {
  const { question, findings, anchors, support = 1 } = outcome;
  const { accounted } = outcome;
  if (findings.size === 0) return abstain(question, whyNothing(state, outcome), anchors);
  const asked = question.words.slice(0, 8).join(" ");
  if (support < state.profile.abstainBelow)
    return abstain(question, `what comes closest does not carry what was asked (${asked}).`, anchors);
  if (!accounted) return { question, findings, sentences: outcome.sentences, abstention: null, anchors };
  const answered = { ...outcome, accounted };
  const left = findLeftOpen(state, answered);
  const unclear = cannotList(state, answered, left);
  if (unclear !== null) return abstain(question, unclear, anchors);
  return {
    question,
    findings,
    sentences: [...left.said, ...outcome.sentences],
    abstention: null,
    anchors,
    open: left.open,
  };
}

/** Of what was not read to its end nobody says that nothing fits it. */
function whyNothing(state: TurnState, { accounted, nothing, ...outcome }: Outcome): string {
  const [unread] = accounted ? findLeftOpen(state, { ...outcome, accounted }).said : [];
  if (unread === undefined) return nothing ?? "nothing in the records fits what was asked.";
  const first = `${unread.charAt(0).toLowerCase()}${unread.slice(1, -1)}`;
  return `${first}; ${nothing ?? "so whether anything in the records fits is not known."}`;
}

export function abstain(question: Question, reason: string, anchors: readonly Anchor[] = []): Conclusion {
  return { question, findings: new FoundTests(), sentences: [], abstention: reason, anchors };
}
