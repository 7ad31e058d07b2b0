import type { Judgement } from "../../record/domain/records.ts";
import type { Judge, JudgeCase, JudgeThresholds } from "./judge.ts";
import { rate } from "./second/ratings.ts";
import { contentWords, wordRecall } from "./second/words.ts";

/** Raised when this rubric would judge some answer differently. */
export const SECOND_RUBRIC_VERSION = 1;

/**
 * A second rubric for calibration, built apart from the primary: it shares the record types and nothing of the scoring,
 * so that their agreement says something. It says how much two ways of counting agree, not how much two readers would.
 */
export function makeSecondRubric(thresholds: JudgeThresholds): Judge {
  const evaluator = "rubric-second (stand-in, not an LLM)";
  return {
    evaluator,
    standIn: true,
    async judge(judgeCase) {
      const judgement = judgeBySecondRubric(judgeCase, thresholds);
      return { type: "judged", evaluator, stand_in: true, judgement, claims_disagree: [], attempts: [] };
    },
  };
}

/** The rubric itself: pure. */
export function judgeBySecondRubric(judgeCase: JudgeCase, thresholds: JudgeThresholds): Judgement {
  const { scenario, extraction } = judgeCase;
  const text = extraction.final_text;
  const declines = declinesToAnswer(text, extraction.ranked_ids);
  const ids = partition(scenario.expected_ids, (id) => text.includes(id));
  const words = new Set(contentWords(text));
  const entities = partition(scenario.expected_entities, (name) => contentWords(name).every((word) => words.has(word)));
  const alignment = align(judgeCase, declines);
  const quality = rate(judgeCase, declines);
  const shares = [share(ids), share(entities)] as const;
  const mean = Object.values(quality).reduce((sum, { score }) => sum + score, 0) / 4;
  const covers = shares[0] === 1 && shares[1] >= thresholds.entity;
  const pass = (scenario.answerable ? covers : declines) && alignment.value >= thresholds.alignment;
  return {
    status: pass ? "pass" : "fail",
    // The study's weights; (mean - 1) / 4 puts 1..5 on 0..1.
    overall_score: Number((0.3 * (shares[0] + shares[1]) + 0.2 * alignment.value + 0.05 * (mean - 1)).toFixed(6)),
    ground_truth: {
      expected_ids_found: ids.yes,
      expected_ids_missing: ids.no,
      expected_entities_found: entities.yes,
      expected_entities_missing: entities.no,
      reference_answer_alignment: alignment.value,
      details: alignment.details,
    },
    quality,
    summary: `${pass ? "Pass" : "Fail"}: ${ids.yes.length} ids found, ${ids.no.length} missing; alignment ${alignment.value}.`,
  };
}

const DENIAL =
  /\bno supported recommendation\b|\b(?:no|none of the) (?:\S+ ){0,3}(?:tests?|test cases?|records?|items?|matches|match)\b|\b(?:does not|doesn't|do not|don't) exist\b|\bnot (?:found|in the records|recorded)\b|\bnothing\b/i;

/** Nothing recommended, and the text says that there is nothing. */
function declinesToAnswer(text: string, ranked: readonly string[]): boolean {
  return ranked.length === 0 && DENIAL.test(text);
}

/** The study's bands for an overlap: from 0.85 all key facts, from 0.65 minor omissions, from 0.4 partial, from 0.15 major gaps. */
const BANDS: readonly [number, number][] = [
  [0.85, 1],
  [0.65, 0.8],
  [0.4, 0.5],
  [0.15, 0.2],
];

/** Word recall and twice the ranked list's F1, averaged, in bands. Unanswerable: 0.8 for declining, 1 with half of the reference's words, 0 otherwise. */
function align({ scenario, extraction }: JudgeCase, declines: boolean): { value: number; details: string } {
  const recall = wordRecall(scenario.reference_answer, extraction.final_text, scenario.turns.join(" "));
  if (!scenario.answerable) {
    const value = declines ? ((recall ?? 1) >= 0.5 ? 1 : 0.8) : 0;
    return { value, details: `${declines ? "declines" : "does not decline"}; word recall ${show(recall)}` };
  }
  const f1 = listF1(extraction.ranked_ids, scenario.expected_ids);
  const overlap = declines ? 0 : recall === null ? f1 : (recall + 2 * f1) / 3;
  const value = BANDS.find(([cut]) => overlap >= cut)?.[1] ?? 0;
  return { value, details: `word recall ${show(recall)}, list F1 ${f1.toFixed(2)}, overlap ${overlap.toFixed(2)}` };
}

function listF1(ranked: readonly string[], expected: readonly string[]): number {
  const relevant = new Set(expected);
  const both = ranked.filter((id) => relevant.has(id)).length;
  return ranked.length + expected.length === 0 ? 0 : (2 * both) / (ranked.length + expected.length);
}

function partition(items: readonly string[], test: (item: string) => boolean): { yes: string[]; no: string[] } {
  return { yes: items.filter((item) => test(item)), no: items.filter((item) => !test(item)) };
}

function share({ yes, no }: { yes: string[]; no: string[] }): number {
  return yes.length + no.length === 0 ? 1 : yes.length / (yes.length + no.length);
}

function show(value: number | null): string {
  return value === null ? "n/a" : value.toFixed(2);
}
