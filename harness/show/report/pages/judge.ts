import { countOf } from "../../../../base/counts.ts";
import { judgeFacts } from "../../../record/config/judges.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { HumanRatings } from "../../../results/analyses/human.ts";
import type { JudgeAnalysis } from "../../../results/analyses/judge.ts";
import type { AnalysisResults } from "../../../results/analyses/registry.ts";
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

/** For a reader who has never met a judge: what the judges of this run can show and what they can't. */
export function aboutTheJudge({ judges }: Pick<Config, "judges">, human: HumanRatings | null): string {
  return `${judgeFacts(judges.primary).shows} ${peopleSentence(human)}`;
}

function peopleSentence(human: HumanRatings | null): string {
  if (human === null)
    return "No person has rated answers of this run (`scopebench judge rate`), so nothing here says how a person would judge.";
  const { rated, judged } = human.pass_rate;
  const raters =
    human.raters.length === 1 ? "One person has" : countOf(human.raters.length, "person has", "people have");
  return `${raters} rated ${rated} of the ${judged} judged answers; how far the judge agrees with them is below.`;
}
