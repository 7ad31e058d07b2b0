import type { z } from "zod";
import { parseAnswer } from "../../../../agent/answer/answer.ts";
import { idReader } from "../../../../base/ids/id-reader.ts";
import type { JudgeCase } from "../../../../harness/judge/judges/judge.ts";
import type { metaFormSchema } from "../../../../harness/judge/judges/llm/meta-judge.ts";
import type { Extraction, Judgement } from "../../../../harness/record/domain/records.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";

type Ruling = z.infer<typeof metaFormSchema>;

export const THRESHOLDS = { entity: 0.8, alignment: 0.7 };

export function makeScenario(parts: Partial<Scenario> = {}): Scenario {
  return {
    id: "S001",
    family: "traceability",
    complexity: "multi_hop",
    answerable: true,
    turns: ["FEA-7 changed: which tests matter?"],
    expected_ids: ["TC-1", "TC-2"],
    expected_entities: ["conditional handover"],
    reference_answer: "TC-1 and TC-2 verify conditional handover, which FEA-7 changes.",
    traps: [],
    ...parts,
  };
}

export function makeUnanswerable(parts: Partial<Scenario> = {}): Scenario {
  return makeScenario({
    answerable: false,
    expected_ids: [],
    expected_entities: [],
    reference_answer: "No supported recommendation: FEA-7 does not exist.",
    nonexistence: "fabricated_id",
    ...parts,
  });
}

/** An execution's trace with this answer; the ranked list and the abstention are read from it, as the extract stage does. */
function makeExtraction(answer: string, parts: Partial<Extraction> = {}): Extraction {
  const parsed = parseAnswer(answer);
  return {
    ...{ scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat: 0 },
    outcome: "success",
    source: "checkpoints",
    tokens_in: 1,
    tokens_out: 1,
    tokens_estimated: true,
    model_calls: 1,
    served_models: [],
    tool_calls: [makeCall("/results/000.json", "TC-1 attach\nTC-2 handover\nTC-3 other")],
    messages: [],
    skills_loaded: [],
    plan_iterations: 0,
    answers: [answer],
    final_text: answer,
    ranked_ids: parsed.ranked,
    abstained: parsed.abstained,
    contract_violations: [],
    contract_retries: 0,
    contract_fallback: false,
    documents: [],
    ...parts,
  } as Extraction;
}

export function makeCall(
  path: string,
  result: string,
  parts: Partial<Extraction["tool_calls"][number]> = {},
): Extraction["tool_calls"][number] {
  return {
    index: 0,
    turn: 0,
    tool: "trace_links",
    family: "trace_link",
    arguments: { id: "FEA-7" },
    status: "success",
    preview: result.slice(0, 10),
    result_path: path,
    result,
    rows: 3,
    truncated: true,
    sub_agent: null,
    duration_ms: 1,
    ...parts,
  };
}

/** An answer by the contract. */
export function answerOf(
  ids: readonly string[],
  prose = "The change touches conditional handover, which these tests verify.",
): string {
  const items = ids.map((id, index) => `${index + 1}. \`${id}\` - verifies condition ${index + 1} [S1]`);
  const source = "- S1: [links of FEA-7](artifact://t?path=/results/000.json)";
  return [prose, "", "## Recommended", ...items, "", "## Sources", source].join("\n");
}

export const DECLINES = "No supported recommendation: FEA-7 does not exist in the records.";

export function caseOf(
  answer: string,
  scenario: Scenario = makeScenario(),
  parts: Partial<Extraction> = {},
): JudgeCase {
  const extraction = makeExtraction(answer, { scenario_id: scenario.id, ...parts });
  return { scenario, extraction, ids: idReader([]) };
}

/** A form that claims nothing and fails the answer: without contradiction whatever the case. */
export function emptyForm(): Judgement {
  const none = { expected_ids_found: [], expected_ids_missing: [], expected_entities_found: [] };
  const truth = { ...none, expected_entities_missing: [], reference_answer_alignment: 0, details: "" };
  return formOf({ status: "fail", overall_score: 0, ground_truth: truth });
}

/** A form as a judge might fill it in for `caseOf(answerOf(["TC-1", "TC-2"]))`. */
export function formOf(parts: Partial<Judgement> = {}): Judgement {
  const five = { score: 5, rationale: "good" };
  return {
    status: "pass",
    overall_score: 1,
    ground_truth: {
      expected_ids_found: ["TC-1", "TC-2"],
      expected_ids_missing: [],
      expected_entities_found: ["conditional handover"],
      expected_entities_missing: [],
      reference_answer_alignment: 1,
      details: "all there",
    },
    quality: { completeness: five, relevance: five, coherence: five, evidence_grounding: five },
    summary: "Right.",
    ...parts,
  };
}

/** A form as a meta-judge might fill it in. */
export function rulingOf(parts: Partial<Ruling> = {}): Ruling {
  return {
    preferred_judgment: "A",
    a_ids_correct: true,
    b_ids_correct: false,
    a_entities_correct: true,
    b_entities_correct: true,
    a_status_correct: true,
    b_status_correct: false,
    bias_detected: "none",
    confidence: "high",
    reasoning: "A counted right.",
    ...parts,
  };
}
