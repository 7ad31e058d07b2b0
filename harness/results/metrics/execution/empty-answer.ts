import { countWords } from "../../../../base/words.ts";
import type { Extraction } from "../../../record/domain/records.ts";

/** Fewer words than this are no answer, unless they abstain. */
const FEW = 10;

export const EMPTINESS_RULES = ["no_text", "few_words"] as const;

/** Why an answer counts as empty, and what came before it. */
export interface EmptyAnswer {
  /** No text; a few words that recommend nothing and do not abstain. */
  rule: (typeof EMPTINESS_RULES)[number];
  /** The last tool called; `none` without a call. */
  last_tool: string;
  /** The outcome of an execution that failed, else the error of the last call, else that an answer was cut off; `none` where nothing tells. */
  cause: string;
}

/** Null for an answer that says something. */
export function emptyAnswer(extraction: Extraction): EmptyAnswer | null {
  const { final_text, ranked_ids, abstained } = extraction;
  const words = countWords(final_text);
  const nothing = ranked_ids.length === 0;
  if (words === 0) return { rule: "no_text", ...before(extraction) };
  return words < FEW && nothing && !abstained ? { rule: "few_words", ...before(extraction) } : null;
}

/** All three in one word, by which a page selects its executions. */
export function emptinessReason(rule: string, lastTool: string, cause: string): string {
  return `${rule}_${lastTool}_${cause}`;
}

function before({ outcome, tool_calls, finishes }: Extraction): Omit<EmptyAnswer, "rule"> {
  const last = tool_calls.at(-1);
  const cut = (finishes?.length ?? 0) > 0 ? "cut_off" : "none";
  return { last_tool: last?.tool ?? "none", cause: outcome === "success" ? (last?.error?.code ?? cut) : outcome };
}
