import { hashOf } from "../../base/hash.ts";
import type { Config, JudgeConfig } from "../config/schema.ts";
import { judgementSchema } from "../domain/records.ts";
import { jsonSchemaOf } from "./llm/form.ts";
import { metaFormSchema } from "./llm/meta-judge.ts";
import { readPrompt } from "./llm/prompts.ts";
import { META_RUBRIC_VERSION } from "./rubric-meta.ts";
import { PRIMARY_RUBRIC_VERSION } from "./rubric-primary.ts";
import { SECOND_RUBRIC_VERSION } from "./rubric-second.ts";

export type JudgeFingerprints = Record<"primary" | "calibration" | "meta", string>;

/**
 * A hash for each judge over what decides its verdicts: its configuration, the thresholds, and the rubric's version or
 * the prompt and the form. In the manifest, and in the keys of the stages.
 */
export function judgeFingerprint({ judges }: Pick<Config, "judges">): JudgeFingerprints {
  const thresholds = { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
  const versions = { primary: PRIMARY_RUBRIC_VERSION, second: SECOND_RUBRIC_VERSION };
  const codeOf = (judge: JudgeConfig) =>
    judge.type === "rubric" ? versions[judge.rubric] : [readPrompt("judge"), jsonSchemaOf(judgementSchema)];
  const metaCode =
    judges.meta.type === "rubric" ? META_RUBRIC_VERSION : [readPrompt("meta"), jsonSchemaOf(metaFormSchema)];
  return {
    primary: hashOf({ judge: judges.primary, thresholds, code: codeOf(judges.primary) }),
    calibration: hashOf({ judge: judges.calibration, thresholds, code: codeOf(judges.calibration) }),
    meta: hashOf({ judge: judges.meta, thresholds, code: metaCode }),
  };
}
