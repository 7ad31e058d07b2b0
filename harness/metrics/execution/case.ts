import { containsId, findIds } from "../../../base/ids.ts";
import type { IdPattern } from "../../../db/corpus.ts";
import type { Scenario } from "../../../scenarios/schema.ts";
import type { Extraction, ScoreRecord, Verdict } from "../../domain/records.ts";
import { answerText } from "../../judges/mentions.ts";

/** What one execution left behind, as metrics see it. */
export interface ExecutionCase {
  scenario: Scenario;
  /** `missing` when there is no record of the execution at all. */
  outcome: ScoreRecord["outcome"];
  extraction: Extraction | null;
  /** The primary judge's. */
  verdict: Verdict | null;
  idPatterns: readonly IdPattern[];
  /** Share of expected entities that functional verification asks for. */
  entityThreshold: number;
  /** The run's truths are relevance judgements: see `isJudgedRelevance`. */
  judgedRelevance: boolean;
}

/** A case whose trace is there, with what several metrics derive from it. */
export interface TracedCase extends ExecutionCase {
  extraction: Extraction;
  /** The final answer and the documents that it names. */
  answer: string;
  /** Recommended ids, best first; one that an agent names twice counts where it comes first. */
  ranked: string[];
  /** What successful tool results held, in full and as the model saw them. */
  seen: { full: Seen; preview: Seen };
  /**
   * Ids that the answer brings up, by the corpus' id patterns. Not those of the question itself, which the agent only
   * repeats, nor those inside `artifact://` links.
   */
  answerIds: string[];
  /** Ids of the question that the answer repeats. */
  questionIds: string[];
}

export interface Seen {
  text: string;
  /** Ids in the text by the corpus' patterns. */
  ids: ReadonlySet<string>;
}

/** True when the text holds the id. The pattern match takes the longest id, so one inside another shape is looked for on its own. */
export function holdsId(seen: Seen, id: string): boolean {
  return seen.ids.has(id) || containsId(seen.text, id);
}

/** Null without a trace. */
export function traceCase({ extraction, ...given }: ExecutionCase): TracedCase | null {
  if (extraction === null) return null;
  const answer = answerText(extraction);
  const successful = extraction.tool_calls.filter((call) => call.status === "success");
  const read = (texts: readonly string[]): Seen => {
    const text = texts.join("\n");
    return { text, ids: new Set(findIds(text, given.idPatterns)) };
  };
  const named = findIds(answer.replace(/artifact:\/\/[^\s)]*/g, " "), given.idPatterns);
  const asked = new Set(findIds(given.scenario.turns.join("\n"), given.idPatterns));
  return {
    ...given,
    extraction,
    answer,
    ranked: [...new Set(extraction.ranked_ids)],
    seen: {
      full: read(successful.map((call) => call.result ?? call.preview)),
      preview: read(successful.map((call) => call.preview)),
    },
    answerIds: named.filter((id) => !asked.has(id)),
    questionIds: named.filter((id) => asked.has(id)),
  };
}
