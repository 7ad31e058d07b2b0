import { grouped } from "../../../../base/grouped.ts";
import { makeRandom, shuffle } from "../../../../base/random.ts";
import { compareText } from "../../../../base/text-order.ts";

/** A scenario as far as its place in a series goes. */
export interface ScenarioPlace {
  id: string;
  family: string;
  /** Scenarios of one cluster tell of each other, and are asked in one block. */
  cluster: string;
}

/**
 * Clusters in random order, each stretch with its part of every family: the clusters of a family are shuffled, spread evenly over the
 * whole from a random start, and put together by their places. A look sees whole clusters of all families and not the easy ones first.
 * The same for the same seed, whatever the order that the scenarios are given in.
 */
export function orderClusters(scenarios: readonly ScenarioPlace[], seed: string): string[][] {
  const random = makeRandom("looks", seed);
  const sorted = [...scenarios].sort((a, b) => compareText(a.id, b.id));
  const clusters = [...grouped(sorted, ({ cluster }) => cluster).values()];
  const families = [...grouped(clusters, ([first]) => first!.family)].sort(([a], [b]) => compareText(a, b));
  const placed = families.flatMap(([, own]) => {
    const start = random();
    return shuffle(random, own).map((cluster, rank) => ({
      ids: cluster.map(({ id }) => id),
      at: (rank + start) / own.length,
    }));
  });
  return placed.sort((a, b) => a.at - b.at || compareText(a.ids[0]!, b.ids[0]!)).map(({ ids }) => ids);
}
