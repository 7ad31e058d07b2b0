import { z } from "zod";
import { lazily } from "../../../base/lazily.ts";
import { defineAnalysis } from "./analysis.ts";
import { agreementSchema, analyseAgreement } from "./judge/agreement.ts";
import { blandAltmanSchema, compareCalibration, compareWithIr } from "./judge/bland-altman.ts";
import { countMeta, countVerdicts, metaCountsSchema, verdictCountsSchema } from "./judge/counts.ts";
import { correlateWithIr, judgeIrSchema } from "./judge/judge-ir.ts";
import { makeNotes } from "./judge/notes.ts";
import { summary } from "./summary.ts";

const judgeSchema = z.strictObject({
  judge_ir: z.array(judgeIrSchema).describe("judge composite and each dimension against each IR metric"),
  composite_vs_ir: z.array(blandAltmanSchema),
  primary_vs_calibration: z.array(blandAltmanSchema),
  agreement: z.array(agreementSchema),
  verdicts: z.array(verdictCountsSchema),
  meta: metaCountsSchema,
  notes: z
    .array(z.string())
    .describe("what has to be said beside the numbers, such as what a stand-in's agreement means"),
});
export type JudgeAnalysis = z.infer<typeof judgeSchema>;

export const judge = defineAnalysis({
  name: "judge",
  schema: judgeSchema.describe("Is the judge a valid instrument?"),
  needs: [summary],
  compute: ({ config, executions }, earlier) =>
    lazily<JudgeAnalysis>({
      judge_ir: () => correlateWithIr(executions),
      composite_vs_ir: () => compareWithIr(executions),
      primary_vs_calibration: () => compareCalibration(executions),
      agreement: () => analyseAgreement(executions),
      verdicts: () => countVerdicts(executions),
      meta: () => countMeta(executions),
      notes: () => makeNotes(earlier.summary, config.judges, executions),
    }),
});
