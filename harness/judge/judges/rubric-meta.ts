import { DIMENSIONS, type Judgement } from "../../record/domain/records.ts";
import type { JudgePair, JudgeThresholds, MetaJudge, MetaOutcome } from "./judge.ts";
import { answerText, findAnsweredIds, findExpectedEntities } from "./mentions.ts";
import { composite, coverage, meanDimension, passes, roundScore } from "./rule.ts";

/** Raised when this rubric would rule otherwise. */
export const META_RUBRIC_VERSION = 2;

/** Two verdicts agree when their status is equal and their overall scores differ by less (reference study, section 7). */
export const AGREEMENT_MARGIN = 0.1;

/**
 * Arbitration by counting, a stand-in for a higher-tier model. It searches the answer for ids and entities itself, takes
 * the mean of both alignments and dimension scores for what it cannot count, and derives status and overall score from
 * that. The judgement with more correct parts is preferred, then the one whose overall score is nearer to its own.
 * `bias_detected` is of A, the instrument under calibration: lenient when its overall lies 0.1 or more above ours.
 */
export function makeMetaRubric(thresholds: JudgeThresholds): MetaJudge {
  const evaluator = "rubric-meta (stand-in, not an LLM)";
  return { evaluator, standIn: true, arbitrate: async (pair) => ruleByMetaRubric(pair, { evaluator, thresholds }) };
}

/** The ruling itself: pure. */
export function ruleByMetaRubric(
  pair: JudgePair,
  { evaluator, thresholds }: { evaluator: string; thresholds: JudgeThresholds },
): MetaOutcome {
  const own = verifyPair(pair, thresholds);
  const a = checkAgainst(own, pair.a);
  const b = checkAgainst(own, pair.b);
  const preferred = prefer(a, b);
  const bias = roundScore(pair.a.overall_score - own.overall);
  return {
    type: "judged",
    evaluator,
    stand_in: true,
    judgments_agree: judgementsAgree(pair.a, pair.b),
    preferred_judgment: preferred,
    a_ids_correct: a.ids,
    b_ids_correct: b.ids,
    a_entities_correct: a.entities,
    b_entities_correct: b.entities,
    a_status_correct: a.status,
    b_status_correct: b.status,
    quality_score_delta: roundScore(meanDimension(pair.a.quality) - meanDimension(pair.b.quality)),
    bias_detected: bias >= AGREEMENT_MARGIN ? "leniency" : bias <= -AGREEMENT_MARGIN ? "harshness" : "none",
    confidence: a.correct === b.correct ? (preferred === "tie" ? "low" : "medium") : "high",
    reasoning: `${own.reasoning} A: ${a.correct} of 3 parts correct, overall off by ${a.distance.toFixed(2)}. B: ${b.correct} of 3, off by ${b.distance.toFixed(2)}.`,
  };
}

/** Same status, and overall scores less than 0.1 apart. */
export function judgementsAgree(a: Judgement, b: Judgement): boolean {
  return a.status === b.status && roundScore(Math.abs(a.overall_score - b.overall_score)) < AGREEMENT_MARGIN;
}

interface OwnReading {
  ids: ReadonlySet<string>;
  entities: ReadonlySet<string>;
  status: "pass" | "fail";
  overall: number;
  reasoning: string;
}

function verifyPair({ scenario, extraction, ids: reader, a, b }: JudgePair, thresholds: JudgeThresholds): OwnReading {
  const text = answerText(extraction);
  const ids = findAnsweredIds(text, scenario.expected_ids, reader);
  const entities = findExpectedEntities(text, scenario.expected_entities);
  const alignment = (a.ground_truth.reference_answer_alignment + b.ground_truth.reference_answer_alignment) / 2;
  const pass = passes(
    {
      idsFound: ids.found.length,
      idsExpected: scenario.expected_ids.length,
      entitiesFound: entities.found.length,
      entitiesExpected: scenario.expected_entities.length,
      alignment: roundScore(alignment),
      answerable: scenario.answerable,
      recommendsNothing: extraction.ranked_ids.length === 0,
    },
    thresholds,
  );
  const groundTruth = {
    expected_ids_found: ids.found,
    expected_ids_missing: ids.missing,
    expected_entities_found: entities.found,
    expected_entities_missing: entities.missing,
    reference_answer_alignment: alignment,
    details: "",
  };
  return {
    ids: new Set(ids.found),
    entities: new Set(entities.found),
    status: pass ? "pass" : "fail",
    overall: composite(groundTruth, meanQuality(a, b)),
    reasoning: `Own count: ${ids.found.length} of ${scenario.expected_ids.length} ids, ${entities.found.length} of ${scenario.expected_entities.length} entities (${coverage(entities.found.length, scenario.expected_entities.length).toFixed(2)}), mean alignment ${alignment.toFixed(2)}: ${pass ? "pass" : "fail"}.`,
  };
}

function meanQuality(a: Judgement, b: Judgement): Judgement["quality"] {
  const mean = (name: (typeof DIMENSIONS)[number]) => (a.quality[name].score + b.quality[name].score) / 2;
  const entries = DIMENSIONS.map((name) => [name, { score: mean(name), rationale: "mean of A and B" }]);
  return Object.fromEntries(entries) as Judgement["quality"];
}

interface Check {
  ids: boolean;
  entities: boolean;
  status: boolean;
  /** How many of the three are right. */
  correct: number;
  /** Between overall scores. */
  distance: number;
}

function checkAgainst(own: OwnReading, judgement: Judgement): Check {
  const ids = sameMembers(own.ids, judgement.ground_truth.expected_ids_found);
  const entities = sameMembers(own.entities, judgement.ground_truth.expected_entities_found);
  const status = own.status === judgement.status;
  const correct = [ids, entities, status].filter(Boolean).length;
  return { ids, entities, status, correct, distance: Math.abs(own.overall - judgement.overall_score) };
}

function prefer(a: Check, b: Check): "A" | "B" | "tie" {
  if (a.correct !== b.correct) return a.correct > b.correct ? "A" : "B";
  const difference = roundScore(a.distance - b.distance);
  return difference === 0 ? "tie" : difference < 0 ? "A" : "B";
}

function sameMembers(own: ReadonlySet<string>, claimed: readonly string[]): boolean {
  const members = new Set(claimed);
  return members.size === own.size && [...members].every((item) => own.has(item));
}
