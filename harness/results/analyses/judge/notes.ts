import { countOf } from "../../../../base/counts.ts";
import { JUDGE_ROLES, type Judges, judgeFacts } from "../../../record/config/judges.ts";
import type { ScoredExecution } from "../../metrics/scored-execution.ts";
import type { Summary } from "../summary.ts";

/** What has to be said beside the judge's numbers. */
export function makeNotes(summary: Summary, judges: Judges, executions: readonly ScoredExecution[]): string[] {
  const blocked = executions.filter(({ primary }) => primary?.type === "blocked").length;
  return [
    ...(summary.stand_in_judges.length > 0 ? [standInNote(summary.stand_in_judges)] : []),
    ...new Set(JUDGE_ROLES.flatMap((role) => judgeFacts(judges[role]).besideAgreement ?? [])),
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
  return `Stand-in judges (${judges.join(", ")}) decide by rules and are no language models: their agreement shows how far two sets of rules agree, not how reliable an LLM judge is.`;
}
