import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import { race } from "../../../measure/statistics/sequential/race.ts";
import type { RacePlan } from "../../record/domain/race.ts";
import type { MetricFacts } from "../../results/compare/metric-facts.ts";
import type { RunSource } from "../../results/compare/sources/run-source.ts";
import { planRace, type RaceSettings } from "./plan-race.ts";

/** How far a race has come. */
interface RaceStanding {
  /** Those that are left, the winner alone where nothing is needed any more. */
  left: readonly string[];
  /** Clusters of the track that each of those left needs; null: the race is over. */
  needs: number | null;
}

export interface Raced {
  metric: string;
  confidence: number;
  winner: string;
  /** Means on the scenarios of the race that each was asked; in the order of going out, the winner last. */
  field: readonly { configuration: string; scenarios: number; mean: number | null; alike: boolean }[];
  /** The winner on scenarios that the race did not see. */
  fresh: { scenarios: number; mean: number | null; low: number | null; high: number | null };
  /** Of the race and the winner's fresh scenarios, and of the whole matrix; repeats counted. */
  executions: number;
  of: number;
  /** Scenarios of the race and those kept from it, and those left out because a configuration of a finished matrix has no score there. */
  scenarios: number;
  left_out: number;
}

/** The race that would have been run over a finished matrix: over the scenarios on which every configuration has a score. */
export function raceFinished(source: RunSource, facts: MetricFacts, settings: Omit<RaceSettings, "metric">): Raced {
  const { metric } = facts;
  const scored = source.executions.filter(({ scores }) => typeof scores[metric]?.value === "number");
  const cells = new Set(scored.map(({ configuration, scenario }) => `${configuration}\n${scenario}`));
  const configurations = new Set(scored.map(({ configuration }) => configuration));
  const families = new Map(scored.map(({ scenario, family }) => [scenario, family]));
  const ids = [...families.keys()].filter((id) => [...configurations].every((name) => cells.has(`${name}\n${id}`)));
  const { clusters } = source.provenance;
  const places = ids.map((id) => ({ id, family: families.get(id)!, cluster: clusters[id] ?? id }));
  const plan = planRace(places, { ...settings, metric, configurations: configurations.size });
  const within = { ...source, executions: source.executions.filter((one) => configurations.has(one.configuration)) };
  return { ...raceOver(within, facts, plan), left_out: families.size - ids.length };
}

/** Who is left and what they need next, by the records alone. */
export function raceStanding(source: RunSource, facts: MetricFacts, plan: RacePlan): RaceStanding {
  const { configurations, result } = racedBy(source, facts, plan);
  return { left: result.left.map((at) => configurations[at]!), needs: result.needs };
}

/** What a race that is over came to. @throws UserError `usage` where it is not */
export function raceOver(source: RunSource, facts: MetricFacts, plan: RacePlan): Raced {
  const { configurations, values, result, scoreOf } = racedBy(source, facts, plan);
  const { metric, confidence, track, kept } = plan;
  if (result.needs !== null)
    throw new UserError("usage", `the race of ${source.label} is not over`, {
      problems: [`${result.left.length} of ${configurations.length} configurations are left`],
      hint: "scopebench resume goes on with it",
    });
  const winner = result.left[0]!;
  const order = [...result.dropped, { configuration: winner, after: track.length }];
  const [raced, fresh] = [order.map(({ after }) => track.slice(0, after).flat().length), kept.flat()];
  const repeats = source.executions.length / (configurations.length * Object.keys(source.provenance.scenarios).length);
  const sign = signOf(facts);
  return {
    ...{ metric, confidence, winner: configurations[winner]! },
    field: order.map(({ configuration, after }, at) => {
      const own = mean(values[configuration]!.slice(0, after).filter((value) => value !== null));
      return {
        configuration: configurations[configuration]!,
        scenarios: raced[at]!,
        mean: own === null ? null : sign * own,
        alike: result.alike.includes(configuration),
      };
    }),
    fresh: freshMean(fresh, (id) => scoreOf(configurations[winner]!, id), { facts, source }),
    executions: Math.round(repeats * (raced.reduce((sum, own) => sum + own, 0) + fresh.length)),
    of: Math.round(repeats * configurations.length * (track.flat().length + fresh.length)),
    ...{ scenarios: track.flat().length + fresh.length, left_out: 0 },
  };
}

function signOf({ better }: MetricFacts): 1 | -1 {
  return better === "lower" ? -1 : 1;
}

/** Values of each configuration as far as it was asked, whatever it was asked for; higher is better. */
function racedBy(source: RunSource, facts: MetricFacts, { metric, confidence, track }: RacePlan) {
  const largest = largestOf(facts);
  const asked = source.executions.filter(({ outcome }) => outcome !== "missing");
  const cells = grouped(asked, ({ configuration, scenario }) => `${configuration}\n${scenario}`);
  const configurations = [...new Set(source.executions.map(({ configuration }) => configuration))].sort();
  const scoreOf = (name: string, id: string) =>
    mean((cells.get(`${name}\n${id}`) ?? []).flatMap(({ scores }) => scores[metric]?.value ?? []));
  const values = configurations.map((name) => {
    const end = track.findIndex((ids) => !ids.every((id) => cells.has(`${name}\n${id}`)));
    return track.slice(0, end < 0 ? track.length : end).map((ids) => {
      const own = mean(ids.flatMap((id) => scoreOf(name, id) ?? []));
      return own === null ? null : signOf(facts) * own;
    });
  });
  const range = { low: -largest, high: largest };
  const result = race(values, { range, alpha: 1 - confidence, observations: track.length });
  return { configurations, values, result, scoreOf };
}

/** @throws UserError `usage` where nothing bounds the metric */
export function largestOf({ metric, largest_change: largest }: Pick<MetricFacts, "metric" | "largest_change">): number {
  if (largest !== null) return largest;
  throw new UserError("usage", `${metric} has no end: by how much two configurations can differ on it is not known`, {
    hint: "race by ndcg@10 or pass",
  });
}

function freshMean(
  ids: readonly string[],
  scoreOf: (id: string) => number | null,
  { facts, source: { provenance } }: { facts: MetricFacts; source: RunSource },
): Raced["fresh"] {
  const scored = ids.flatMap((id) => {
    const value = scoreOf(id);
    return value === null ? [] : [{ id, value }];
  });
  const values = scored.map(({ value }) => value);
  const low = facts.unit === "cosine" ? -1 : facts.unit === "likert" ? 1 : 0;
  const interval = boundedMeanInterval(values, {
    range: { low, high: low + largestOf(facts) },
    clusters: scored.map(({ id }) => provenance.clusters[id] ?? id),
    coverage: "at least",
  });
  return { scenarios: values.length, mean: mean(values), ...interval };
}
