import type { Config } from "../record/config/schema.ts";
import type { Judge, MetaJudge, PairwiseJudge } from "./judges/judge.ts";
import { makeRubricPairwiseJudge } from "./judges/pairwise.ts";
import type { Making } from "./kinds/kind.ts";
import { makerOf, metaMakerOf } from "./kinds/registry.ts";

export interface JudgeSettings extends Pick<Making, "environment"> {
  judges: Config["judges"];
  /** Answers of an offline judge, by judging task; needed where the configuration says `packets`. */
  merged?: Making["merged"];
}

/** The judge that the configuration names for a stage. */
export function makeJudge(role: "primary" | "calibration", settings: JudgeSettings): Judge {
  const judge = settings.judges[role];
  return makerOf(judge).make(judge, makingOf(settings));
}

/** The same judge, asked which of two answers is better. */
export function makePairwiseJudge(role: "primary" | "calibration", settings: JudgeSettings): PairwiseJudge {
  const judge = settings.judges[role];
  const { makePairwise } = makerOf(judge);
  return makePairwise?.(judge, makingOf(settings)) ?? makeRubricPairwiseJudge(makeJudge(role, settings));
}

export function makeMetaJudge(settings: JudgeSettings): MetaJudge {
  const { meta } = settings.judges;
  return metaMakerOf(meta).make(meta, makingOf(settings));
}

function makingOf({ judges, environment, merged = new Map() }: JudgeSettings): Making {
  const { entity_threshold: entity, alignment_threshold: alignment } = judges;
  return { thresholds: { entity, alignment }, environment, merged };
}
