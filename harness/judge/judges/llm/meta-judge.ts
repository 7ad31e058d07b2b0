import { z } from "zod";
import { delimitedText, delimiterOf } from "../../../../base/delimited-text.ts";
import { makeJudgeInput, renderJudgeInput } from "../input.ts";
import type { JudgePair, MetaJudge } from "../judge.ts";
import { judgementsAgree } from "../rubric-meta.ts";
import { meanDimension, roundScore } from "../rule.ts";
import { withoutRuling } from "../without-ruling.ts";
import { askChain } from "./chain.ts";
import type { LlmJudgeOptions } from "./judge.ts";
import { fillThresholds, readPrompt } from "./prompts.ts";

/** What the model rules; agreement and the difference in quality are arithmetic and not asked for. */
export const metaFormSchema = z.object({
  preferred_judgment: z.enum(["A", "B", "tie"]),
  a_ids_correct: z.boolean(),
  b_ids_correct: z.boolean(),
  a_entities_correct: z.boolean(),
  b_entities_correct: z.boolean(),
  a_status_correct: z.boolean(),
  b_status_correct: z.boolean(),
  bias_detected: z.enum(["none", "leniency", "harshness"]),
  confidence: z.enum(["high", "medium", "low"]),
  reasoning: z.string(),
});

/** A higher-tier language model as arbiter. */
export function makeLlmMetaJudge({ chain, thresholds, environment }: LlmJudgeOptions): MetaJudge {
  const evaluator = chain.map((model) => model.model).join(" > ");
  const system = fillThresholds(readPrompt("meta"), thresholds);
  return {
    evaluator,
    standIn: false,
    async arbitrate(pair, signal) {
      const question = { form: "submit_ruling", schema: metaFormSchema, system, user: renderPair(pair) };
      const result = await askChain(chain, question, { environment, signal });
      if (result.type === "blocked")
        return withoutRuling({
          type: "blocked",
          evaluator,
          stand_in: false,
          reason: result.reason,
          attempts: result.attempts,
          usage: result.usage,
        });
      return {
        type: "judged",
        evaluator: result.servedModel,
        stand_in: false,
        ...result.value,
        judgments_agree: judgementsAgree(pair.a, pair.b),
        quality_score_delta: roundScore(meanDimension(pair.a.quality) - meanDimension(pair.b.quality)),
        attempts: result.attempts,
        usage: result.usage,
      };
    },
  };
}

function renderPair(pair: JudgePair): string {
  const input = makeJudgeInput(pair);
  const mark = delimiterOf([input, pair.a, pair.b]);
  const judgement = (name: "a" | "b") =>
    delimitedText(`JUDGEMENT ${name.toUpperCase()}`, JSON.stringify(pair[name], null, 1), mark);
  return [renderJudgeInput(input, mark), judgement("a"), judgement("b")].join("\n\n");
}
