import { z } from "zod";
import { grouped } from "../../base/grouped.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { clusteredSlope } from "../statistics/basics/clustered-line.ts";
import { fitLine } from "../statistics/basics/regression.ts";
import { defineAnalysis } from "./analysis.ts";
import { count, interval, numberOrNull } from "./fields.ts";

const X = "grounding_coverage";
const Y = "hallucinated_ids";

const trendSchema = z.strictObject({
  model: z.string(),
  x: z.string(),
  y: z.string(),
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
  compute: ({ executions }) => fitTrends(executions),
});

function fitTrends(executions: readonly ScoredExecution[]): Trend[] {
  return [...grouped(executions, ({ record }) => record.model)].map(([model, members]) => {
    const points = members.flatMap((execution) => {
      const [x, y] = [scoreValue(execution, X), scoreValue(execution, Y)];
      return x === null || y === null ? [] : [{ x, y, scenario: execution.scenario.id }];
    });
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const line = fitLine(xs, ys);
    const clustered = clusteredSlope(xs, ys, { clusters: points.map(({ scenario }) => scenario) });
    const slope = { slope: line?.slope ?? null, low: clustered?.low ?? null, high: clustered?.high ?? null };
    return {
      model,
      x: X,
      y: Y,
      n: points.length,
      ...slope,
      p: clustered?.p ?? null,
      intercept: line?.intercept ?? null,
    };
  });
}
