import { z } from "zod";
import { ASKS_NO_MODEL, type JudgeKind } from "./kind.ts";

export const rubricJudgeSchema = z.strictObject({ type: z.literal("rubric"), rubric: z.enum(["primary", "second"]) });
export const rubricMetaJudgeSchema = z.strictObject({ type: z.literal("rubric") });

export const rubricKind: JudgeKind<z.infer<typeof rubricJudgeSchema | typeof rubricMetaJudgeSchema>> = {
  ...ASKS_NO_MODEL,
  standIn: true,
  outside: () => null,
  name: (entry) => ("rubric" in entry ? `rubric ${entry.rubric}` : "rubric"),
  estimated: () => " (stand-in, local)",
};
