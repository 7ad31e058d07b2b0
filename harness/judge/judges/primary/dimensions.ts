import { type ParsedAnswer, parseAnswer } from "../../../../agent/answer/answer.ts";
import { groundedIn } from "../../../../agent/answer/evidence.ts";
import { countOf } from "../../../../base/counts.ts";
import { withSpaces } from "../../../../base/words.ts";
import type { Extraction, Judgement } from "../../../record/domain/records.ts";
import type { JudgeCase } from "../judge.ts";
import type { Mentions } from "../mentions.ts";
import { coverage } from "../rule.ts";
import { recommendedTraps } from "./alignment.ts";

type Dimensions = Judgement["quality"];
type Dimension = Dimensions["coherence"];

/** The four dimensions, 1..5, each with a rationale that says what was counted. */
export function rateDimensions(judgeCase: JudgeCase, ids: Mentions, entities: Mentions): Dimensions {
  const parsed = parseAnswer(judgeCase.extraction.final_text);
  return {
    completeness: rateCompleteness(judgeCase, ids, entities),
    relevance: rateRelevance(judgeCase),
    coherence: rateCoherence(judgeCase.extraction.final_text, parsed),
    evidence_grounding: rateGrounding(judgeCase, parsed),
  };
}

/** Mean of id and entity coverage: 5 at 1, 4 from 0.8, 3 from 0.5, 2 from 0.2. Unanswerable: 5 with a reason, 4 without. */
function rateCompleteness({ scenario, extraction }: JudgeCase, ids: Mentions, entities: Mentions): Dimension {
  if (!scenario.answerable) return rateRefusal(extraction);
  const idShare = coverage(ids.found.length, scenario.expected_ids.length);
  const entityShare = coverage(entities.found.length, scenario.expected_entities.length);
  const score = byCuts((idShare + entityShare) / 2, [1, 0.8, 0.5, 0.2]);
  return {
    score,
    rationale: `${ids.found.length} of ${scenario.expected_ids.length} ids, ${entities.found.length} of ${scenario.expected_entities.length} entities`,
  };
}

function rateRefusal({ final_text, abstained }: Extraction): Dimension {
  if (!abstained) return { score: 1, rationale: "nothing exists to be found, and the answer does not say so" };
  const reason = parseAnswer(final_text).abstentionReason;
  return reason === undefined
    ? { score: 4, rationale: "declines without a reason" }
    : { score: 5, rationale: "declines with a reason" };
}

/** Share of recommended ids that are expected: 5 from 0.8, 4 from 0.6, 3 from 0.4, 2 from 0.2; one less with a trap among them. */
function rateRelevance({ scenario, extraction, ids }: JudgeCase): Dimension {
  const ranked = extraction.ranked_ids;
  if (!scenario.answerable)
    return ranked.length === 0 && extraction.abstained
      ? { score: 5, rationale: "recommends nothing, and nothing is relevant" }
      : { score: 1, rationale: `recommends ${ranked.length} where nothing is relevant` };
  if (ranked.length === 0) return { score: 1, rationale: "recommends nothing" };
  const expected = new Set(scenario.expected_ids);
  const hits = ranked.filter((id) => expected.has(id)).length;
  const traps = recommendedTraps(scenario, { ranked, ids }).length;
  const score = Math.max(1, byCuts(hits / ranked.length, [0.8, 0.6, 0.4, 0.2]) - (traps > 0 ? 1 : 0));
  return { score, rationale: `${hits} of ${ranked.length} recommended are expected, ${traps} are known confusions` };
}

/** 5, less one for each kind of defect in the form of the answer; an empty answer has 1. */
function rateCoherence(text: string, parsed: ParsedAnswer): Dimension {
  if (text.trim() === "") return { score: 1, rationale: "empty answer" };
  const defects = defectsOf(text, parsed);
  return {
    score: Math.max(1, 5 - defects.length),
    rationale: defects.length === 0 ? "no defect of form" : defects.join("; "),
  };
}

/** Longest answer without its lists that still reads as an answer, in words. Ours. */
const MAX_PROSE_WORDS = 400;

function defectsOf(text: string, parsed: ParsedAnswer): string[] {
  const items = text.split(/\r?\n/).filter((line) => /^\s*\d+[.)]\s+(?:\*\*)?`/.test(line));
  const words = withSpaces(parsed.prose)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const listed = new Set(parsed.sources.map((source) => source.label));
  const body = text.slice(0, lastSourcesHeading(text));
  const used = new Set([...body.matchAll(/\[(S\d+)\]/g)].map((match) => match[1] ?? ""));
  const checks: [boolean, string][] = [
    [parsed.ranked.length === 0 && !parsed.abstained, "neither recommends nor declines"],
    [parsed.ranked.length > 0 && /no supported recommendation/i.test(text), "recommends and declines at once"],
    [words < 5, "no sentence that answers"],
    [words > MAX_PROSE_WORDS, `${words} words around the list`],
    [items.length > parsed.ranked.length, `${items.length - parsed.ranked.length} repeated items`],
    [
      items.some(
        (line) =>
          line
            .replace(/^.*`/, "")
            .replace(/\[S\d+\]/g, "")
            .trim().length < 4,
      ),
      "items without a reason",
    ],
    [[...used].some((label) => !listed.has(label)), "labels without a source"],
    [[...listed].some((label) => !used.has(label)), "sources that nothing uses"],
  ];
  return checks.filter(([isDefect]) => isDefect).map(([, name]) => name);
}

function lastSourcesHeading(text: string): number {
  const at = text.search(/^#{1,6}\s+sources\s*:?\s*$/im);
  return at < 0 ? text.length : at;
}

/**
 * Share of recommended ids that a successful tool result is evidence of, as a whole and not only in what the model saw: 5 at
 * 1 with sources listed, 4 at 1 without, 3 from 0.8, 2 from 0.5. Declining: 5 after two different tools gave a result,
 * 4 after one, 1 without having looked.
 */
function rateGrounding({ extraction, ids }: JudgeCase, parsed: ParsedAnswer): Dimension {
  const successes = extraction.tool_calls.filter((call) => call.status === "success");
  if (extraction.ranked_ids.length === 0) {
    const tools = new Set(successes.map((call) => call.tool)).size;
    if (!extraction.abstained) return { score: 1, rationale: "recommends nothing that could be grounded" };
    return {
      score: tools >= 2 ? 5 : tools === 1 ? 4 : 1,
      rationale: `declines after results of ${countOf(tools, "tool")}`,
    };
  }
  const grounded = extraction.ranked_ids.filter(groundedIn(successes, ids)).length;
  const share = grounded / extraction.ranked_ids.length;
  const score = share === 1 ? (parsed.sources.length > 0 ? 5 : 4) : byCuts(share, [0.8, 0.5]);
  return {
    score,
    rationale: `${grounded} of ${extraction.ranked_ids.length} recommended ids stand in results; ${countOf(parsed.sources.length, "source")}`,
  };
}

/** 1 below every cut, one more for each cut reached; cuts fall. */
function byCuts(value: number, cuts: readonly number[]): number {
  return 1 + cuts.filter((cut) => value >= cut).length;
}
