import { grouped } from "../../../db/base/grouped.ts";
import type { Trend } from "../../domain/summary.ts";
import { type ScoredExecution, scoreValue } from "../../metrics/scored-execution.ts";
import { fitLine } from "../../statistics/basics/regression.ts";

const X = "grounding_coverage";
const Y = "hallucinated_ids";

/** `metrics/trends.json`: does a model that grounds less invent more? Over executions that have both numbers. */
export function fitTrends(executions: readonly ScoredExecution[]): Trend[] {
  return [...grouped(executions, ({ record }) => record.model)].map(([model, members]) => {
    const points = members.flatMap((execution) => {
      const [x, y] = [scoreValue(execution, X), scoreValue(execution, Y)];
      return x === null || y === null ? [] : [{ x, y }];
    });
    const line = fitLine(
      points.map(({ x }) => x),
      points.map(({ y }) => y),
    );
    return { model, x: X, y: Y, n: points.length, slope: line?.slope ?? null, intercept: line?.intercept ?? null };
  });
}
