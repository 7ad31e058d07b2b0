import type { RunSource } from "../../harness/results/compare/sources/run-source.ts";
import { meanOf } from "./facts.ts";

/** A metric before and after, by scenario, without any code that compares. */
export interface PlainChange {
  /** Mean over scenarios of what the candidate has more; null without a pair. */
  change: number | null;
  scenarios: number;
  pairs: number;
  /** Executions of either side that the metric is about, scored on both or not. */
  expected: number;
  better: number;
  equal: number;
  worse: number;
}

export function plainChange(
  metric: string,
  lower: boolean,
  [before, after]: readonly [RunSource, RunSource],
): PlainChange {
  const later = new Map(after.executions.map((one) => [one.name, one.scores[metric]?.value ?? null]));
  const byScenario = new Map<string, number[]>();
  let [pairs, expected] = [0, 0];
  for (const { name, scenario, scores } of before.executions) {
    const [a, b] = [scores[metric]?.value ?? null, later.get(name) ?? null];
    if (a !== null || b !== null) expected++;
    if (a === null || b === null) continue;
    pairs++;
    byScenario.set(scenario, [...(byScenario.get(scenario) ?? []), b - a]);
  }
  const means = [...byScenario.values()].map((changes) => Math.round(meanOf(changes)! * 1e9) / 1e9);
  const signed = means.map((mean) => (lower ? -mean : mean));
  return {
    ...{ change: meanOf(means), scenarios: means.length, pairs, expected },
    better: signed.filter((mean) => mean > 0).length,
    equal: signed.filter((mean) => mean === 0).length,
    worse: signed.filter((mean) => mean < 0).length,
  };
}
