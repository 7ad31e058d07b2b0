import { countOf } from "../../../../base/counts.ts";
import { SECOND_RUBRIC_DIFFERENCES } from "../../../judge/judges/rubric-second.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import type { Summary } from "../summary.ts";

/** What has to be said beside the judge's numbers. */
export function makeNotes(summary: Summary, executions: readonly ScoredExecution[]): string[] {
  const blocked = executions.filter(({ primary }) => primary?.type === "blocked").length;
  return [
    ...(summary.stand_in_judges.length > 0 ? [standInNote(summary.stand_in_judges)] : []),
    ...(summary.stand_in_judges.some((name) => name.startsWith("rubric-second")) ? [differencesNote()] : []),
    "Judge and IR metrics are compared on answered, answerable scenarios with a verdict; zeros that policy gives to failed executions are left out.",
    "p and intervals of correlations and of Bland-Altman's slope allow for executions of one scenario to depend on each other; where the study's p is reproduced, which treats them as independent, it is called naive.",
    "Agreement is over executions that both judges judged; the calibration sample is stratified, not random.",
    ...(blocked > 0
      ? [
          `${countOf(blocked, "primary verdict is blocked and takes", "primary verdicts are blocked and take")} no part.`,
        ]
      : []),
  ];
}

function standInNote(judges: readonly string[]): string {
  return `Stand-in judges (${judges.join(", ")}) are deterministic rubrics, not language models: their agreement shows how far two sets of rules agree, not how reliable an LLM judge is.`;
}

function differencesNote(): string {
  return `How the second rubric differs from the primary, on purpose. ${SECOND_RUBRIC_DIFFERENCES.join(" ")}`;
}
