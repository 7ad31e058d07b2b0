import { grouped } from "../../../base/grouped.ts";
import { mean, median } from "../../../measure/statistics/basics/describe.ts";
import {
  type PairedComponents,
  pairedComponents,
  spreadWith,
} from "../../../measure/statistics/power/paired-components.ts";
import type { RunSource, SourceExecution } from "../../results/compare/sources/run-source.ts";

export interface KnownComponents extends PairedComponents {
  /** Pairs of systems that they are the median of. */
  pairs: number;
  /** Answers that were judged more than once. */
  judgedAgain: number;
}

/** One configuration of one run: by scenario its scores, one a repeat. */
type System = ReadonlyMap<string, readonly number[]>;

/**
 * Variance components of earlier runs: of the pair of systems (a configuration of a run) whose scenarios' differences vary as much as the median pair's.
 * Copies of one run that were judged again tell what the judge brings. Null where no two systems share two scenarios with a score.
 */
export function componentsOf(runs: readonly RunSource[], metric: string): KnownComponents | null {
  const copies = [...grouped(runs, ({ provenance }) => provenance.run_id).values()];
  const { judge, judgedAgain } = judgeVariance(copies, metric);
  const systems = copies.flatMap(([first]) => systemsOf(first!, metric));
  const pairs = systems.flatMap((one, at) => systems.slice(at + 1).flatMap((other) => pairOf(one, other, judge) ?? []));
  const once = { repeats: 1, judgings: 1 };
  const spreads = pairs.map((pair) => spreadWith(pair, once));
  const middle = median(spreads);
  if (middle === null) return null;
  const distance = (pair: PairedComponents) => Math.abs(spreadWith(pair, once) - middle);
  const typical = pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best));
  return { ...typical, pairs: pairs.length, judgedAgain };
}

function systemsOf({ executions }: RunSource, metric: string): System[] {
  const scored = executions.filter(({ scores }) => typeof scores[metric]?.value === "number");
  return [...grouped(scored, ({ configuration }) => configuration).values()].map(
    (own) =>
      new Map(
        [...grouped(own, ({ scenario }) => scenario)].map(([id, cell]) => [
          id,
          cell.map((one) => scoreIn(one, metric)),
        ]),
      ),
  );
}

function scoreIn({ scores }: SourceExecution, metric: string): number {
  return scores[metric]!.value!;
}

function pairOf(one: System, other: System, judge: number | null): PairedComponents | null {
  const shared = [...one.keys()].filter((id) => other.has(id));
  return pairedComponents([shared.map((id) => one.get(id)!), shared.map((id) => other.get(id)!)], judge);
}

/** Mean variance of an answer's scores over copies of a run that differ in nothing but their verdicts. */
function judgeVariance(copies: readonly (readonly RunSource[])[], metric: string) {
  const judged = copies.flatMap((same) => {
    const all = same.flatMap(({ executions }) => executions);
    return [...grouped(all, ({ name }) => name).values()]
      .map((verdicts) => verdicts.flatMap(({ scores }) => scores[metric]?.value ?? []))
      .filter(({ length }) => length > 1);
  });
  const variances = judged.map((values) => {
    const centre = mean(values)!;
    return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
  });
  return { judge: mean(variances), judgedAgain: judged.length };
}
