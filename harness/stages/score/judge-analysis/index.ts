import type { JudgeAnalysis } from "../../../domain/judge-summary.ts";
import type { Summary } from "../../../domain/summary.ts";
import type { ScoredExecution } from "../../../metrics/scored-execution.ts";
import { analyseAgreement } from "./agreement.ts";
import { compareCalibration, compareWithIr } from "./bland-altman.ts";
import { countMeta, countVerdicts } from "./counts.ts";
import { correlateWithIr } from "./judge-ir.ts";
import { makeNotes } from "./notes.ts";

/** `metrics/judge.json`: is the judge a valid instrument? */
export function analyseJudges(summary: Summary, executions: readonly ScoredExecution[]): JudgeAnalysis {
  return {
    judgeIr: correlateWithIr(executions),
    compositeVsIr: compareWithIr(executions),
    primaryVsCalibration: compareCalibration(executions),
    agreement: analyseAgreement(executions),
    verdicts: countVerdicts(executions),
    meta: countMeta(executions),
    notes: makeNotes(summary, executions),
  };
}
