import type { Judge, JudgeThresholds } from "../judges/judge.ts";
import { verifyJudgement } from "../judges/llm/verify.ts";
import { judgingForm, makeJudgingTask } from "./judging-task.ts";
import type { MergedAnswer } from "./store.ts";

export interface OfflineJudgeOptions {
  evaluator: string;
  thresholds: JudgeThresholds;
  /** By judging task. */
  merged: ReadonlyMap<string, MergedAnswer>;
}

/** An offline judge: what was merged is its judgement, what is not yet there is `blocked`, waiting. Ids, entities, status and overall score are ours, as with any judge. */
export function makeOfflineJudge({ evaluator, thresholds, merged }: OfflineJudgeOptions): Judge {
  const form = judgingForm(thresholds);
  return {
    evaluator,
    standIn: false,
    async judge(judgeCase) {
      const { packet } = makeJudgingTask(judgeCase, form);
      const answer = merged.get(packet);
      const head = { evaluator: answer?.evaluator ?? evaluator, stand_in: false };
      if (answer)
        return { ...head, type: "judged", ...verifyJudgement(answer.judgement, judgeCase, thresholds), attempts: [] };
      const attempts = [{ provider: "packets", error: `waiting: no answer to packet ${packet}` }];
      const reason = "no answer has been merged yet: scopebench judge offline write, judge offline merge, resume";
      return { ...head, type: "blocked", reason, judgement: null, claims_disagree: [], attempts };
    },
  };
}
