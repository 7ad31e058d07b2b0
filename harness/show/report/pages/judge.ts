import type { JudgeAnalysis } from "../../../results/analyses/judge.ts";
import type { AnalysisResults } from "../../../results/analyses/registry.ts";
import { aboutTheJudge } from "../judge-words.ts";
import type { FollowingPage, PageInput } from "./page.ts";

export interface JudgeData
  extends Omit<JudgeAnalysis, "composite_vs_ir" | "primary_vs_calibration">,
    Pick<AnalysisResults, "judge_faults" | "judge_probes" | "judge_correction" | "meta_judge" | "human"> {
  stand_ins: string[];
  /** What the judges can and cannot show, one paragraph; code stands between backticks. */
  about: string;
}

export const judgePage: FollowingPage<JudgeData> = {
  file: "judge",
  title: "Judge",
  data: { name: "judge", follows: true, make },
};

/** Without the points of the figures, which have files of their own. */
function make({ config, results }: PageInput): JudgeData {
  const { composite_vs_ir: _ir, primary_vs_calibration: _pairs, ...rest } = results.judge;
  const { judge_faults, judge_probes, judge_correction, meta_judge, human } = results;
  const instrument = { judge_faults, judge_probes, judge_correction, meta_judge, human };
  const about = aboutTheJudge(config, human);
  return { ...rest, ...instrument, stand_ins: results.summary.stand_in_judges, about };
}
