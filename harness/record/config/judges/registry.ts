import { z } from "zod";
import type { JudgeKind, RemoteModel } from "./kind.ts";
import { llmJudgeSchema, llmKind, llmMetaJudgeSchema } from "./llm.ts";
import { packetsJudgeSchema, packetsKind } from "./packets.ts";
import { rubricJudgeSchema, rubricKind, rubricMetaJudgeSchema } from "./rubric.ts";

export const JUDGE_ROLES = ["primary", "calibration", "meta"] as const;
export type JudgeRole = (typeof JUDGE_ROLES)[number];

export const judgeSchema = z.discriminatedUnion("type", [rubricJudgeSchema, llmJudgeSchema, packetsJudgeSchema]);
export const metaJudgeSchema = z.discriminatedUnion("type", [rubricMetaJudgeSchema, llmMetaJudgeSchema]);
export type JudgeConfig = z.infer<typeof judgeSchema>;
export type MetaJudgeConfig = z.infer<typeof metaJudgeSchema>;
type AnyJudge = JudgeConfig | MetaJudgeConfig;
export type Judges = Readonly<{ primary: JudgeConfig; calibration: JudgeConfig; meta: MetaJudgeConfig }>;

const KINDS: { [Type in AnyJudge["type"]]: JudgeKind<Extract<AnyJudge, { type: Type }>> } = {
  rubric: rubricKind,
  llm: llmKind,
  packets: packetsKind,
};

/** What is known of a judge by its kind. */
export function judgeFacts(judge: AnyJudge) {
  const kind = KINDS[judge.type] as JudgeKind<AnyJudge>;
  return {
    ...{ standIn: kind.standIn, chain: kind.chain(judge), outside: kind.outside(judge) },
    judgings: kind.judgings(judge),
    ...{ name: kind.name(judge), estimated: kind.estimated(judge) },
  };
}

/** The language models of all judges, in the order of their roles. */
export function judgingModels(judges: Judges, roles: readonly JudgeRole[] = JUDGE_ROLES): RemoteModel[] {
  return roles.flatMap((role) => judgeFacts(judges[role]).chain);
}

/** The same judges over other models. */
export function withJudgingModels<T extends Judges>(judges: T, change: (model: RemoteModel) => RemoteModel): T {
  const changed = JUDGE_ROLES.map((role) => {
    const judge: AnyJudge = judges[role];
    return [role, (KINDS[judge.type] as JudgeKind<AnyJudge>).withChain(judge, change)];
  });
  return { ...judges, ...Object.fromEntries(changed) };
}
