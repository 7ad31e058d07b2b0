import { codeSpan } from "../../../../agent/answer/code-span.ts";
import { evidenceIn } from "../../../../agent/answer/evidence.ts";
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
  /** What results showed of the records: in full, and of that what the model saw, in a result or in a file that it read. */
  seen: { full: Seen; preview: Seen };
  /**
   * Ids that the answer brings up, those that no record has too. Not those of the question itself, which the agent only
   * repeats, nor those inside `artifact://` links.
   */
  answerIds: string[];
  /** Ids of the question that the answer repeats. */
  questionIds: string[];
}

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
  const asked = ids.idsIn(given.scenario.turns.join("\n"));
  const full = seenIn(
    successful.map((call) => ({ text: call.result ?? call.preview, holds: evidenceIn(call, ids) })),
    ids,
  );
  const preview = seenIn(
    successful.map(({ preview: text }) => {
      const holds = ids.within(text);
      return { text, holds: (id) => holds(id) && (asked.has(id) || full.holds(id)) };
    }),
    ids,
  );
  const ranked = [...new Set(extraction.ranked_ids)];
  const named = namedIn(answer, ranked, ids);
  return {
    ...given,
    extraction,
    answer,
    ranked,
    seen: { full, preview },
    answerIds: named.filter((id) => !asked.has(id)),
    questionIds: named.filter((id) => asked.has(id)),
  };
}

function seenIn(results: readonly { text: string; holds: Seen["holds"] }[], ids: IdReader): Seen {
  const found = new Set(results.flatMap(({ text, holds }) => [...ids.idsIn(text)].filter(holds)));
  return { ids: found, holds: (id) => found.has(id) || results.some(({ holds }) => holds(id)) };
}

/** The ids of an answer: those that are read in it, and what it recommends whatever that looks like. */
export function namedIn(answer: string, ranked: readonly string[], ids: IdReader): string[] {
  const read = ids.idsIn(answer.replace(/artifact:\/\/[^\s)]*/g, " "));
  const unread = ranked.filter((id) => !read.has(id) && ids.idsIn(codeSpan(id)).size === 0);
  return [...read, ...unread];
}
