import type { Judge, MetaJudge } from "../../judge/judges/judge.ts";
import { withoutRuling } from "../../judge/judges/without-ruling.ts";
import type { JudgeUsage } from "../../record/domain/records.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import type { Begun, Ceilings } from "./ceilings.ts";

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
      const end = await begun(cap);
      if (typeof end === "string")
        return {
          ...{ type: "blocked", evaluator, stand_in: standIn, judgement: null },
          ...{ reason: end, claims_disagree: [], attempts: [] },
        };
      return told(judge.judge(judgeCase, signal), end, cap);
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
      const end = await begun(cap);
      if (typeof end === "string") return withoutRuling({ type: "blocked", evaluator, stand_in: standIn, reason: end });
      return told(judge.arbitrate(pair, signal), end, cap);
    },
  };
}

async function begun({ stage, ceilings }: Cap): Promise<Begun | string> {
  const end = await ceilings.begin(stage);
  if (typeof end === "string") ceilings.leave(stage);
  return end;
}

async function told<T extends { usage?: JudgeUsage | undefined }>(
  asked: Promise<T>,
  end: Begun,
  { stage }: Cap,
): Promise<T> {
  try {
    const outcome = await asked;
    const { usage } = outcome;
    end(usage && { stage, tokens: usage.tokens_in + usage.tokens_out, costUsd: usage.cost });
    return outcome;
  } catch (error) {
    end();
    throw error;
  }
}
