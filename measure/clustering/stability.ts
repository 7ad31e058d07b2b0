import { grouped } from "../../base/grouped.ts";
import { type Random, randomInteger } from "../../base/random.ts";
import { mean } from "../statistics/basics/describe.ts";
import { UNCLUSTERED } from "./flat.ts";
import { arrangePoints } from "./points.ts";

/** From this mean agreement on Hennig calls a cluster valid and stable; below .6 it "should not be trusted", between the two it is unclear which rows belong to it. */
export const STABLE_AGREEMENT = 0.75;

/** How well a cluster is found again. */
export interface ClusterStability {
  /** Mean over resamples of the largest Jaccard similarity between the cluster's rows in the resample and a cluster found there. Null where no resample has a row of it. */
  agreement: number | null;
  /** Share of these resamples in which it is at most .5: the cluster is not there. */
  dissolved: number | null;
  /** Resamples that have a row of it. */
  resamples: number;
}

/**
 * Stability by cluster (Hennig, Computational Statistics & Data Analysis 52, 2007; `clusterboot` of R's fpc with `bootmethod = "boot"`, rows drawn twice standing once): as many rows as there are
 * are drawn with replacement, clustered again by `cluster`, and each cluster looked for among what was found. Where fpc counts a resample without any row of a
 * cluster as 0, it is left out. Draws go over rows in the order of their numbers, so that the order in which they were given does not show. Result by label.
 * @throws UserError `input` for rows of different lengths or with numbers that are not finite.
 */
export function clusterStability(
  vectors: readonly ArrayLike<number>[],
  options: {
    labels: ArrayLike<number>;
    /** Labels of a sample's rows, made as those of all rows were. */
    cluster: (sample: readonly ArrayLike<number>[]) => ArrayLike<number>;
    random: Random;
    resamples?: number;
  },
): ClusterStability[] {
  const { labels, cluster, random, resamples = 100 } = options;
  const { rows } = arrangePoints(vectors);
  const count = Array.from(labels).reduce((most, label) => Math.max(most, label + 1), 0);
  const found = Array.from({ length: count }, (): number[] => []);
  for (let resample = 0; resample < resamples; resample++) {
    const drawn = drawPlaces(rows.length, random).map((place) => rows[place]!);
    const again = cluster(drawn.map((row) => vectors[row]!));
    const mine = drawn.map((row) => labels[row]!);
    for (const [label, agreement] of bestAgreements(mine, again)) found[label]!.push(agreement);
  }
  return found.map((agreements) => ({
    agreement: mean(agreements),
    dissolved: mean(agreements.map((agreement) => Number(agreement <= 0.5))),
    resamples: agreements.length,
  }));
}

function drawPlaces(count: number, random: Random): number[] {
  const drawn = new Uint8Array(count);
  for (let draw = 0; draw < count; draw++) drawn[randomInteger(random, count)] = 1;
  return [...drawn.keys()].filter((place) => drawn[place] === 1);
}

/** By label that occurs in `mine`: the largest Jaccard similarity with a cluster of the other labels. */
export function bestAgreements(mine: ArrayLike<number>, other: ArrayLike<number>): Map<number, number> {
  const rows = [...Array.from(mine).keys()];
  const members = grouped(rows, (row) => mine[row]!);
  members.delete(UNCLUSTERED);
  const sizes = grouped(rows, (row) => other[row]!);
  return new Map(
    [...members].map(([label, own]) => {
      const shared = [...grouped(own, (row) => other[row]!)].filter(([found]) => found !== UNCLUSTERED);
      const similarities = shared.map(
        ([found, { length }]) => length / (own.length + sizes.get(found)!.length - length),
      );
      return [label, Math.max(0, ...similarities)];
    }),
  );
}
