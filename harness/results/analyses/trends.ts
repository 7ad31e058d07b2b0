import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { clusteredSlope } from "../../../measure/statistics/basics/clustered-line.ts";
import { fitLine } from "../../../measure/statistics/basics/regression.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import { count, interval, numberOrNull } from "../../record/domain/fields.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";

/** Ours over all executions; the study's, which has no grounding for ReAct. */
const TRENDS = [
  { x: "grounding_coverage", y: "hallucinated_ids", workflow: null },
  { x: "grounding_coverage(view=study)", y: "hallucinated_ids(view=study)", workflow: "plan_execute" },
] as const;

const trendSchema = z.strictObject({
  model: z.string(),
  x: z.string(),
  y: z.string(),
  workflow: z.string().nullable().describe("only its executions; null: all"),
  n: count.describe("executions that have both numbers"),
  slope: numberOrNull.describe("null where x does not vary"),
  ...interval,
  p: numberOrNull.describe("like the interval it allows for executions of one scenario to depend on each other"),
  intercept: numberOrNull,
});
export type Trend = z.infer<typeof trendSchema>;

export const trends = defineAnalysis({
  name: "trends",
  schema: z
    .array(trendSchema)
    .describe("Does a model that grounds less invent more? A least-squares line for each model."),
  needs: [],
  compute: ({ executions }) => TRENDS.flatMap((trend) => fitTrends(executions, trend)),
});

function fitTrends(executions: readonly ScoredExecution[], { x: X, y: Y, workflow }: (typeof TRENDS)[number]): Trend[] {
  const own = executions.filter(({ record }) => workflow === null || record.workflow === workflow);
  return [...grouped(own, ({ record }) => record.model)].map(([model, members]) => {
    const points = members.flatMap((execution) => {
      const [x, y] = [scoreValue(execution, X), scoreValue(execution, Y)];
      return x === null || y === null ? [] : [{ x, y, cluster: clusterOf(execution.scenario) }];
    });
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const line = fitLine(xs, ys);
    const clustered = clusteredSlope(xs, ys, { clusters: points.map(({ cluster }) => cluster) });
    const slope = { slope: line?.slope ?? null, low: clustered?.low ?? null, high: clustered?.high ?? null };
    return {
      model,
      x: X,
      y: Y,
      workflow,
      n: points.length,
      ...slope,
      p: clustered?.p ?? null,
      intercept: line?.intercept ?? null,
    };
  });
}
