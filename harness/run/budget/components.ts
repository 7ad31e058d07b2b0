import { grouped } from "../../../base/grouped.ts";
import { median, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
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

/** One configuration of one run. */
interface System {
  /** By scenario its scores, one a repeat. */
  cells: ReadonlyMap<string, readonly number[]>;
  /** Of which each score is made. */
  judgings: number;
}

/**
 * Variance components of earlier runs: of the pair of systems (a configuration of a run) whose scenarios' differences vary as much as the median pair's.
 * Runs that judged each answer several times, and copies of one run that were judged again, tell what the judge brings. Null where no two systems share
 * two scenarios with a score.
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

function systemsOf({ executions, judged }: RunSource, metric: string): System[] {
  const scored = executions.filter(({ scores }) => typeof scores[metric]?.value === "number");
  const judgings = judged && metric in judged.variances ? judged.judgings : 1;
  return [...grouped(scored, ({ configuration }) => configuration).values()].map((own) => {
    const cells = [...grouped(own, ({ scenario }) => scenario)];
    return { judgings, cells: new Map(cells.map(([id, cell]) => [id, cell.map((one) => scoreIn(one, metric))])) };
  });
}

function scoreIn({ scores }: SourceExecution, metric: string): number {
  return scores[metric]!.value!;
}

function pairOf(one: System, other: System, judge: number | null): PairedComponents | null {
  const shared = [...one.cells.keys()].filter((id) => other.cells.has(id));
  const cells = [one, other].map((system) => shared.map((id) => system.cells.get(id)!));
  const inScores = ((judge ?? 0) / one.judgings + (judge ?? 0) / other.judgings) / 2;
  return pairedComponents([cells[0]!, cells[1]!], judge === null ? null : { one: judge, inScores });
}

/** Of one judging: mean over the answers that were judged several times, in a run or in copies of it that differ in nothing but their verdicts. */
function judgeVariance(copies: readonly (readonly RunSource[])[], metric: string) {
  const again = copies.flatMap((same) => {
    const all = same.flatMap(({ executions }) => executions);
    return [...grouped(all, ({ name }) => name).values()]
      .map((verdicts) => verdicts.flatMap(({ scores }) => scores[metric]?.value ?? []))
      .flatMap((values) => (values.length > 1 ? [{ variance: standardDeviation(values)! ** 2, answers: 1 }] : []));
  });
  const within = copies.flatMap(([first]) => {
    const variance = first!.judged?.variances[metric];
    return variance === undefined ? [] : [{ variance, answers: first!.judged!.answers }];
  });
  // Copies of verdicts that are made of several judgings lie too near each other.
  const known = within.length > 0 ? within : again;
  const judgedAgain = known.reduce((sum, { answers }) => sum + answers, 0);
  const sum = known.reduce((all, { variance, answers }) => all + variance * answers, 0);
  return { judge: judgedAgain === 0 ? null : sum / judgedAgain, judgedAgain };
}
