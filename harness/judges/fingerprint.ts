import { hashOf } from "../../db/base/hash.ts";
import type { Config } from "../config/schema.ts";
import { judgementSchema } from "../domain/records.ts";
import { jsonSchemaOf } from "./llm/ask.ts";
import { metaFormSchema } from "./llm/meta-judge.ts";
import { readPrompt } from "./llm/prompts.ts";
import { META_RUBRIC_VERSION } from "./rubric-meta.ts";
import { PRIMARY_RUBRIC_VERSION } from "./rubric-primary.ts";
import { SECOND_RUBRIC_VERSION } from "./rubric-second.ts";

export type JudgeFingerprints = Record<"primary" | "calibration" | "meta", string>;

/** A hash for each judge over what decides its verdicts: its configuration, thresholds, and rubric version or prompt and form. For the manifest. */
export async function judgeFingerprint(config: Pick<Config, "judges">): Promise<JudgeFingerprints> {
  const { primary, calibration, meta, entity_threshold, alignment_threshold } = config.judges;
  const thresholds = { entity_threshold, alignment_threshold };
  const versions = { primary: PRIMARY_RUBRIC_VERSION, second: SECOND_RUBRIC_VERSION };
  const form = { prompt: await readPrompt("judge"), schema: jsonSchemaOf(judgementSchema) };
  const metaForm = { prompt: await readPrompt("meta"), schema: jsonSchemaOf(metaFormSchema) };
  const ofJudge = (judge: typeof primary) =>
    hashOf({ judge, thresholds, code: judge.type === "llm" ? form : versions[judge.rubric] });
  return {
    primary: ofJudge(primary),
    calibration: ofJudge(calibration),
    meta: hashOf({ meta, thresholds, code: meta.type === "llm" ? metaForm : META_RUBRIC_VERSION }),
  };
}
