import { parseAnswer } from "../../../agent/answer/answer.ts";
import { countOf } from "../../../base/counts.ts";
import type { Extraction } from "./extraction.ts";

type Answered = Pick<Extraction, "contract_fallback" | "guarded_answers">;

/** False where an earlier version stored the guard's text as the answer: what the system itself said is not known. */
export function hasOwnAnswer({ contract_fallback, guarded_answers }: Answered): boolean {
  return !contract_fallback || guarded_answers !== undefined;
}

/** Said by what shows answers to judges and raters: the guard's text is not the system's. */
export function sayNotKept(count: number): string {
  return `${countOf(count, "answer")} left out, own_answer_not_kept: an earlier version stored the answer guard's text in their place`;
}

/** What the guard showed in place of the final answer; null where it showed the answer itself. */
export function guardedText({ guarded_answers, answers, final_text }: GuardedParts): string | null {
  const shown = guarded_answers?.at(-1) ?? null;
  // A later turn may have ended without an answer.
  return answers.at(-1) === final_text ? shown : null;
}

type GuardedParts = Pick<Extraction, "guarded_answers" | "answers" | "final_text">;

/** The execution as people saw it: the final answer is what the guard showed. */
export function asGuarded(extraction: Extraction): Extraction {
  const text = guardedText(extraction);
  if (text === null) return extraction;
  const { ranked, abstained, gaps } = parseAnswer(text);
  return { ...extraction, final_text: text, ranked_ids: ranked, abstained, coverage_gaps: gaps };
}
