import type { Judgement } from "../../../record/domain/records.ts";
import type { JudgeCase, JudgeThresholds } from "../judge.ts";
import { answerText, findAnsweredIds, findExpectedEntities, type Mentions } from "../mentions.ts";
import { composite, countedFacts, passes } from "../rule.ts";
import { withCorpusIds } from "./claimed-ids.ts";

/** A judge that rounds to two decimals is not wrong. */
const OVERALL_TOLERANCE = 0.01;

export interface Verified {
  judgement: Judgement;
  /** Where the judge's own lists, status and overall score differ from what follows from the answer and its parts. */
  claims_disagree: string[];
}

/**
 * Keeps of a judge's form what only a reader can say (alignment, dimensions, rationales) and puts ours where it can be
 * counted: ids and entities are searched for in the answer, status and overall score follow from the parts by the
 * study's rule. What the judge claimed otherwise is listed. So a judge that was talked into a `pass` does not pass.
 */
export function verifyJudgement(
  claimed: Judgement,
  { scenario, extraction, ids: reader }: JudgeCase,
  thresholds: JudgeThresholds,
): Verified {
  const text = answerText(extraction);
  const ids = findAnsweredIds(text, scenario.expected_ids, reader);
  const entities = findExpectedEntities(text, scenario.expected_entities);
  const groundTruth = {
    ...claimed.ground_truth,
    expected_ids_found: ids.found,
    expected_ids_missing: ids.missing,
    expected_entities_found: entities.found,
    expected_entities_missing: entities.missing,
  };
  const facts = {
    ...countedFacts(groundTruth),
    answerable: scenario.answerable,
    recommendsNothing: extraction.ranked_ids.length === 0,
  };
  const judgement: Judgement = {
    ...claimed,
    status: passes(facts, thresholds) ? "pass" : "fail",
    overall_score: composite(groundTruth, claimed.quality),
    ground_truth: groundTruth,
  };
  return { judgement, claims_disagree: compareClaims(withCorpusIds(claimed, reader), judgement, { ids, entities }) };
}

function compareClaims(
  claimed: Judgement,
  ours: Judgement,
  { ids, entities }: { ids: Mentions; entities: Mentions },
): string[] {
  const truth = claimed.ground_truth;
  const differences = [
    ...compareLists("expected_ids", ids, { found: truth.expected_ids_found, missing: truth.expected_ids_missing }),
    ...compareLists("expected_entities", entities, {
      found: truth.expected_entities_found,
      missing: truth.expected_entities_missing,
    }),
  ];
  if (claimed.status !== ours.status)
    differences.push(`status: judge says ${claimed.status}, its parts say ${ours.status}`);
  if (Math.abs(claimed.overall_score - ours.overall_score) > OVERALL_TOLERANCE)
    differences.push(`overall_score: judge says ${claimed.overall_score}, its parts say ${ours.overall_score}`);
  return differences;
}

/** One line per item that the judge sorted otherwise, left out, or made up. */
function compareLists(name: string, ours: Mentions, claimed: Mentions): string[] {
  const expected = new Set([...ours.found, ...ours.missing]);
  const invented = [...new Set([...claimed.found, ...claimed.missing])].filter((item) => !expected.has(item));
  return [
    ...ours.found
      .filter((item) => !claimed.found.includes(item))
      .map((item) => `${name}: '${item}' is in the answer, judge does not list it as found`),
    ...ours.missing
      .filter((item) => claimed.found.includes(item))
      .map((item) => `${name}: '${item}' is not in the answer, judge lists it as found`),
    ...invented.map((item) => `${name}: '${item.slice(0, 100)}' was not expected, judge lists it`),
  ];
}
