import { containsId } from "../../../base/ids.ts";
import { type Random, randomInteger } from "../../../base/random.ts";
import { keyOf } from "../../../harness/record/domain/names.ts";
import {
  DIMENSIONS,
  type Extraction,
  type Judgement,
  type MetaVerdict,
  type Verdict,
} from "../../../harness/record/domain/records.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";

/** A stand-in verdict by the study's formula; a failed execution cascades, every 23rd or so is blocked. */
export function makeVerdict(
  extraction: Extraction,
  scenario: Scenario,
  options: { random: Random; evaluator: string; harsh?: boolean },
): Verdict {
  const { random, evaluator } = options;
  const blocked = random() < 0.04;
  const type = extraction.outcome !== "success" ? "cascaded_failure" : blocked ? "blocked" : "judged";
  return {
    ...keyOf(extraction),
    type,
    evaluator,
    stand_in: true,
    judgement: type === "judged" ? judge(extraction, scenario, { random, harsh: options.harsh ?? false }) : null,
    reason:
      type === "judged"
        ? undefined
        : type === "blocked"
          ? "fixture: every provider refused"
          : `execution ended as ${extraction.outcome}`,
    claims_disagree: [],
    attempts: type === "blocked" ? [{ provider: "fixture", error: "429" }] : [],
  };
}

function judge(extraction: Extraction, scenario: Scenario, options: { random: Random; harsh: boolean }): Judgement {
  const { random, harsh } = options;
  const found = scenario.expected_ids.filter((id) => containsId(extraction.final_text, id));
  const entities = scenario.expected_entities.filter((entity) => extraction.final_text.includes(entity));
  const ids = share(found.length, scenario.expected_ids.length);
  const named = share(entities.length, scenario.expected_entities.length);
  const right = scenario.answerable ? ids : Number(extraction.abstained);
  const alignment = Math.round((0.3 + 0.7 * right - (harsh ? 0.6 : 0.2) * random() * right) * 100) / 100;
  const score = () => Math.max(1, Math.min(5, Math.round(2 + 3 * right) + randomInteger(random, 3) - (harsh ? 2 : 1)));
  const quality = Object.fromEntries(
    DIMENSIONS.map((name) => [name, { score: score(), rationale: "fixture" }]),
  ) as Judgement["quality"];
  const mean = DIMENSIONS.reduce((sum, name) => sum + (quality[name].score - 1) / 4, 0) / DIMENSIONS.length;
  return {
    status: ids === 1 && named >= 0.8 && alignment >= 0.7 && right > 0 ? "pass" : "fail",
    overall_score: 0.3 * ids + 0.3 * named + 0.2 * alignment + 0.2 * mean,
    ground_truth: {
      expected_ids_found: found,
      expected_ids_missing: scenario.expected_ids.filter((id) => !found.includes(id)),
      expected_entities_found: entities,
      expected_entities_missing: scenario.expected_entities.filter((entity) => !entities.includes(entity)),
      reference_answer_alignment: alignment,
      details: "fixture",
    },
    quality,
    summary: "fixture verdict",
  };
}

/** Arbitration of a pair; null where the two already agree (same status, overall within 0.1). */
export function makeMetaVerdict(a: Verdict, b: Verdict, random: Random): MetaVerdict | null {
  if (!a.judgement || !b.judgement) return null;
  const delta = a.judgement.overall_score - b.judgement.overall_score;
  const sameStatus = a.judgement.status === b.judgement.status;
  if (sameStatus && Math.abs(delta) < 0.1) return null;
  const preferred = (["A", "B", "tie"] as const)[randomInteger(random, 3)]!;
  return {
    ...keyOf(a),
    type: "judged",
    evaluator: "fixture-meta",
    stand_in: true,
    judgments_agree: false,
    preferred_judgment: preferred,
    a_ids_correct: true,
    b_ids_correct: preferred !== "A",
    a_entities_correct: true,
    b_entities_correct: true,
    a_status_correct: sameStatus || preferred !== "B",
    b_status_correct: sameStatus || preferred !== "A",
    quality_score_delta: delta,
    bias_detected: delta > 0.15 ? "leniency" : delta < -0.15 ? "harshness" : "none",
    confidence: "medium",
    reasoning: "fixture",
  };
}

/** An empty expectation list counts as fully covered (the study's rule). */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
