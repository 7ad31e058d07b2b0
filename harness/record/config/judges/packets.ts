import { z } from "zod";
import { ASKS_NO_MODEL, type JudgeKind } from "./kind.ts";

export const packetsJudgeSchema = z
  .strictObject({
    type: z.literal("packets"),
    evaluator: z.string().min(1).describe("name of the offline judge, in every verdict"),
    family: z
      .string()
      .min(1)
      .describe("its vendor family, or `human`; must differ from that of every system that it judges"),
  })
  .describe("judged offline, on files: scopebench judge offline write, judge offline merge, resume");

export const packetsKind: JudgeKind<z.infer<typeof packetsJudgeSchema>> = {
  ...ASKS_NO_MODEL,
  standIn: false,
  outside: ({ evaluator, family }) => ({ model: evaluator, family }),
  name: ({ evaluator }) => `packets ${evaluator}`,
  estimated: ({ evaluator }) => ` (outside, ${evaluator})`,
};
