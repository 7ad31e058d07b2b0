import { hashOf } from "../../../base/hash.ts";
import type { Config, JudgeConfig } from "../../record/config/schema.ts";
import { judgementSchema } from "../../record/domain/records.ts";
import { jsonSchemaOf } from "./llm/form.ts";
import { metaFormSchema } from "./llm/meta-judge.ts";
import { readPrompt } from "./llm/prompts.ts";
import { META_RUBRIC_VERSION } from "./rubric-meta.ts";
import { PRIMARY_RUBRIC_VERSION } from "./rubric-primary.ts";
import { SECOND_RUBRIC_VERSION } from "./rubric-second.ts";

export type JudgeFingerprints = Record<"primary" | "calibration" | "meta", string>;

/**
 * A hash for each judge over what decides its verdicts: its configuration, the thresholds, and the rubric's version or
 * the prompt and the form. In the manifest, and where runs are compared.
 */
export function judgeFingerprint({ judges }: Pick<Config, "judges">): JudgeFingerprints {
  const hash = (role: Role) => hashOf(partsOf(judges, role));
  return { primary: hash("primary"), calibration: hash("calibration"), meta: hash("meta") };
}

/** The same, each part by what a person calls it: settings of the stages that ask the judge. */
export function judgeSettings({ judges }: Pick<Config, "judges">, role: Role): Record<string, unknown> {
  const { judge, thresholds, code } = partsOf(judges, role);
  const of = VERDICTS[role];
  const means = Array.isArray(code)
    ? { [`prompt of ${of}`]: code[0], [`form of ${of}`]: code[1] }
    : { [`rubric of ${of}`]: code };
  return { [`judge of ${of}`]: judge, thresholds, ...means };
}

type Role = keyof JudgeFingerprints;

/** The study's words for them. */
const VERDICTS: Readonly<Record<Role, string>> = { primary: "verdict A", calibration: "verdict B", meta: "rulings" };

function partsOf(judges: Config["judges"], role: Role) {
  const thresholds = { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
  return { judge: judges[role], thresholds, code: role === "meta" ? metaCode(judges.meta) : judgeCode(judges[role]) };
}

function judgeCode(judge: JudgeConfig): string | number | [prompt: string, form: unknown] {
  if (judge.type !== "rubric") return [readPrompt("judge"), jsonSchemaOf(judgementSchema)];
  return judge.rubric === "primary" ? PRIMARY_RUBRIC_VERSION : SECOND_RUBRIC_VERSION;
}

function metaCode({ type }: Config["judges"]["meta"]): string | number | [prompt: string, form: unknown] {
  return type === "rubric" ? META_RUBRIC_VERSION : [readPrompt("meta"), jsonSchemaOf(metaFormSchema)];
}
