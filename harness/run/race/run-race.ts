import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import { race } from "../../../measure/statistics/sequential/race.ts";
import type { MetricFacts } from "../../results/compare/metric-facts.ts";
import { orderClusters } from "../../results/compare/sequential/order.ts";
import type { RunSource } from "../../results/compare/sources/run-source.ts";

export interface RaceInput {
  facts: MetricFacts;
  /** With which the best is among those that are not told apart. */
  confidence: number;
  /** Share of the scenarios that is kept from the race, for the winner. */
  fresh: number;
  seed: string;
}

export interface Raced {
  metric: string;
  confidence: number;
  winner: string;
  /** Means on the scenarios of the race, of all that reached its end or not; in the order of going out, the winner last. */
  field: readonly { configuration: string; scenarios: number; mean: number; alike: boolean }[];
  /** The winner on scenarios that the race did not see. */
  fresh: { scenarios: number; mean: number; low: number; high: number };
  /** Of the race and the winner's fresh scenarios, and of the whole matrix; repeats counted. */
  executions: number;
  of: number;
  /** Scenarios on which every configuration has a score, and those left out because one has none. */
  scenarios: number;
  left_out: number;
}

/** Fewer scenarios than this in a part tell nothing. */
const FEWEST = 4;

/** The race that would have been run over a finished matrix: who would have gone out when, and what it would have asked for. */
export function runRace(source: RunSource, { facts, confidence, fresh, seed }: RaceInput): Raced {
  const { metric, better, largest_change: largest } = facts;
  if (largest === null)
    throw new UserError("usage", `${metric} has no end: by how much two configurations can differ on it is not known`, {
      hint: "--metric ndcg@10 or pass",
    });
  const { configurations, scenarios, scoreOf, repeats, leftOut } = tableOf(source, metric);
  const families = new Map(source.executions.map(({ scenario, family }) => [scenario, family]));
  const clusters = orderClusters(
    scenarios.map((id) => ({ id, family: families.get(id)!, cluster: source.provenance.clusters[id] ?? id })),
    seed,
  );
  const raced = clusters.length - Math.max(FEWEST, Math.round(fresh * clusters.length));
  if (configurations.length < 2 || raced < FEWEST)
    throw new UserError("input", "too little to race", {
      problems: [
        `${configurations.length} configurations, ${clusters.length} independent scenarios on which all of them have a score`,
      ],
      hint: `at least 2 configurations and ${2 * FEWEST} such scenarios`,
    });
  const sign = better === "lower" ? -1 : 1;
  const [track, kept] = [clusters.slice(0, raced), clusters.slice(raced)];
  const values = configurations.map((name) => track.map((ids) => sign * mean(ids.map((id) => scoreOf(name, id)))!));
  const result = race(values, { range: { low: -largest, high: largest }, alpha: 1 - confidence });
  const winner = configurations[result.winner]!;
  const order = [...result.dropped, { configuration: result.winner, after: raced }];
  const untouched = kept.flat();
  return {
    ...{ metric, confidence, winner, scenarios: scenarios.length, left_out: leftOut },
    field: order.map(({ configuration, after }) => ({
      configuration: configurations[configuration]!,
      scenarios: track.slice(0, after).flat().length,
      mean: sign * mean(values[configuration]!.slice(0, after))!,
      alike: result.alike.includes(configuration),
    })),
    fresh: { scenarios: untouched.length, ...freshMean(untouched, { scoreOf, winner, facts, source }) },
    executions:
      order.reduce((sum, one) => sum + track.slice(0, one.after).flat().length * repeats, 0) +
      untouched.length * repeats,
    of: configurations.length * scenarios.length * repeats,
  };
}

function freshMean(
  ids: readonly string[],
  {
    scoreOf,
    winner,
    facts: { largest_change: largest, unit },
    source,
  }: { scoreOf: Table["scoreOf"]; winner: string; facts: MetricFacts; source: RunSource },
) {
  const values = ids.map((id) => scoreOf(winner, id));
  const low = unit === "cosine" ? -1 : unit === "likert" ? 1 : 0;
  const interval = boundedMeanInterval(values, {
    range: { low, high: low + largest! },
    clusters: ids.map((id) => source.provenance.clusters[id] ?? id),
    coverage: "at least",
  });
  return { mean: mean(values)!, low: interval.low!, high: interval.high! };
}

interface Table {
  configurations: readonly string[];
  /** With a score of every configuration. */
  scenarios: readonly string[];
  scoreOf(configuration: string, scenario: string): number;
  /** Mean executions of a cell. */
  repeats: number;
  leftOut: number;
}

function tableOf({ executions }: RunSource, metric: string): Table {
  const scored = executions.filter(({ scores }) => typeof scores[metric]?.value === "number");
  const cells = grouped(scored, ({ configuration, scenario }) => `${configuration}\n${scenario}`);
  const configurations = [...new Set(scored.map(({ configuration }) => configuration))].sort();
  const all = [...new Set(scored.map(({ scenario }) => scenario))].sort();
  const scenarios = all.filter((id) => configurations.every((name) => cells.has(`${name}\n${id}`)));
  return {
    ...{ configurations, scenarios, leftOut: all.length - scenarios.length },
    scoreOf: (name, id) => mean(cells.get(`${name}\n${id}`)!.map(({ scores }) => scores[metric]!.value!))!,
    repeats: cells.size === 0 ? 0 : scored.length / cells.size,
  };
}
