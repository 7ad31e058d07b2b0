import { UserError } from "../../../base/user-error.ts";
import type { RacePlan } from "../../record/domain/race.ts";
import { orderClusters, type ScenarioPlace } from "../../results/compare/sequential/order.ts";

export interface RaceSettings {
  metric: string;
  /** With which the best is among those that are not told apart. */
  confidence: number;
  /** Share of the scenarios that is kept from the race, for the winner. */
  fresh: number;
  seed: string;
}

/** What is raced by unless said otherwise. */
export const RACE_DEFAULTS = { metric: "ndcg@10", confidence: 0.95, fresh: 0.25 } as const;

/** Fewer scenarios than this in a part tell nothing. */
const FEWEST = 4;

/** Which scenarios are raced over, in which order, and which are kept for the winner: random, clusters whole, each stretch with its part of every family. */
export function planRace(
  scenarios: readonly ScenarioPlace[],
  { configurations, metric, confidence, fresh, seed }: RaceSettings & { configurations: number },
): RacePlan {
  const clusters = orderClusters(scenarios, seed);
  const raced = clusters.length - Math.max(FEWEST, Math.round(fresh * clusters.length));
  if (configurations < 2 || raced < FEWEST)
    throw new UserError("input", "too little to race", {
      problems: [`${configurations} configurations, ${clusters.length} independent scenarios that ${metric} is about`],
      hint: `at least 2 configurations and ${2 * FEWEST} such scenarios`,
    });
  return { metric, confidence, track: clusters.slice(0, raced), kept: clusters.slice(raced) };
}
