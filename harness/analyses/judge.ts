import type { JudgeAnalysis } from "../domain/judge-summary.ts";
import type { Summary } from "../domain/summary.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { analyseAgreement } from "./judge/agreement.ts";
import { compareCalibration, compareWithIr } from "./judge/bland-altman.ts";
import { countMeta, countVerdicts } from "./judge/counts.ts";
import { correlateWithIr } from "./judge/judge-ir.ts";
import { makeNotes } from "./judge/notes.ts";

/** `metrics/judge.json`: is the judge a valid instrument? */
export function analyseJudges(summary: Summary, executions: readonly ScoredExecution[]): JudgeAnalysis {
  return {
    judge_ir: correlateWithIr(executions),
    composite_vs_ir: compareWithIr(executions),
    primary_vs_calibration: compareCalibration(executions),
    agreement: analyseAgreement(executions),
    verdicts: countVerdicts(executions),
    meta: countMeta(executions),
    notes: makeNotes(summary, executions),
  };
}
