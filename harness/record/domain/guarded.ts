import { parseAnswer } from "../../../agent/answer/answer.ts";
import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Extraction } from "./extraction.ts";

/** What the guard showed in place of the final answer; null where it showed the answer itself. */
export function guardedText({ guarded_answers, answers, final_text }: GuardedParts): string | null {
  const shown = guarded_answers?.at(-1) ?? null;
  // A later turn may have ended without an answer.
  return answers.at(-1) === final_text ? shown : null;
}

type GuardedParts = Pick<Extraction, "guarded_answers" | "answers" | "final_text">;

/** The execution as people saw it: the final answer is what the guard showed. */
export function asGuarded(extraction: Extraction, ids: IdReader): Extraction {
  const text = guardedText(extraction);
  if (text === null) return extraction;
  const { ranked, abstained, gaps } = parseAnswer(text, ids);
  return { ...extraction, final_text: text, ranked_ids: ranked, abstained, coverage_gaps: gaps };
}
