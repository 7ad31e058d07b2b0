import { grouped } from "../../base/grouped.ts";
import type { Trend } from "../domain/summary.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { clusteredSlope } from "../statistics/basics/clustered-line.ts";
import { fitLine } from "../statistics/basics/regression.ts";

const X = "grounding_coverage";
const Y = "hallucinated_ids";

/** `metrics/trends.json`: does a model that grounds less invent more? Over executions that have both numbers; interval and p allow for those of one scenario to depend on each other. */
export function fitTrends(executions: readonly ScoredExecution[]): Trend[] {
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
