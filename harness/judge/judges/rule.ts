import { DIMENSIONS, type Judgement } from "../../record/domain/records.ts";
import type { JudgeThresholds } from "./judge.ts";

export interface PassFacts {
  idsFound: number;
  idsExpected: number;
  entitiesFound: number;
  entitiesExpected: number;
  alignment: number;
  answerable: boolean;
  /** The answer's ranked list is empty. */
  recommendsNothing: boolean;
}

/** What of a judgement is counted, beside its alignment. */
export function countedFacts(groundTruth: Judgement["ground_truth"]) {
  return {
    idsFound: groundTruth.expected_ids_found.length,
    idsExpected: listed(groundTruth, "ids"),
    entitiesFound: groundTruth.expected_entities_found.length,
    entitiesExpected: listed(groundTruth, "entities"),
    alignment: groundTruth.reference_answer_alignment,
  };
}

/**
 * The study's pass rule (reference study, section 7): all expected ids, at least `thresholds.entity` of the expected
 * entities, alignment of at least `thresholds.alignment`. Empty lists count as covered.
 *
 * For an unanswerable scenario passing means declining, here: nothing is recommended, and the alignment is sufficient.
 * Its entities are what was asked for in the corpus' own words; a right refusal that uses the reader's words passes.
 */
export function passes(facts: PassFacts, thresholds: JudgeThresholds): boolean {
  if (facts.alignment < thresholds.alignment) return false;
  if (!facts.answerable) return facts.recommendsNothing;
  const entityShare = coverage(facts.entitiesFound, facts.entitiesExpected);
  return facts.idsFound === facts.idsExpected && entityShare >= thresholds.entity;
}

/**
 * The study's overall score in [0, 1]: 0.30 id coverage + 0.30 entity coverage + 0.20 alignment + 0.20 quality, where
 * quality is the mean dimension score mapped from 1..5 to 0..1 by (mean - 1) / 4.
 */
export function composite(groundTruth: Judgement["ground_truth"], quality: Judgement["quality"]): number {
  const ids = coverage(groundTruth.expected_ids_found.length, listed(groundTruth, "ids"));
  const entities = coverage(groundTruth.expected_entities_found.length, listed(groundTruth, "entities"));
  const alignment = groundTruth.reference_answer_alignment;
  const sum = 0.3 * ids + 0.3 * entities + 0.2 * alignment + (0.2 * (meanDimension(quality) - 1)) / 4;
  return roundScore(Math.min(1, sum));
}

/** Mean of the four dimension scores, 1..5. */
export function meanDimension(quality: Judgement["quality"]): number {
  return DIMENSIONS.reduce((sum, name) => sum + quality[name].score, 0) / DIMENSIONS.length;
}

/** Share found, in [0, 1]; an empty expectation is covered. */
export function coverage(found: number, expected: number): number {
  return expected === 0 ? 1 : found / expected;
}

/** Six decimals: 0.7 stays 0.7 through products, so that a threshold means what it says. */
export function roundScore(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function listed(groundTruth: Judgement["ground_truth"], kind: "ids" | "entities"): number {
  return groundTruth[`expected_${kind}_found`].length + groundTruth[`expected_${kind}_missing`].length;
}
