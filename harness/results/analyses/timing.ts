import { z } from "zod";
import { median, quantile } from "../../../measure/statistics/basics/describe.ts";
import { QUERY_TYPES, queryTypeOf } from "../../../scenarios/set/query-type.ts";
import { configuration as configurationFields, count, numberOrNull } from "../../record/domain/fields.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const timingSchema = z.strictObject({
  configurations: z.array(
    z.strictObject({
      ...configurationFields,
      n: count.describe("executions that ran"),
      median_ms: numberOrNull,
      p95_ms: numberOrNull,
      max_ms: numberOrNull,
      total_ms: z.number(),
      query_types: z
        .array(z.strictObject({ query_type: z.enum(QUERY_TYPES), n: count, median_ms: numberOrNull }))
        .optional()
        .describe("by kind of question; absent in runs of earlier versions"),
    }),
  ),
});
export type Timing = z.infer<typeof timingSchema>;

export const timing = defineAnalysis({
  name: "timing",
  schema: timingSchema.describe("What depends on the wall clock, and so differs between equal runs."),
  needs: [],
  compute: ({ configurations }) => analyseTiming(configurations),
});

function analyseTiming(configurations: readonly ScoredConfiguration[]): Timing {
  return {
    configurations: configurations.map(({ configuration, executions }) => {
      const durations = durationsOf(executions);
      return {
        ...configuration,
        n: durations.length,
        median_ms: median(durations),
        p95_ms: quantile(durations, 0.95),
        max_ms: quantile(durations, 1),
        total_ms: durations.reduce((total, duration) => total + duration, 0),
        query_types: QUERY_TYPES.flatMap((query_type) => {
          const own = durationsOf(executions.filter(({ scenario }) => queryTypeOf(scenario) === query_type));
          return own.length === 0 ? [] : [{ query_type, n: own.length, median_ms: median(own) }];
        }),
      };
    }),
  };
}

function durationsOf(executions: readonly ScoredExecution[]): number[] {
  return executions.flatMap(({ timing: times }) => (times ? [times.duration_ms] : []));
}
