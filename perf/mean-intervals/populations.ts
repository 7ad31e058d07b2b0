import { grouped } from "../../base/grouped.ts";
import { configurationName } from "../../harness/record/domain/names.ts";
import { readScores } from "../../harness/record/run-directory/scores.ts";
import { EXECUTION_METRICS } from "../../harness/results/metrics/execution/registry.ts";

/** Fewer different scenarios make no population. */
const LEAST = 20;

/** Values of each configuration and metric that are not all equal; shares and passes apart from what has no upper end. */
export async function readPopulations(run: string): Promise<{ shares: number[][]; counts: number[][] }> {
  const configurations = [...grouped(await readScores(run), configurationName).values()];
  const of = (units: readonly string[]) =>
    EXECUTION_METRICS.filter(({ unit }) => units.includes(unit)).flatMap(({ name }) =>
      configurations
        .map((records) => records.flatMap(({ scores }) => scores[name]?.value ?? []))
        .filter((values) => values.length >= LEAST && new Set(values).size > 1),
    );
  return { shares: of(["share", "binary"]), counts: of(["count", "tokens"]) };
}
