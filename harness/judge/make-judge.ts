import type { Config, JudgeConfig } from "../record/config/schema.ts";
import { toModelConfig } from "../record/config/to-agent.ts";
import type { Effects } from "../record/effects.ts";
import type { Judge, JudgeThresholds, MetaJudge, PairwiseJudge } from "./judges/judge.ts";
import { makeLlmJudge } from "./judges/llm/judge.ts";
import { makeLlmMetaJudge } from "./judges/llm/meta-judge.ts";
import { makeLlmPairwiseJudge } from "./judges/llm/pairwise-judge.ts";
import { makeRubricPairwiseJudge } from "./judges/pairwise.ts";
import { makeMetaRubric } from "./judges/rubric-meta.ts";
import { makePrimaryRubric } from "./judges/rubric-primary.ts";
import { makeSecondRubric } from "./judges/rubric-second.ts";
import { makeOfflineJudge } from "./offline/judge.ts";
import type { MergedAnswer } from "./offline/store.ts";

export interface JudgeSettings {
  judges: Config["judges"];
  environment: Effects["environment"];
  /** Answers of an offline judge, by judging task; needed where the configuration says `packets`. */
  merged?: ReadonlyMap<string, MergedAnswer>;
}

/** The judge that the configuration names for a stage. */
export function makeJudge(role: "primary" | "calibration", settings: JudgeSettings): Judge {
  const { judges, environment, merged = new Map() } = settings;
  const config: JudgeConfig = judges[role];
  const thresholds = thresholdsOf(judges);
  if (config.type === "packets") return makeOfflineJudge({ evaluator: config.evaluator, thresholds, merged });
  if (config.type === "llm") return makeLlmJudge({ chain: config.chain.map(toModelConfig), thresholds, environment });
  return config.rubric === "primary" ? makePrimaryRubric(thresholds) : makeSecondRubric(thresholds);
}

/** The same judge, asked which of two answers is better. */
export function makePairwiseJudge(
  role: "primary" | "calibration",
  { judges, environment }: JudgeSettings,
): PairwiseJudge {
  const config: JudgeConfig = judges[role];
  const thresholds = thresholdsOf(judges);
  if (config.type === "llm")
    return makeLlmPairwiseJudge({ chain: config.chain.map(toModelConfig), thresholds, environment });
  return makeRubricPairwiseJudge(makeJudge(role, { judges, environment }));
}

export function makeMetaJudge({ judges, environment }: JudgeSettings): MetaJudge {
  const thresholds = thresholdsOf(judges);
  if (judges.meta.type === "rubric") return makeMetaRubric(thresholds);
  return makeLlmMetaJudge({ chain: judges.meta.chain.map(toModelConfig), thresholds, environment });
}

function thresholdsOf(judges: Config["judges"]): JudgeThresholds {
  return { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
}
