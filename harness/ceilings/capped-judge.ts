import type { StageName } from "../dag/graph.ts";
import type { JudgeUsage } from "../domain/records.ts";
import type { Judge, MetaJudge } from "../judges/judge.ts";
import { withoutRuling } from "../judges/llm/meta-judge.ts";
import type { Ceilings } from "./ceilings.ts";

interface Cap {
  stage: StageName;
  ceilings: Ceilings;
}

/** The judge, which gives no verdict beyond the run's ceilings: `blocked`, so that a resume judges it. */
export function capJudge(judge: Judge, cap: Cap): Judge {
  if (judge.standIn) return judge;
  const { evaluator, standIn } = judge;
  return {
    evaluator,
    standIn,
    async judge(judgeCase, signal) {
      const reason = refused(cap);
      if (reason !== null)
        return {
          ...{ type: "blocked", evaluator, stand_in: standIn, judgement: null },
          ...{ reason, claims_disagree: [], attempts: [] },
        };
      return told(await judge.judge(judgeCase, signal), cap);
    },
  };
}

export function capMetaJudge(judge: MetaJudge, cap: Cap): MetaJudge {
  if (judge.standIn) return judge;
  const { evaluator, standIn } = judge;
  return {
    evaluator,
    standIn,
    async arbitrate(pair, signal) {
      const reason = refused(cap);
      if (reason !== null) return withoutRuling({ type: "blocked", evaluator, stand_in: standIn, reason });
      return told(await judge.arbitrate(pair, signal), cap);
    },
  };
}

function refused({ stage, ceilings }: Cap): string | null {
  const reached = ceilings.reached();
  if (reached !== null) ceilings.leave(stage);
  return reached;
}

function told<T extends { usage?: JudgeUsage | undefined }>(outcome: T, { stage, ceilings }: Cap): T {
  const { usage } = outcome;
  if (usage) ceilings.spend({ stage, tokens: usage.tokens_in + usage.tokens_out, costUsd: usage.cost });
  return outcome;
}
