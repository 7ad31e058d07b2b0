import type { Judgement } from "../../../record/domain/records.ts";
import type { JudgeCase, JudgeThresholds } from "../judge.ts";
import { answerText, findExpectedIds } from "../mentions.ts";
import { passes } from "../rule.ts";
import { withCorpusIds } from "./claimed-ids.ts";
import { JudgeFault } from "./faults.ts";

/**
 * What a form may get wrong although it fits the schema: it says that ids stand in the answer which do not, or its status
 * does not follow from its own parts. Such a judge has not read what it judges, so nothing of the form is used. Mere
 * omissions and bad sums are mended by `verifyJudgement` and listed as `claims_disagree`. Null when there is no fault.
 */
export function checkForm(claimed: Judgement, judgeCase: JudgeCase, thresholds: JudgeThresholds): JudgeFault | null {
  const form = withCorpusIds(claimed, judgeCase.ids);
  const { expected_ids_found } = form.ground_truth;
  // It is shown the text with its links and all that Markdown hides: to have read that is no fault of the judge, and counts for nothing.
  const shown = [answerText(judgeCase.extraction), judgeCase.extraction.final_text].join("\n");
  const absent = findExpectedIds(shown, expected_ids_found, judgeCase.ids).missing;
  if (absent.length > 0)
    return new JudgeFault("unfounded_claim", `ids claimed as found are not in the answer: ${absent.join(", ")}`);
  const problem = bothWays(form) ?? statusProblem(form, judgeCase, thresholds);
  return problem === null ? null : new JudgeFault("contradiction", problem);
}

function bothWays({ ground_truth: truth }: Judgement): string | null {
  const [idsMissing, entitiesMissing] = [new Set(truth.expected_ids_missing), new Set(truth.expected_entities_missing)];
  const both = [
    ...truth.expected_ids_found.filter((id) => idsMissing.has(id)),
    ...truth.expected_entities_found.filter((entity) => entitiesMissing.has(entity)),
  ];
  return both.length === 0 ? null : `listed as found and as missing: ${both.join(", ")}`;
}

function statusProblem(form: Judgement, { scenario, extraction }: JudgeCase, thresholds: JudgeThresholds) {
  const { status, ground_truth: truth } = form;
  const parts = {
    idsFound: truth.expected_ids_found.length,
    idsExpected: truth.expected_ids_found.length + truth.expected_ids_missing.length,
    entitiesFound: truth.expected_entities_found.length,
    entitiesExpected: truth.expected_entities_found.length + truth.expected_entities_missing.length,
    alignment: truth.reference_answer_alignment,
    answerable: scenario.answerable,
    recommendsNothing: extraction.ranked_ids.length === 0,
  };
  const follows = passes(parts, thresholds) ? "pass" : "fail";
  if (status === follows) return null;
  return `status ${status}, but its own parts make it ${follows}: ${parts.idsFound} of ${parts.idsExpected} ids, ${parts.entitiesFound} of ${parts.entitiesExpected} entities, alignment ${parts.alignment}`;
}
