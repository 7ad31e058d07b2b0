import type { Question } from "../reading/what-was-asked.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { abstain, type Conclusion } from "./when-to-abstain.ts";
import { perform } from "./whether-to-call.ts";

const KINDS =
  "This is a stand-in that goes by rules, not a language model. It finds the test cases for an item, a message, a topic or given values, what they are linked to, and items without test cases. Any other question takes a language model: three lines under `models:` in bench.yaml.";

/** The parts of a question that no rule answers, in quotation marks; "" for none. */
function unanswered({ parts }: Question): string {
  return parts.flatMap(({ kind, text }) => (kind === "unknown" ? `"${text.replace(/["“”]/g, "'")}"` : [])).join(", ");
}

/** What is asked for items without test cases; "" for nothing. */
export function gapsAsked({ parts }: Question): string {
  return parts.flatMap(({ kind, text }) => (kind === "gaps" ? text : [])).join(" ");
}

/** True where something is asked that rules answer, besides items without test cases. */
export function asksForMore({ parts }: Question): boolean {
  return parts.some(({ kind }) => kind === "tests" || kind === "items");
}

/** Nothing that is asked is answered by a rule: it says so, and what is. */
export function refuse(question: Question): Conclusion {
  const asked = question.parts.filter(({ kind }) => kind === "unknown" || kind === "items");
  const said = asked.map(({ text }) => `"${text.replace(/["“”]/g, "'")}"`).join(", ");
  return abstain(question, `not understood: ${said}. ${KINDS}`);
}

/** Says first which parts are not answered. */
export function sayUnanswered(conclusion: Conclusion): Conclusion {
  const open = unanswered(conclusion.question);
  if (open === "" || conclusion.abstention?.startsWith("not understood")) return conclusion;
  return { ...conclusion, sentences: [`Not understood, and not answered: ${open}.`, ...conclusion.sentences] };
}

/** In a collection of documents alone, a question is a topic: whatever is most like it is sought. */
export function* areDocumentsAlone(state: TurnState): Strategy<boolean> {
  const { ok, total } = yield* perform(state, "find_entities", { type: "backlog_item", limit: 1 });
  return ok && total === 0;
}

/** Joins an answer about test cases and one about items without any. */
export function withGaps(conclusion: Conclusion, gaps: Conclusion): Conclusion {
  const said = gaps.abstention === null ? gaps.sentences : [`${capital(gaps.abstention)}`];
  const listed = gaps.findings.list.map(({ id, evidence: [first] }) => ({ id, path: first?.path ?? null }));
  const more = gaps.abstention === null ? { gaps: [...(conclusion.gaps ?? []), ...listed] } : {};
  return { ...conclusion, ...more, sentences: [...conclusion.sentences, ...said] };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
