import type { ModelConfig } from "../../../../agent/contract/contract.ts";
import { type Judgement, judgementSchema } from "../../../record/domain/records.ts";
import { makeJudgeInput, renderJudgeInput } from "../input.ts";
import type { Judge, JudgeThresholds } from "../judge.ts";
import { askChain } from "./chain.ts";
import { checkForm } from "./check-form.ts";
import { fillThresholds, readPrompt } from "./prompts.ts";
import { verifyJudgement } from "./verify.ts";

export interface LlmJudgeOptions {
  /** Providers in the order in which they are tried. */
  chain: readonly ModelConfig[];
  thresholds: JudgeThresholds;
  environment: Readonly<Record<string, string | undefined>>;
  /** Which judging of the same answers it is, from 0. */
  judging?: number;
}

/** A language model as judge, by the study's protocol: its input, a constrained form, a fresh context per verdict, a chain of providers. */
export function makeLlmJudge({ chain, thresholds, environment, judging }: LlmJudgeOptions): Judge {
  const evaluator = chain.map((model) => model.model).join(" > ");
  const system = fillThresholds(readPrompt("judge"), thresholds);
  return {
    evaluator,
    standIn: false,
    async judge(judgeCase, signal) {
      const user = renderJudgeInput(makeJudgeInput(judgeCase));
      const check = (form: Judgement) => checkForm(form, judgeCase, thresholds);
      const question = { form: "submit_judgement", schema: judgementSchema, system, user, check };
      const result = await askChain(chain, question, { environment, signal, judging });
      const { attempts, usage } = result;
      if (result.type === "blocked") {
        const blocked = { type: "blocked" as const, reason: result.reason, judgement: null, claims_disagree: [] };
        return { ...blocked, evaluator, stand_in: false, attempts, usage };
      }
      const verified = verifyJudgement(result.value, judgeCase, thresholds);
      return { type: "judged", evaluator: result.servedModel, stand_in: false, ...verified, attempts, usage };
    },
  };
}
