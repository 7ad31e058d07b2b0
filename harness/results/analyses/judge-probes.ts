import { z } from "zod";
import { analyseProbes, probeResultSchema } from "../../judge/probes/analyse.ts";
import { PROBED_ROLES } from "../../judge/probes/roles.ts";
import { count } from "../../record/domain/fields.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";

const judgeProbesSchema = z.strictObject({
  judge: z.enum(PROBED_ROLES),
  evaluator: z.string(),
  stand_in: z.boolean(),
  readings: count.describe("edited executions that it was shown"),
  probes: z.array(probeResultSchema),
});
export type JudgeProbes = z.infer<typeof judgeProbesSchema>;

export const judgeProbes = defineAnalysis({
  name: "judge_probes",
  schema: z.array(judgeProbesSchema).describe("Which faults the judges show on answers whose worth is known."),
  needs: [],
  compute: ({ probed }) =>
    probed.map(({ judge, readings }) => {
      const { evaluator, stand_in } = readings[0]!;
      return { judge, evaluator, stand_in, readings: readings.length, probes: analyseProbes(readings) };
    }),
  // Answers of judges about edited copies of executions.
  behind: { "*": null },
  table: (result, facts) => ({
    title: "Probes of the judges",
    caption: makeCaption(
      facts,
      "Answered executions, shown to the judge in edited forms with known right answers. Effect: mean over executions, 0 for an unbiased judge; interval: 95 %, whole scenarios resampled.",
      "A finding: the whole interval lies beyond the threshold. No finding is no proof of absence: look at the interval.",
    ),
    columns: [
      ...columnsShown("text", { judge: "Judge", probe: "Probe" }),
      ...columnsShown("decimal", { effect: "Effect", low: "Low", high: "High", threshold: "Threshold" }),
      { key: "finding", label: "Finding", format: "text" },
      ...columnsShown("count", { n: "n", blocked: "Blocked" }),
      { key: "unit", label: "Unit", format: "text" },
    ],
    rows: result.flatMap(({ judge, probes }) =>
      probes.map(({ probe, effect, low, high, threshold, finding, no_finding, n, blocked, unit }) => ({
        ...{ judge, probe, effect, low, high, threshold, n, blocked, unit },
        finding: finding ?? (no_finding ? "(too few)" : "-"),
      })),
    ),
  }),
});
