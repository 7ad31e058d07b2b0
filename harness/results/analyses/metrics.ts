import { z } from "zod";
import { EXECUTION_METRICS } from "../metrics/execution/registry.ts";
import { defineAnalysis } from "./analysis.ts";

const metricSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  definition: z.string(),
  kind: z.string(),
  unit: z.string(),
  better: z.string(),
  about: z.string(),
  without_answer: z.string().describe("what an execution without an answer scores"),
  from: z.string(),
});

export const metrics = defineAnalysis({
  name: "metrics",
  schema: z.array(metricSchema).describe("What each column of per_execution.csv means."),
  needs: [],
  compute: metricDefinitions,
});

export function metricDefinitions(): z.infer<typeof metricSchema>[] {
  return EXECUTION_METRICS.map(({ name, label, definition, kind, unit, better, about, withoutAnswer, from }) => {
    return { name, label, definition, kind, unit, better, about, without_answer: withoutAnswer, from };
  });
}
