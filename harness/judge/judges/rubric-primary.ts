import type { Judgement } from "../../record/domain/records.ts";
import type { Judge, JudgeCase, JudgeThresholds } from "./judge.ts";
import { answerText, findAnsweredIds, findExpectedEntities } from "./mentions.ts";
import { alignToReference } from "./primary/alignment.ts";
import { rateDimensions } from "./primary/dimensions.ts";
import { composite, coverage, passes } from "./rule.ts";

/** Raised when this rubric would judge some answer differently. */
export const PRIMARY_RUBRIC_VERSION = 3;

/**
 * The study's rubric as a deterministic stand-in: it counts where a language model would read, so that the pipeline
 * runs without a key and gives the same verdict every time. It does not understand prose and is no substitute for a
 * judge that does. Where it departs from the study: `mentions.ts`; how it aligns: `primary/alignment.ts`; how it rates:
 * `primary/dimensions.ts`. For an unanswerable scenario, passing means declining.
 */
export function makePrimaryRubric(thresholds: JudgeThresholds): Judge {
  const evaluator = "rubric-primary (stand-in, not an LLM)";
  return {
    evaluator,
    standIn: true,
    async judge(judgeCase) {
      const judgement = judgeByPrimaryRubric(judgeCase, thresholds);
      return { type: "judged", evaluator, stand_in: true, judgement, claims_disagree: [], attempts: [] };
    },
  };
}

/** The rubric itself: pure. */
export function judgeByPrimaryRubric(judgeCase: JudgeCase, thresholds: JudgeThresholds): Judgement {
  const { scenario, extraction } = judgeCase;
  const text = answerText(extraction);
  const ids = findAnsweredIds(text, scenario.expected_ids, judgeCase.ids);
  const entities = findExpectedEntities(text, scenario.expected_entities);
  const answer = { text, ranked: extraction.ranked_ids, abstained: extraction.abstained, ids: judgeCase.ids };
  const alignment = alignToReference(scenario, answer);
  const quality = rateDimensions(judgeCase, ids, entities);
  const groundTruth = {
    expected_ids_found: ids.found,
    expected_ids_missing: ids.missing,
    expected_entities_found: entities.found,
    expected_entities_missing: entities.missing,
    reference_answer_alignment: alignment.value,
    details: alignment.details,
  };
  const pass = passes(
    {
      idsFound: ids.found.length,
      idsExpected: scenario.expected_ids.length,
      entitiesFound: entities.found.length,
      entitiesExpected: scenario.expected_entities.length,
      alignment: alignment.value,
      answerable: scenario.answerable,
      recommendsNothing: extraction.abstained,
    },
    thresholds,
  );
  return {
    status: pass ? "pass" : "fail",
    overall_score: composite(groundTruth, quality),
    ground_truth: groundTruth,
    quality,
    summary: summarize(judgeCase, groundTruth, thresholds),
  };
}

function summarize({ scenario }: JudgeCase, truth: Judgement["ground_truth"], thresholds: JudgeThresholds): string {
  const entityShare = coverage(truth.expected_entities_found.length, scenario.expected_entities.length);
  const alignment = truth.reference_answer_alignment;
  const faults = [
    truth.expected_ids_missing.length > 0 && `${truth.expected_ids_missing.length} expected ids are missing`,
    scenario.answerable &&
      entityShare < thresholds.entity &&
      `entity coverage ${entityShare.toFixed(2)} is below ${thresholds.entity}`,
    alignment < thresholds.alignment &&
      `alignment ${alignment.toFixed(2)} is below ${thresholds.alignment} (${truth.details})`,
  ].filter((fault) => fault !== false);
  return faults.length === 0 ? "All criteria are met." : `Not met: ${faults.join("; ")}.`;
}
