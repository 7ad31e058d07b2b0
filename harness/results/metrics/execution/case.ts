import { codeSpan } from "../../../../agent/answer/answer.ts";
import { evidenceIn } from "../../../../agent/answer/own-words.ts";
import type { IdReader } from "../../../../base/ids/id-reader.ts";
import type { SynonymsOf } from "../../../../measure/metrics/text/meteor.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { answerText } from "../../../judge/judges/mentions.ts";
import type { Extraction, ScoreRecord, Verdict } from "../../../record/domain/records.ts";

/** What one execution left behind, as metrics see it. */
export interface ExecutionCase {
  scenario: Scenario;
  /** `missing` when there is no record of the execution at all. */
  outcome: ScoreRecord["outcome"];
  extraction: Extraction | null;
  /** The primary judge's. */
  verdict: Verdict | null;
  /** Reads ids of the corpus out of texts. */
  ids: IdReader;
  /** Share of expected entities that functional verification asks for. */
  entityThreshold: number;
  /** The run's truths are relevance judgements: see `isJudgedRelevance`. */
  judgedRelevance: boolean;
  /** By WordNet; absent in a run that names none. */
  synonymsOf?: SynonymsOf;
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
   * Ids that the answer brings up, those that no record has too. Not those of the question itself, which the agent only
   * repeats, nor those inside `artifact://` links.
   */
  answerIds: string[];
  /** Ids of the question that the answer repeats. */
  questionIds: string[];
}

type ToolCall = Extraction["tool_calls"][number];

interface Seen {
  ids: ReadonlySet<string>;
  /** True when one of the texts names the id; a word or number that is one needs no sign of it. */
  holds(id: string): boolean;
}

/** Null without a trace. */
export function traceCase({ extraction, ...given }: ExecutionCase): TracedCase | null {
  if (extraction === null) return null;
  const { ids } = given;
  const answer = answerText(extraction);
  const successful = extraction.tool_calls.filter((call) => call.status === "success");
  const read = (textOf: (call: ToolCall) => string): Seen => {
    const results = successful.map((call) => ({ text: textOf(call), isShown: evidenceIn(textOf(call), call, ids) }));
    const found = new Set(results.flatMap(({ text, isShown }) => [...ids.idsIn(text)].filter(isShown)));
    return { ids: found, holds: (id) => found.has(id) || results.some(({ isShown }) => isShown(id)) };
  };
  const ranked = [...new Set(extraction.ranked_ids)];
  const named = namedIn(answer, ranked, ids);
  const asked = ids.idsIn(given.scenario.turns.join("\n"));
  return {
    ...given,
    extraction,
    answer,
    ranked,
    seen: {
      full: read(({ result, preview }) => result ?? preview),
      preview: read(({ preview }) => preview),
    },
    answerIds: named.filter((id) => !asked.has(id)),
    questionIds: named.filter((id) => asked.has(id)),
  };
}

/** The ids of an answer: those that are read in it, and what it recommends whatever that looks like. */
export function namedIn(answer: string, ranked: readonly string[], ids: IdReader): string[] {
  const read = ids.idsIn(answer.replace(/artifact:\/\/[^\s)]*/g, " "));
  const unread = ranked.filter((id) => !read.has(id) && ids.idsIn(codeSpan(id)).size === 0);
  return [...read, ...unread];
}
