import { z } from "zod";
import { FAMILIES } from "../../../scenarios/set/schema.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { BASELINES } from "../baselines/registry.ts";
import { estimateMean, estimateMetrics } from "../metrics/estimate.ts";
import { defineAnalysis } from "./analysis.ts";
import type { Scored } from "./scored.ts";

const baselineSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  definition: z.string(),
  knows: z
    .enum(["question", "truth"])
    .describe("truth: it ranks with access to the ground truth, so that it is a bound, not a competitor"),
  metrics: z.record(z.string(), estimateSchema).describe("as in the summary"),
  families: z.array(z.strictObject({ family: z.enum(FAMILIES), ndcg: estimateSchema })),
});
export type BaselineSummary = z.infer<typeof baselineSchema>;

export const baselines = defineAnalysis({
  name: "baselines",
  schema: z
    .array(baselineSchema)
    .describe(
      "The same scores for rankers without a model. They are no configurations: no comparison or factor counts them.",
    ),
  needs: [],
  compute: ({ baselines: scored }) => scored.map(summarizeBaseline),
});

function summarizeBaseline({ name, executions }: Scored["baselines"][number]): BaselineSummary {
  const { label, definition, knows } = BASELINES[name];
  return {
    name,
    label,
    definition,
    knows,
    metrics: estimateMetrics(executions, `baseline/${name}`),
    families: FAMILIES.flatMap((family) => {
      const own = executions.filter(({ scenario }) => scenario.family === family);
      const ndcg = estimateMean(own, "ndcg@10", `baseline/${name}/${family}`);
      return own.length === 0 ? [] : [{ family, ndcg }];
    }),
  };
}
