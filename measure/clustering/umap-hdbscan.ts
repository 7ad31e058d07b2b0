import { UserError } from "../../base/user-error.ts";
import { mean } from "../statistics/basics/describe.ts";
import { adjustedRand } from "./adjusted-rand.ts";
import { hdbscan } from "./density/hdbscan.ts";
import type { FlatLabels } from "./flat.ts";
import { type LayoutOptions, umapLayouts } from "./reduction/umap.ts";

/** Defaults in brackets. */
export interface UmapHdbscanOptions extends LayoutOptions {
  /** One layout each, five at least [1, 2, 3, 4, 5]. */
  seeds?: readonly number[];
  /** HDBSCAN's [5, .3]. */
  minClusterSize?: number;
  epsilon?: number;
}

/** What several seeds make of the same rows. */
export interface UmapHdbscan {
  /** By seed, in the order given. */
  bySeed: (FlatLabels & { seed: number })[];
  /** Mean adjusted Rand over pairs of seeds: how much of a grouping is the seed's. */
  agreement: number;
}

const FEWEST_SEEDS = 5;

/**
 * The pipeline of topic models (BERTopic: Grootendorst, arXiv:2203.05794): principal components, a UMAP layout, HDBSCAN on it; over several seeds, since one says little. It gives the same
 * labels for any order of rows, on every runtime. UMAP draws outliers into clusters: rows without one are no measure of how many outliers there are.
 * @throws UserError `usage` for fewer than five different seeds, or sizes that HDBSCAN refuses; `input` as `linkRows`
 */
export function umapHdbscan(vectors: readonly ArrayLike<number>[], options: UmapHdbscanOptions = {}): UmapHdbscan {
  const { seeds = [1, 2, 3, 4, 5], minClusterSize = 5, epsilon = 0.3, ...layout } = options;
  if (new Set(seeds).size < FEWEST_SEEDS) throw tooFewSeeds(seeds);
  const bySeed = umapLayouts(vectors, { ...layout, seeds }).map((coordinates, at) => ({
    seed: seeds[at]!,
    ...hdbscan(coordinates, { distance: "euclidean", minClusterSize, epsilon }),
  }));
  return { bySeed, agreement: agreementOf(bySeed) };
}

function agreementOf(groupings: readonly FlatLabels[]): number {
  const pairs = groupings.flatMap((one, at) =>
    groupings.slice(at + 1).map((other) => adjustedRand(one.labels, other.labels)),
  );
  return mean(pairs)!;
}

function tooFewSeeds(seeds: readonly number[]): UserError {
  return new UserError("usage", `expected at least ${FEWEST_SEEDS} different seeds, found ${new Set(seeds).size}`, {
    hint: "two seeds differ as much as two programs do: what holds for one only is the seed's",
  });
}
