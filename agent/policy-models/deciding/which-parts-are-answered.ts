import type { Question } from "../reading/what-was-asked.ts";
import type { QuestionPart } from "../reading/which-parts-it-has.ts";
import { quote } from "../reading/words.ts";
import { asksForTheirTests } from "../reading/words-of-asking.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { abstain, type Conclusion, KINDS, NOT_UNDERSTOOD } from "./when-to-abstain.ts";
import { perform } from "./whether-to-call.ts";

/** The parts of a question that ask for items, in quotation marks. */
function quoteItems({ parts }: Question): string[] {
  return parts.flatMap(({ kind, text }) => (kind === "items" ? quote(text) : []));
}

/** Beside test cases, what is asked for in a part of its own is told where it is an aside, and nowhere else. */
function itemsPassedOver({ parts, aside }: Question): string[] {
  if (!parts.some(({ kind }) => kind === "tests")) return [];
  const isPassedOver = ({ kind, text }: QuestionPart) =>
    kind === "items" && !aside.includes(text) && !asksForTheirTests(text) && !/^which\?$/i.test(text);
  return parts.filter(isPassedOver).map(({ text }) => quote(text));
}

/** What is asked for items without test cases; "" for nothing. */
export function gapsAsked({ parts }: Question): string {
  return parts.flatMap(({ kind, text }) => (kind === "gaps" ? text : [])).join(" ");
}

/** True where something is asked that rules answer, besides items without test cases. */
export function asksForMore({ parts }: Question): boolean {
  return parts.some(({ kind }) => kind === "tests" || kind === "items");
}

/** Something is asked, and not for test cases: a search for those would answer another question. */
export function asksForItemsAlone({ parts }: Question): boolean {
  return parts.some(({ kind }) => kind === "items") && !parts.some(({ kind }) => kind === "tests");
}

/** Nothing that is asked is answered by a rule: it says so, and what is. */
export function refuse(question: Question): Conclusion {
  return abstain(question, `${NOT_UNDERSTOOD}${quoteItems(question).join(", ") || quote(question.text)}. ${KINDS}`);
}

/** Not all of it is asked in a form that a rule answers: then nothing is looked for, as what is found would answer another question. */
export function refuseWhole(question: Question): Conclusion {
  const reason = `${NOT_UNDERSTOOD}the question as a whole, as no rule answers one in this form; nothing was searched for.`;
  return abstain(question, `${reason} ${KINDS}`);
}

/** There is no tool, or no rule was read, that counts test cases. */
export function cannotCount(question: Question): Conclusion {
  return abstain(
    question,
    "what has no test case was not counted, since no tool that counts was open here; it is not known.",
  );
}

/** Says first which parts are not answered; a refusal, an executor's too, has said so. */
export function sayUnanswered(conclusion: Conclusion): Conclusion {
  const open = itemsPassedOver(conclusion.question).join(", ");
  if (open === "" || conclusion.abstention?.startsWith(NOT_UNDERSTOOD)) return conclusion;
  return { ...conclusion, sentences: [`Not understood, and not answered: ${open}.`, ...conclusion.sentences] };
}

/** In a collection of documents alone, a question is a topic: whatever is most like it is sought. */
export function* areDocumentsAlone(state: TurnState): Strategy<boolean> {
  const { ok, total } = yield* perform(state, "find_entities", { type: "backlog_item", limit: 1 });
  return ok && total === 0;
}
