import { UserError } from "../../../base/user-error.ts";
import { judgeFacts } from "../../record/config/judges.ts";
import type { Judge, PairwiseJudge } from "../judges/judge.ts";
import { judgeFingerprint } from "../kinds/fingerprint.ts";
import { type JudgeSettings, makeJudge, makePairwiseJudge } from "../make-judge.ts";
import type { QuestionOptions } from "./questions.ts";
import type { ProbedRole } from "./roles.ts";

/** A judge under test: it reads one answer, chooses between two, and is known by a model name and a fingerprint. */
export interface Instrument extends Omit<QuestionOptions, "seed"> {
  judge: Judge;
  pairwise: PairwiseJudge;
}

/** A configured judge as something to be tested. */
export function makeInstrument(role: ProbedRole, settings: JudgeSettings): Instrument {
  const { outside, chain } = judgeFacts(settings.judges[role]);
  if (outside)
    throw new UserError("config", `judges.${role} works offline: it cannot be asked here`, {
      hint: "probe a judge that scopebench asks itself",
    });
  const judge = makeJudge(role, settings);
  return {
    judge,
    pairwise: makePairwiseJudge(role, settings),
    model: chain[0]?.model ?? judge.evaluator,
    fingerprint: judgeFingerprint(settings)[role],
  };
}
