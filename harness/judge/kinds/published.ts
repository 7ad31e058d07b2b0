import { hashOf, sha256 } from "../../../base/hash.ts";
import { JUDGE_ROLES, type JudgeConfig, judgeFacts, type JudgeRole as Role } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { judgementSchema } from "../../record/domain/records.ts";
import { jsonSchemaOf } from "../judges/llm/form.ts";
import { metaFormSchema } from "../judges/llm/meta-judge.ts";
import { preferenceFormSchema } from "../judges/llm/pairwise-judge.ts";
import { fillThresholds, type PromptName, readPrompt } from "../judges/llm/prompts.ts";
import { judgeFingerprint } from "./fingerprint.ts";

/** How the judges of a run were asked, and why scores are weighted as they are. */
export interface PublishedJudging {
  judges: { role: Role; kind: JudgeConfig["type"]; fingerprint: string }[];
  /** `asked_by`: judges of this run that got it; none of them for stand-ins, which follow the same rule by counting. */
  prompts: { name: PromptName; asked_by: Role[]; text: string; hash: string }[];
  forms: { name: PromptName; schema: Record<string, unknown>; hash: string }[];
  weights: { part: string; weight: number; because: string }[];
  thresholds: { name: string; value: number; because: string }[];
}

export function publishJudging({ judges }: Pick<Config, "judges">): PublishedJudging {
  const fingerprints = judgeFingerprint({ judges });
  const asked = JUDGE_ROLES.filter((role) => !judgeFacts(judges[role]).standIn);
  const thresholds = { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
  const prompt = (name: PromptName, askedBy: Role[]) => {
    const text = fillThresholds(readPrompt(name), thresholds);
    return { name, asked_by: askedBy, text, hash: sha256(text) };
  };
  const form = (name: PromptName, schema: Record<string, unknown>) => ({ name, schema, hash: hashOf(schema) });
  return {
    judges: JUDGE_ROLES.map((role) => ({ role, kind: judges[role].type, fingerprint: fingerprints[role] })),
    prompts: [
      prompt(
        "judge",
        asked.filter((role) => role !== "meta"),
      ),
      prompt(
        "meta",
        asked.filter((role) => role === "meta"),
      ),
      prompt("prefer", []),
    ],
    forms: [
      form("judge", jsonSchemaOf(judgementSchema)),
      form("meta", jsonSchemaOf(metaFormSchema)),
      form("prefer", jsonSchemaOf(preferenceFormSchema)),
    ],
    weights: [...WEIGHTS],
    thresholds: [
      { name: "expected ids", value: 1, because: "a test that matters and is not named will not be run" },
      { name: "expected entities", value: thresholds.entity, because: ENTITY_REASON },
      { name: "alignment", value: thresholds.alignment, because: ALIGNMENT_REASON },
    ],
  };
}

const ENTITY_REASON =
  "as in the study; names vary in wording, so one in five may be missing (table entity_threshold: 50 to 100 %)";
const ALIGNMENT_REASON = "as in the study: from 0.7 on nothing is contradicted and only minor things are left out";

/** The study's weights; the reasons are ours. */
const WEIGHTS: PublishedJudging["weights"] = [
  { part: "expected ids found", weight: 0.3, because: "what a user acts on; counted by us, so no judge can bend it" },
  {
    part: "expected entities found",
    weight: 0.3,
    because:
      "whether the answer is about the right things; counted by us, so that six tenths of the score depend on no reader",
  },
  {
    part: "alignment with the reference answer",
    weight: 0.2,
    because: "contradictions, which no count shows; a reader's opinion, so it weighs less than what is counted",
  },
  {
    part: "mean of the four dimensions",
    weight: 0.2,
    because: "0.05 a dimension, 0.0125 a point: one point of style never outweighs a missing id among 24 or fewer",
  },
];
